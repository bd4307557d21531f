import { once } from 'node:events';
import { connect } from 'node:net';
import t, { type Test } from 'tap';
import { checkAnswer } from '../contract/check-response.ts';
import { openStore } from '../helper.ts';

/*
 * Responses to what does not become a request, over real connections.
 */

async function listen(t: Test, settings: Record<string, string> = {}) {
  const { app, key } = await openStore(t, settings);
  await app.listen({ port: 0 });
  const { port } = app.server.address() as { port: number };
  return { app, port, key };
}

/** Sends bytes. Returns everything received until the connection ends. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  socket.write(bytes);
  await once(socket, 'close');
  return received;
}

/** Parses a raw response, and checks it against the contract as one of no operation. */
function read(text: string) {
  const [head = '', payload = ''] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const statusCode = Number(statusLine.split(' ')[1]);
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 2),
    ]),
  );
  checkAnswer('GET', '/no-operation', { statusCode, headers, payload });
  return { statusCode, headers, body: JSON.parse(payload) };
}

t.test('returns 400 for what is not HTTP', async (t) => {
  const { port } = await listen(t);
  const { body, headers } = read(await exchange(port, 'HELLO\r\n\r\n'));
  t.same(body, {
    code: 'malformed_request',
    message: 'The request or its URL is malformed.',
    status: 400,
  });
  t.equal(headers.connection, 'close');
  t.equal(headers['x-ratelimit-limit'], '60', 'the limit of anonymous callers');
});

t.test('returns 431 when the headers are too large', async (t) => {
  const { port } = await listen(t);
  const request = `GET /v1/pets HTTP/1.1\r\nhost: a\r\nx-filler: ${'x'.repeat(20_000)}\r\n\r\n`;
  t.same(read(await exchange(port, request)).body, {
    code: 'headers_too_large',
    message: 'The header fields are too large.',
    status: 431,
  });
});

t.test('returns 431 when the path is too long', async (t) => {
  const { port } = await listen(t);
  const request = `GET /v1/pets/${'1'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`;
  t.equal(read(await exchange(port, request)).body.code, 'headers_too_large');
});

t.test('returns 408 when a request does not arrive in time', async (t) => {
  const { app, port } = await listen(t);
  app.server.headersTimeout = 100;
  app.server.requestTimeout = 100;
  t.same(read(await exchange(port, 'GET /v1/pets HTTP/1.1\r\nhost: a\r\nx-never')).body, {
    code: 'request_timeout',
    message: 'The request took too long to arrive.',
    status: 408,
  });
});

t.test('sends the responses to earlier requests on the connection first', async (t) => {
  const { port, key } = await listen(t);
  const request = `GET /v1/pets HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n\r\n`;
  const received = await exchange(port, `${request}${request}HELLO\r\n\r\n`);
  t.same(received.match(/(?<=HTTP\/1\.1 )\d+/g), ['200', '200', '400']);
});

t.test('serves other clients after one disconnects in the middle of a request', async (t) => {
  const { port } = await listen(t);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /v1/pets HTTP/1.1\r\nhost: a\r\nx-ne');
  await once(socket, 'connect');
  socket.resetAndDestroy();
  t.equal(read(await exchange(port, 'HELLO\r\n\r\n')).statusCode, 400);
});

t.test('sends 100 Continue only when it will read the body', async (t) => {
  const { port, key } = await listen(t);
  const request = (key: string, type = 'application/json', length = 29) =>
    [
      'POST /v1/pets HTTP/1.1',
      'host: a',
      `authorization: Bearer ${key}`,
      `content-type: ${type}`,
      `content-length: ${length}`,
      'expect: 100-continue',
      'connection: close',
      '\r\n',
    ].join('\r\n');
  for (const [status, text] of [
    [401, request('nobody')],
    [415, request(key, 'text/plain')],
    [413, request(key, 'application/json', 65_537)],
  ] as const) {
    const response = await exchange(port, text);
    t.match(response, new RegExp(`^HTTP/1.1 ${status} `));
    t.notMatch(response, /100 Continue/);
  }
});
