import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import t from 'tap';
import { openStore } from '../helper.ts';
import { exchange, readError, readResponses } from '../support/raw-http.ts';

/*
 * Heads that cannot be read, or that two readers could take for different ones, over real connections.
 */

const ANONYMOUS_LIMIT = '100000';
const { app, key } = await openStore(t, {
  ANONYMOUS_PER_MINUTE: ANONYMOUS_LIMIT,
  PUBLIC_URL: 'https://api.example.com/v1',
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;

const AUTHORIZATION = `authorization: Bearer ${key}\r\n`;
const GET = `GET /v1/pets HTTP/1.1\r\nhost: a\r\n${AUTHORIZATION}\r\n`;

/** Requests, and what of them cannot be read. */
const UNREADABLE: [status: number, message: string, request: string][] = [
  [400, 'The request method is not known.', 'HELLO'],
  [400, 'The request method is not known.', 'get /v1/pets HTTP/1.1'],
  [400, 'The request method is not known.', 'GETTING /v1/pets HTTP/1.1'],
  [400, 'The request method is not known.', 'DESCRIBE /v1/pets HTTP/1.1'],
  [400, 'The request target is malformed.', 'GET v1/pets HTTP/1.1'],
  [400, 'The request target is malformed.', 'GET /v1/\u00e4 HTTP/1.1'],
  [400, 'The request target is malformed.', 'GET  HTTP/1.1'],
  [400, 'The request line cannot be read.', 'GET /v1/pets x HTTP/1.1'],
  [400, 'The request line cannot be read.', 'GET /v1/pets HTTP/1.1 x'],
  [400, 'The request line cannot be read.', 'GET /v1/pets HTTP/1.1\nhost: a'],
  [400, 'The request line cannot be read.', 'GET /v1/pets http/1.1'],
  [400, 'The request line cannot be read.', 'GET /v1/pets ICE/1.0'],
  [400, 'The HTTP version cannot be read.', 'GET /v1/pets HTTP/x'],
  [400, 'The HTTP version cannot be read.', 'GET /v1/pets HTTP/2'],
  [400, 'The header fields cannot be read.', 'GET /v1/pets HTTP/1.1\r\nx y: z'],
  [431, 'The header fields are too large.', `GET /v1/pets HTTP/1.1\r\nx: ${'x'.repeat(20_000)}`],
  [431, 'The header fields are too large.', `GET /v1/pets/${'1'.repeat(20_000)} HTTP/1.1`],
  [501, 'The method CONNECT is not implemented.', 'CONNECT store:443 HTTP/1.1'],
];

t.test('what cannot be read gets an error with the headers of every response', async (t) => {
  for (const [status, message, request] of UNREADABLE) {
    const response = readError(await exchange(port, `${request}\r\nhost: a\r\n\r\n`));
    t.match(response, { statusCode: status, body: { code: String, message, status } }, request);
    t.match(response.headers, {
      connection: 'close',
      'x-request-id': /^[\da-f-]{36}$/,
      'x-ratelimit-limit': ANONYMOUS_LIMIT,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000',
    });
    t.notOk('server' in response.headers);
  }
});

const twice = (field: string) => `${field}\r\n${field}`;
const only = (name: string) => `The header field ${name} must appear only once.`;
const HOST = 'The header field host must be a host and a port.';
const CHUNKED = 'The transfer-encoding must be chunked.';

/** A field that replaces Host, or comes before it, and how it is rejected. */
const FIELDS: [status: number, message: string, ...fields: string[]][] = [
  [400, 'The header field host is required.', 'x: y'],
  [400, only('host'), twice('host: a'), 'host: a\r\nHost: b'],
  [400, HOST, 'host: a b', 'host: a/b', 'host: a:99999', 'host: a:x', 'host: user@a', 'host: a,b'],
  [400, HOST, 'host: [::1', 'host: [:::::]', 'host: [1.2.3]', 'host: [12345::]', 'host: :80'],
  [400, HOST, 'host: http://a', 'host: a%zz'],
  [400, only('content-type'), `host: a\r\n${twice('content-type: application/json')}`],
  [400, only('user-agent'), `host: a\r\n${twice('user-agent: x')}`],
  [501, CHUNKED, 'host: a\r\ntransfer-encoding: gzip, chunked'],
  [501, CHUNKED, 'host: a\r\ntransfer-encoding: gzip\r\ntransfer-encoding: chunked'],
  [501, CHUNKED, 'host: a\r\ntransfer-encoding: , chunked'],
];

t.test('rejects ambiguous fields, and counts the request for its customer', async (t) => {
  for (const [status, message, ...rows] of FIELDS) {
    for (const fields of rows) {
      for (const path of ['/v1/pets', '/docs']) {
        const head = `POST ${path} HTTP/1.1\r\n${fields}\r\n${AUTHORIZATION}connection: close\r\n\r\n`;
        const response = readError(await exchange(port, head));
        t.match(response, { statusCode: status, body: { message } }, `${path} ${fields}`);
        const limit = path === '/docs' ? ANONYMOUS_LIMIT : '1000';
        t.equal(response.headers['x-ratelimit-limit'], limit);
      }
    }
  }
  const anonymous = await exchange(port, 'GET /v1/pets HTTP/1.1\r\nconnection: close\r\n\r\n');
  t.equal(readError(anonymous).statusCode, 401, 'an anonymous caller learns nothing else');
});

/** What a request may be like that is served, and like those that are not. */
const HEADS: [status: number, head: string][] = [
  [200, 'GET /v1/pets HTTP/1.1\r\nhost: a\r\naccept: a\r\naccept: b'],
  [200, 'GET /v1/pets HTTP/1.1\r\nhost:'],
  [200, 'GET /v1/pets HTTP/1.1\r\nhost: [::1]:80'],
  [200, 'GET /v1/pets HTTP/1.1\r\nhost: [::ffff:192.0.2.1]'],
  [200, 'GET /v1/pets HTTP/1.1\r\nhost: a_b.c:'],
  [200, 'GET /v1/pets HTTP/1.0'],
  [505, 'GET /v1/pets HTTP/1.2\r\nhost: a'],
  [505, 'GET /v1/pets HTTP/0.9\r\nhost: a'],
  [505, 'GET /v1/pets HTTP/2.0\r\nhost: a'],
  [400, 'POST /v1/pets HTTP/1.0\r\ntransfer-encoding: chunked'],
  [400, `GET /v1/pets HTTP/1.1\r\nhost: a\r\n${AUTHORIZATION.trim()}`],
  [200, `GET /v1/pets HTTP/1.1\r\nhost: a${'\r\nx: y'.repeat(97)}`],
  [431, `GET /v1/pets HTTP/1.1\r\nhost: a${'\r\nx: y'.repeat(98)}`],
  [431, `GET /v1/pets HTTP/1.1\r\nhost: a${'\r\nx: y'.repeat(830)}`],
];

t.test('serves HTTP/1.1 and 1.0, with fields that may be repeated, and one key', async (t) => {
  for (const [status, head] of HEADS) {
    const end = `\r\n${AUTHORIZATION}connection: close\r\n\r\n`;
    const [response] = readResponses(await exchange(port, head + end));
    t.equal(response?.statusCode, status, head.slice(0, 80));
  }
});

/** Sequences on one connection, and the statuses of their responses. */
const CHUNKS = `content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nno chunk\r\n`;
const SEQUENCES: [statuses: string, bytes: string][] = [
  ['200 200 400', `${GET}${GET}HELLO\r\n\r\n`],
  ['200 501', `${GET}CONNECT store:443 HTTP/1.1\r\nhost: store:443\r\n\r\n`],
  ['200 400', `${GET}POST /v1/pets HTTP/1.1\r\nhost: a\r\n${AUTHORIZATION}${CHUNKS}`],
  ['400', `POST /v1/pets HTTP/1.1\r\nhost: a\r\n${CHUNKS}`],
];

t.test('responds in order, and once, to what a connection has sent', async (t) => {
  for (const [statuses, bytes] of SEQUENCES) {
    const responses = readResponses(await exchange(port, bytes));
    t.equal(responses.map(({ statusCode }) => statusCode).join(' '), statuses);
  }
});

t.test('serves other clients after one disconnects', async (t) => {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /v1/pets HTTP/1.1\r\nhost: a\r\nx-ne');
  await once(socket, 'connect');
  socket.resetAndDestroy();
  const tunnel = connect(port, '127.0.0.1');
  tunnel.write('CONNECT store:443 HTTP/1.1\r\nhost: store:443\r\n\r\n');
  await once(tunnel, 'data');
  tunnel.resetAndDestroy();
  t.match(await exchange(port, GET, /\[\]$/), /^HTTP\/1\.1 200 /);
});

t.test('ends a connection on which a body follows that is too large to be discarded', async (t) => {
  for (const [bytes, connection] of [
    [65_536, 'keep-alive'],
    [65_537, 'close'],
  ]) {
    const request = `POST /v1/pets HTTP/1.1\r\nhost: a\r\ncontent-length: ${bytes}\r\n\r\n`;
    const response = readError(await exchange(port, request, /\}$/));
    t.match(response, { statusCode: 401, headers: { connection } });
  }
});

t.test('returns 408 when a request does not arrive in time', async (t) => {
  const { headersTimeout, requestTimeout } = app.server;
  t.same({ headersTimeout, requestTimeout }, { headersTimeout: 5_000, requestTimeout: 15_000 });
  app.server.headersTimeout = 100;
  app.server.requestTimeout = 100;
  for (const bytes of [
    'GET /v1/pets HTTP/1.1\r\nhost: a\r\nx-never',
    `POST /v1/pets HTTP/1.1\r\nhost: a\r\n${AUTHORIZATION}content-type: application/json\r\ncontent-length: 29\r\n\r\n{`,
  ]) {
    const response = readResponses(await exchange(port, bytes)).at(-1);
    t.match(response?.body, {
      code: 'request_timeout',
      message: 'The request took too long to arrive.',
      status: 408,
    });
  }
});
