import { once } from 'node:events';
import { connect } from 'node:net';
import t, { type Test } from 'tap';
import { openStore, type Request, type Store } from '../helper.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

t.test('returns a new id with every response', async (t) => {
  const { app, send } = await openStore(t);
  const requests: Request[] = [
    { url: '/v1/pets' },
    { url: '/v1/pets', method: 'HEAD' },
    { url: '/v1/pets', method: 'POST', payload: {} },
    { url: '/v1/pets', method: 'DELETE' },
    { url: '/v1/pets', key: null },
    { url: '/v1/nothing' },
    { url: '/v1/%' },
  ];
  const outside = ['/', '/%', '/docs/', '/docs/static/page.css', '/openapi.json', '/healthz'];
  const responses = [
    ...(await Promise.all(requests.map(send))),
    ...(await Promise.all(outside.map((url) => app.inject({ url })))),
  ];
  const ids = responses.map(({ headers }) => String(headers['x-request-id']));
  for (const id of ids) t.match(id, UUID);
  t.equal(new Set(ids).size, responses.length);
});

const ACCEPTED = ['x', '4bf92f35-77b3.Aa_0', 'x'.repeat(64), '-', '...'];
const REJECTED = ['', 'x'.repeat(65), 'a b', 'a,b', 'a\tb', 'a/b', 'ä', '<b>', '"a"', '{"a":1}'];

t.test('accepts an id from the caller only within the pattern', async (t) => {
  const { send, log } = await openStore(t, { LOG_LEVEL: 'info' });
  for (const id of [...ACCEPTED, ...REJECTED]) {
    const { headers } = await send({ url: '/v1/pets', headers: { 'x-request-id': id } });
    const returned = String(headers['x-request-id']);
    if (ACCEPTED.includes(id)) t.equal(returned, id);
    else t.match(returned, UUID, `instead of ${JSON.stringify(id)}`);
    t.equal(JSON.parse(log.at(-1) ?? '')['animal_store.request.id'], returned, 'which is logged');
  }
});

t.test('accepts none of two ids', async (t) => {
  const store = await openStore(t);
  const { head } = await exchange(
    t,
    store,
    'GET /v1 HTTP/1.1\r\nHost: a\r\nX-Request-Id: one\r\nX-Request-Id: two\r\n',
  );
  t.match(idIn(head), UUID);
});

t.test('returns and logs an id for what does not become a request', async (t) => {
  const store = await openStore(t, { LOG_LEVEL: 'info' });
  const { head, body } = await exchange(t, store, 'X-Request-Id: mine\r\n');
  t.equal(JSON.parse(body).status, 400);
  t.match(idIn(head), UUID);
  const line = store.log
    .map((text) => JSON.parse(text))
    .find(({ body }) => body === 'request completed');
  t.match(line, {
    'animal_store.request.id': idIn(head),
    'http.response.status_code': 400,
    'client.address': '127.0.0.1',
    trace_id: /^[\da-f]{32}$/,
    'error.type': 'malformed_request',
  });
});

// RFC 9112 section 3.2. Node's own response would have no body and no id.
t.test('rejects a request without a host', async (t) => {
  const store = await openStore(t);
  const authorization = `Authorization: Bearer ${store.key}\r\n`;
  for (const line of ['GET /v1/pets', 'GET /nothing']) {
    const { head, body } = await exchange(t, store, `${line} HTTP/1.1\r\n${authorization}`);
    t.match(idIn(head), UUID);
    t.strictSame(JSON.parse(body), {
      code: 'malformed_request',
      message: 'The header field host is required.',
      status: 400,
    });
  }
  const anonymous = await exchange(t, store, 'GET /v1/pets HTTP/1.1\r\n');
  t.match(anonymous.head, /^HTTP\/1\.1 401 /, 'but an anonymous caller learns nothing else');
  const old = await exchange(t, store, `GET /v1/pets HTTP/1.0\r\n${authorization}`);
  t.match(old.head, /^HTTP\/1\.1 200 /, 'HTTP/1.0 needs no host');
});

function idIn(head: string): string {
  return /\r\nx-request-id: ([^\r]*)/i.exec(head)?.[1] ?? 'none';
}

/** Sends a request head unchanged, as no client library does. */
async function exchange(t: Test, { app }: Store, head: string) {
  if (!app.server.listening) await app.listen({ port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  t.teardown(() => socket.destroy());
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  socket.write(`${head}Connection: close\r\n\r\n`);
  await once(socket, 'close');
  const [responseHead = '', body = ''] = received.split('\r\n\r\n');
  return { head: responseHead, body };
}
