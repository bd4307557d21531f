import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import t, { type Test } from 'tap';
import { handleConnectionError } from '../../src/http/connection-errors.ts';
import connections from '../../src/http/connections.ts';
import { type ConnectionError, errorOf } from '../../src/http/parser-errors.ts';
import pipelining from '../../src/http/pipelining.ts';
import { openStore } from '../helper.ts';
import { exchange, readError, readResponses } from '../support/raw-http.ts';

/*
 * Responses to what does not become a request, over real connections.
 */

async function listen(t: Test, settings: Record<string, string> = {}) {
  const { app, key } = await openStore(t, settings);
  await app.listen({ port: 0 });
  const { port } = app.server.address() as { port: number };
  return { app, port, key };
}

t.test('returns 400 for what is not HTTP', async (t) => {
  const { port } = await listen(t);
  const { body, headers } = readError(await exchange(port, 'HELLO\r\n\r\n'));
  t.same(body, {
    code: 'malformed_request',
    message: 'The request method is not known.',
    status: 400,
  });
  t.equal(headers.connection, 'close');
  t.equal(headers['x-ratelimit-limit'], '60', 'the limit of anonymous callers');
});

/** Requests, and what of them cannot be read. */
const UNREADABLE: [message: string, request: string][] = [
  ['The request method is not known.', 'get /v1/pets HTTP/1.1'],
  ['The request method is not known.', 'GETTING /v1/pets HTTP/1.1'],
  ['The request method is not known.', 'DESCRIBE /v1/pets HTTP/1.1'],
  ['The request target is malformed.', 'GET v1/pets HTTP/1.1'],
  ['The request target is malformed.', 'GET /v1/\u00e4 HTTP/1.1'],
  ['The request target is malformed.', 'GET  HTTP/1.1'],
  ['The request line cannot be read.', 'GET /v1/pets x HTTP/1.1'],
  ['The request line cannot be read.', 'GET /v1/pets HTTP/1.1 x'],
  ['The request line cannot be read.', 'GET /v1/pets HTTP/1.1\nhost: a'],
  ['The request line cannot be read.', 'GET /v1/pets http/1.1'],
  ['The request line cannot be read.', 'GET /v1/pets ICE/1.0'],
  ['The HTTP version cannot be read.', 'GET /v1/pets HTTP/x'],
  ['The HTTP version cannot be read.', 'GET /v1/pets HTTP/2'],
  ['The header fields cannot be read.', 'GET /v1/pets HTTP/1.1\r\nx y: z'],
];

t.test('names what cannot be read', async (t) => {
  const { port } = await listen(t);
  for (const [message, request] of UNREADABLE) {
    const { body } = readError(await exchange(port, `${request}\r\nhost: a\r\n\r\n`));
    t.same(body, { code: 'malformed_request', message, status: 400 }, request);
  }
});

t.test('has a message for what only another version of Node reports', async (t) => {
  const cause: ConnectionError = Object.assign(new Error('in other words'), { code: 'HPE_OTHER' });
  for (const isInBody of [false, true]) {
    t.equal(errorOf(cause, isInBody).message, 'The request cannot be read.');
  }
  t.equal(errorOf(new Error('without a code'), false).code, 'malformed_request');
});

t.test('returns 431 when the headers are too large', async (t) => {
  const { port } = await listen(t);
  const request = `GET /v1/pets HTTP/1.1\r\nhost: a\r\nx-filler: ${'x'.repeat(20_000)}\r\n\r\n`;
  t.same(readError(await exchange(port, request)).body, {
    code: 'headers_too_large',
    message: 'The header fields are too large.',
    status: 431,
  });
});

t.test('returns 431 when the path is too long', async (t) => {
  const { port } = await listen(t);
  const request = `GET /v1/pets/${'1'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`;
  t.equal(readError(await exchange(port, request)).body.code, 'headers_too_large');
});

t.test('returns 408 when a request does not arrive in time', async (t) => {
  const { app, port } = await listen(t);
  app.server.headersTimeout = 100;
  app.server.requestTimeout = 100;
  const received = await Promise.race([
    exchange(port, 'GET /v1/pets HTTP/1.1\r\nhost: a\r\nx-never'),
    // Node looks for such requests every 30 s, unless told otherwise.
    wait(15_000, 'nothing for 15 s', { ref: false }),
  ]);
  t.same(readError(received).body, {
    code: 'request_timeout',
    message: 'The request took too long to arrive.',
    status: 408,
  });
});

t.test('sends no second response when a body fails after its response', async (t) => {
  const app = Fastify({
    clientErrorHandler: handleConnectionError,
    requestTimeout: 100,
    http: { headersTimeout: 100, connectionsCheckingInterval: 50 },
  });
  await app.register(connections, {});
  await app.register(pipelining, {});
  let body = new Readable();
  app.get('/', (_request, reply) => {
    body = new Readable({ read() {} });
    body.push('begun');
    return reply.send(body);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => app.close());
  const { port } = app.server.address() as AddressInfo;

  for (const [isComplete, rest] of [
    [false, 'no chunk\r\n'],
    [true, 'no chunk\r\n'],
    // The rest never arrives.
    [true, ''],
  ] as const) {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    t.teardown(() => socket.destroy());
    let received = '';
    socket.on('data', (text) => {
      received += text;
    });
    socket.write('GET / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n');
    while (!received.includes('begun')) await wait(1);
    if (isComplete) body.push(null);
    while (isComplete && !received.endsWith('0\r\n\r\n')) await wait(1);
    const [failed, ended] = [once(app.server, 'clientError'), once(socket, 'end')];
    socket.write(rest);
    await failed;
    body.push(null);
    await ended;
    t.equal(received.split('HTTP/1.1 ').length - 1, 1, `${isComplete} ${rest}`);
  }
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
  t.equal(readError(await exchange(port, 'HELLO\r\n\r\n')).statusCode, 400);
});

t.test('waits 5 s for the header of a request, and 15 s for all of it', async (t) => {
  const { app } = await listen(t);
  const { headersTimeout, requestTimeout } = app.server;
  t.same({ headersTimeout, requestTimeout }, { headersTimeout: 5_000, requestTimeout: 15_000 });
});

t.test('responds once to a request whose body cannot be read after its rejection', async (t) => {
  const { port } = await listen(t);
  const head = 'POST /v1/pets HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n';
  t.equal(readResponses(await exchange(port, `${head}x\r\n`)).length, 1);
});

t.test(
  'responds to a request on the connection before it rejects the body of the next',
  async (t) => {
    const { port, key } = await listen(t);
    const head = `HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n`;
    const body = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nno chunk\r\n';
    const received = await exchange(port, `GET /v1/pets ${head}\r\nPOST /v1/pets ${head}${body}`);
    t.match(readResponses(received), [
      { statusCode: 200 },
      { statusCode: 400, body: { message: 'The chunks of the body cannot be read.' } },
    ]);
  },
);

t.test('returns 501 to CONNECT, after the responses to earlier requests', async (t) => {
  const { port, key } = await listen(t);
  const earlier = `GET /v1/pets HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n\r\n`;
  const connect = 'CONNECT store:443 HTTP/1.1\r\nhost: store:443\r\n\r\n';
  t.match(readError(await exchange(port, connect)), {
    statusCode: 501,
    headers: { connection: 'close' },
    body: { code: 'not_implemented', message: 'The method CONNECT is not implemented.' },
  });
  t.match(readResponses(await exchange(port, earlier + connect)), [
    { statusCode: 200 },
    { statusCode: 501 },
  ]);
});

t.test('serves other clients after one that has sent CONNECT disconnects', async (t) => {
  const { port } = await listen(t);
  const socket = connect(port, '127.0.0.1');
  socket.write('CONNECT store:443 HTTP/1.1\r\nhost: store:443\r\n\r\n');
  await once(socket, 'data');
  socket.resetAndDestroy();
  t.equal(readError(await exchange(port, 'HELLO\r\n\r\n')).statusCode, 400);
});

t.test('ends a connection on which a body follows that is too large to be discarded', async (t) => {
  const { port } = await listen(t);
  for (const [bytes, connection] of [
    [65_536, 'keep-alive'],
    [65_537, 'close'],
  ]) {
    const request = `POST /v1/pets HTTP/1.1\r\nhost: a\r\ncontent-length: ${bytes}\r\n\r\n`;
    const response = readError(await exchange(port, request, /\}$/));
    t.match(response, { statusCode: 401, headers: { connection } });
  }
});
