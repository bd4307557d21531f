import { once } from 'node:events';
import { connect } from 'node:net';
import t, { type Test } from 'tap';
import { openStore, type Request, type Store } from '../helper.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

t.test('returns an id of its own on every answer, and another one each time', async (t) => {
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
  const outside = ['/', '/%', '/docs/', '/docs/static/swagger-ui.css', '/openapi.json', '/healthz'];
  const answers = [
    ...(await Promise.all(requests.map(send))),
    ...(await Promise.all(outside.map((url) => app.inject({ url })))),
  ];
  const ids = answers.map(({ headers }) => String(headers['x-request-id']));
  for (const id of ids) t.match(id, UUID);
  t.equal(new Set(ids).size, answers.length);
});

const SANE = ['x', '4bf92f35-77b3.Aa_0', 'x'.repeat(64), '-', '...'];
const OTHERS = ['', 'x'.repeat(65), 'a b', 'a,b', 'a\tb', 'a/b', 'ä', '<b>', '"a"', '{"a":1}'];

t.test('takes the id of the caller in a sane form, and in no other', async (t) => {
  const { send, log } = await openStore(t, { LOG_LEVEL: 'info' });
  for (const id of [...SANE, ...OTHERS]) {
    const { headers } = await send({ url: '/v1/pets', headers: { 'x-request-id': id } });
    const returned = String(headers['x-request-id']);
    if (SANE.includes(id)) t.equal(returned, id);
    else t.match(returned, UUID, `instead of ${JSON.stringify(id)}`);
    t.equal(JSON.parse(log.at(-1) ?? '').reqId, returned, 'which stands in the log');
  }
});

t.test('takes none of two ids', async (t) => {
  const store = await openStore(t);
  const { head } = await exchange(
    t,
    store,
    'GET /v1 HTTP/1.1\r\nHost: a\r\nX-Request-Id: one\r\nX-Request-Id: two\r\n',
  );
  t.match(idIn(head), UUID);
});

t.test('gives an id to what does not become a request, and logs it', async (t) => {
  const store = await openStore(t, { LOG_LEVEL: 'info' });
  const { head, body } = await exchange(t, store, 'X-Request-Id: mine\r\n');
  t.equal(JSON.parse(body).status, 400);
  t.match(idIn(head), UUID);
  const line = store.log.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'answered');
  t.match(line, { reqId: idIn(head), statusCode: 400 });
});

// RFC 9112 section 3.2. Node's own answer would be empty and have no id.
t.test('answers a request that names no host like any other wrong address', async (t) => {
  const store = await openStore(t);
  const authorization = `Authorization: Bearer ${store.key}\r\n`;
  for (const line of ['GET /v1/pets', 'GET /nothing']) {
    const { head, body } = await exchange(t, store, `${line} HTTP/1.1\r\n${authorization}`);
    t.match(idIn(head), UUID);
    t.strictSame(JSON.parse(body), {
      code: 'malformed_request',
      message: 'The request or its URL is malformed.',
      status: 400,
    });
  }
  const stranger = await exchange(t, store, 'GET /v1/pets HTTP/1.1\r\n');
  t.match(stranger.head, /^HTTP\/1\.1 401 /, 'but tells a stranger nothing else');
  const old = await exchange(t, store, `GET /v1/pets HTTP/1.0\r\n${authorization}`);
  t.match(old.head, /^HTTP\/1\.1 200 /, 'nor has HTTP/1.0 to name one');
});

function idIn(head: string): string {
  return /\r\nx-request-id: ([^\r]*)/i.exec(head)?.[1] ?? 'none';
}

/** Sends a request head as it stands, which no client does. */
async function exchange(t: Test, { app }: Store, head: string) {
  if (!app.server.listening) await app.listen({ port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  t.teardown(() => socket.destroy());
  let answer = '';
  socket.on('data', (text: string) => {
    answer += text;
  });
  socket.write(`${head}Connection: close\r\n\r\n`);
  await once(socket, 'close');
  const [answered = '', body = ''] = answer.split('\r\n\r\n');
  return { head: answered, body };
}
