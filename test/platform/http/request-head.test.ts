// Requests that cannot be read, or that two readers could read differently, so that one of them
// takes a body for a request. Over real connections, directly and through a balancer.

import { once } from 'node:events';
import { connect } from 'node:net';
import { mock } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { errors } from '../../../src/platform/errors/index.ts';
import { openSample } from '../../helper.ts';
import { NEEDS_HAPROXY, startBalancer } from '../../support/balancer.ts';
import { exchange, listen, readError, readResponses } from '../../support/raw-http.ts';

const ANONYMOUS_LIMIT = '100000';

async function serve(t: Test, settings: Record<string, string>) {
  const store = await openSample(t, settings);
  const authorization = `authorization: Bearer ${store.key}\r\n`;
  return { ...store, port: await listen(store.app), authorization };
}

const { port, authorization } = await serve(t, {
  ANONYMOUS_PER_MINUTE: ANONYMOUS_LIMIT,
  PUBLIC_URL: 'https://api.example.com/v1',
});
const GET = `GET /v1/widgets HTTP/1.1\r\nhost: a\r\n${authorization}\r\n`;
const JSON_TYPE = 'content-type: application/json\r\n';

const UNREADABLE = 'The request cannot be read.';
const TARGET = 'The request target is malformed.';
const TOO_LARGE = 'The header fields are too large.';
/** Unreadable requests, by status and message. */
const GARBAGE: [status: number, message: string, ...requests: string[]][] = [
  [400, UNREADABLE, 'HELLO', 'get /v1/widgets HTTP/1.1', 'DESCRIBE /v1/widgets HTTP/1.1'],
  [400, TARGET, 'GET v1/widgets HTTP/1.1', 'GET /v1/\u00e4 HTTP/1.1', 'GET  HTTP/1.1'],
  [
    400,
    UNREADABLE,
    'GET /v1/widgets x HTTP/1.1',
    'GET /v1/widgets HTTP/1.1 x',
    'GET /v1/widgets http/1.1',
  ],
  [400, UNREADABLE, 'GET /v1/widgets HTTP/x', 'GET /v1/widgets HTTP/2'],
  [400, UNREADABLE, 'GET /v1/widgets HTTP/1.1\r\nx y: z', 'GET /v1/widgets HTTP/1.1\r\nx: y\n'],
  [431, TOO_LARGE, `GET /v1/widgets HTTP/1.1\r\nx: ${'x'.repeat(20_000)}`],
  [431, TOO_LARGE, `GET /v1/widgets/${'1'.repeat(20_000)} HTTP/1.1`],
  [501, 'The transfer-encoding must be chunked.', 'GET / HTTP/1.1\r\ntransfer-encoding: gzip'],
  [501, 'The method CONNECT is not implemented.', 'CONNECT store:443 HTTP/1.1'],
];

t.test('an unreadable request gets an error with the headers of every response', async (t) => {
  for (const [status, message, ...requests] of GARBAGE) {
    for (const request of requests) {
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
  }
});

const twice = (field: string) => `${field}\r\n${field}`;
const only = (name: string) => `The header field ${name} must appear only once.`;
const HOST = 'The header field host must be a host and a port.';
const CHUNKED = 'The transfer-encoding must be chunked.';

/** Fields instead of Host, or with it, by status and message. */
const FIELDS: [status: number, message: string, ...fields: string[]][] = [
  [400, 'The header field host is required.', 'x: y'],
  [400, only('host'), twice('host: a'), 'host: a\r\nHost: b'],
  [400, HOST, 'host: a b', 'host: a/b', 'host: a:65536', 'host: a:x', 'host: user@a', 'host: a,b'],
  [400, HOST, 'host: [::1', 'host: [:::::]', 'host: :80', 'host: a%zz'],
  [400, only('content-type'), `host: a\r\n${twice('content-type: application/json')}`],
  [501, CHUNKED, 'host: a\r\ntransfer-encoding: gzip, chunked'],
];

t.test('rejects ambiguous fields, and counts the request for its customer', async (t) => {
  for (const [status, message, ...rows] of FIELDS) {
    for (const fields of rows) {
      for (const [path, limit] of [
        ['/v1/widgets', '1000'],
        // Outside the API callers are counted by address.
        ['/docs', ANONYMOUS_LIMIT],
      ] as const) {
        const end = `${authorization}connection: close\r\n\r\n`;
        const head = `POST ${path} HTTP/1.1\r\n${fields}\r\n${end}`;
        const [response] = readResponses(await exchange(port, head));
        t.match(response, { statusCode: status, body: { message } }, `${path} ${fields}`);
        t.equal(response?.headers['x-ratelimit-limit'], limit);
      }
    }
  }
  const anonymous = await exchange(port, 'GET /v1/widgets HTTP/1.1\r\nconnection: close\r\n\r\n');
  t.equal(readError(anonymous).statusCode, 401, 'an anonymous caller learns nothing else');
  const message = only('authorization');
  const limited = { body: { message }, headers: { 'x-ratelimit-limit': ANONYMOUS_LIMIT } };
  for (const [version, others] of [
    ['1.1', ''],
    ['1.1', `${twice('referer: a')}\r\n`],
    ['1.1', 'x: y\r\n'.repeat(97)],
    ['2.0', ''],
  ] as const) {
    const fields = `${others}${authorization}${authorization.slice(0, -3)}\r\n`;
    const twoKeys = `GET /v1/widgets HTTP/${version}\r\nhost: a\r\n${fields}connection: close\r\n\r\n`;
    const response = readError(await exchange(port, twoKeys));
    t.match(response, limited, `of two keys neither is taken: ${version} ${others.slice(0, 9)}`);
  }
});

/** The statuses of heads before the fields of a customer. */
const HEADS: [status: number, head: string][] = [
  [200, 'GET /v1/widgets HTTP/1.1\r\nhost: a\r\naccept: a\r\naccept: b'],
  [200, 'GET http://a/v1/widgets HTTP/1.1\r\nhost: a'],
  [400, 'GET http://a%zz/v1/widgets HTTP/1.1\r\nhost: a'],
  [200, 'GET /v1/widgets HTTP/1.1\r\nhost:'],
  [200, 'GET /v1/widgets HTTP/1.1\r\nhost: [::1]:65535'],
  [200, 'GET /v1/widgets HTTP/1.1\r\nhost: a_b.c:'],
  [200, 'GET /v1/widgets HTTP/1.0'],
  [200, 'GET /v1/widgets HTTP/1.1\r\nhost: a\r\nundefined: a'],
  [200, 'GET /v1/widgets HTTP/1.1\r\nhost: a\r\nexpect: something'],
  [505, 'GET /v1/widgets HTTP/1.2\r\nhost: a'],
  [505, 'GET /v1/widgets HTTP/0.9\r\nhost: a'],
  [505, 'GET /v1/widgets HTTP/2.0\r\nhost: a'],
  [400, 'POST /v1/widgets HTTP/1.0\r\ntransfer-encoding: chunked'],
  [200, `GET /v1/widgets HTTP/1.1\r\nhost: a${'\r\nx: y'.repeat(97)}`],
  [431, `GET /v1/widgets HTTP/1.1\r\nhost: a${'\r\nx: y'.repeat(98)}`],
];

t.test('serves HTTP/1.1 and 1.0, with fields that may be repeated, and one key', async (t) => {
  for (const [status, head] of HEADS) {
    const end = `\r\n${authorization}connection: close\r\n\r\n`;
    const [response] = readResponses(await exchange(port, head + end));
    t.equal(response?.statusCode, status, head.slice(0, 80));
    t.equal(response?.headers['strict-transport-security'], 'max-age=31536000');
  }
});

const POST = `POST /v1/widgets HTTP/1.1\r\nhost: a\r\n`;
const NO_CHUNKS = `${JSON_TYPE}transfer-encoding: chunked\r\n\r\nno chunk\r\n`;
const BODY = '{"name":"Bolt","groupId":7}';
const EXPECTED = `${JSON_TYPE}expect: 100-continue\r\ncontent-length: 27\r\n`;
/** Sequences on one connection, and the statuses of their responses. */
const SEQUENCES: [statuses: string, bytes: string][] = [
  ['200 200 400', `${GET}${GET}HELLO\r\n\r\n`],
  ['200 501', `${GET}CONNECT store:443 HTTP/1.1\r\nhost: store:443\r\n\r\n`],
  ['200 400', `${GET}${POST}${authorization}${NO_CHUNKS}`],
  ['401', `${POST}${NO_CHUNKS}`],
  ['100 201', `${POST}${authorization}connection: close\r\n${EXPECTED}\r\n${BODY}`],
  ['401', `${POST}connection: close\r\n${EXPECTED}\r\n`],
  ['415', `${POST}${authorization}connection: close\r\n${EXPECTED.replace('json', 'xml')}\r\n`],
  ['404', `${POST.replace('/v1', '/v2')}connection: close\r\n${EXPECTED}\r\n`],
  ['200', `${GET.replace('1.1\r\n', '1.0\r\nexpect: 100-continue\r\n')}`],
];

t.test('responds in order, once, and asks only for a body that it reads', async (t) => {
  for (const [statuses, bytes] of SEQUENCES) {
    const responses = readResponses(await exchange(port, bytes));
    t.equal(responses.map(({ statusCode }) => statusCode).join(' '), statuses, bytes);
  }
});

const H2C = 'connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n';
const LENGTH = `${authorization}${JSON_TYPE}content-length: 27\r\n\r\n${BODY}`;
const UPGRADED = GET.replace('\r\n', `\r\n${H2C}`);
/** Requests for another protocol, after which Node reads nothing, and the statuses of responses. */
const UPGRADES: [statuses: string, bytes: string][] = [
  ['200', UPGRADED],
  ['200 200', GET + UPGRADED],
  ['200', UPGRADED.replace(H2C, 'connection: keep-alive, Upgrade\r\nupgrade: websocket\r\n')],
  ['200', UPGRADED.replace('/v1/widgets', '/healthz')],
  ['200', UPGRADED.replace('1.1', '1.0').replace('connection: ', 'connection: keep-alive, ')],
  ['404', UPGRADED.replace('/v1/widgets', '/v1/nothing')],
  ['404', UPGRADED.replace('/v1/widgets', '/nothing')],
  ['405', UPGRADED.replace('GET', 'DELETE')],
  ['400', UPGRADED.replace('/v1/widgets', '/v1/widgets?limit=x')],
  ['401', UPGRADED.replace(authorization, '')],
  ['201', `${POST}${H2C}${LENGTH}`],
  ['400', `${POST}${H2C}${LENGTH.replace('"Bolt"', '12345')}`],
  ['401', `${POST}${H2C}${LENGTH.replace(authorization, '')}`],
];

t.test('ends a connection with the response to a request for another protocol', async (t) => {
  for (const [statuses, bytes] of UPGRADES) {
    const responses = readResponses(await exchange(port, bytes + GET));
    t.equal(responses.map(({ statusCode }) => statusCode).join(' '), statuses, bytes);
    t.equal(responses.at(-1)?.headers.connection, 'close', bytes);
  }
});

t.test('ends a connection rather than discard a large body', async (t) => {
  for (const [bytes, connection] of [
    [65_536, 'keep-alive'],
    [65_537, 'close'],
  ]) {
    const response = readError(
      await exchange(port, `${POST}content-length: ${bytes}\r\n\r\n`, /\}$/),
    );
    t.match(response, { statusCode: 401, headers: { connection } });
  }
});

t.test('an unreadable request outside of the API counts for its address', async (t) => {
  const { port: own } = await serve(t, {});
  const options = 'OPTIONS /openapi.json HTTP/1.1\r\nhost: a\r\n';
  for (const [i, [status, head]] of (
    [
      [400, 'GET /docs HTTP/1.1\r\nhost: a b\r\n'],
      [505, 'GET /docs HTTP/2.0\r\nhost: a\r\n'],
      [431, `GET /docs HTTP/1.1\r\nhost: a\r\n${'x: y\r\n'.repeat(99)}`],
      [501, 'GET /docs HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip, chunked\r\n'],
      [415, `${options}content-type: a/b\r\ncontent-length: 1\r\n`],
      [413, `${options}${JSON_TYPE}content-length: 70000\r\n`],
    ] as const
  ).entries()) {
    const received = await exchange(own, `${head}connection: close\r\n\r\nx`, /\}$/);
    const [response] = readResponses(received);
    t.match(response, { statusCode: status, body: { status } }, head.slice(0, 80));
    t.equal(response?.headers['x-ratelimit-remaining'], String(59 - i), head.slice(0, 80));
  }
});

t.test('a client that resets its connection ends no process', async (t) => {
  const { port } = await serve(t, {});
  for (const request of ['CONNECT store:443 HTTP/1.1\r\nhost: a\r\n\r\n', 'HELLO\r\n\r\n', GET]) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(request, () => socket.resetAndDestroy());
    await once(socket, 'close');
  }
  t.match(await exchange(port, GET, /"code":/), /^HTTP\/1\.1 401 /);
});

t.test('cuts off a client that does not end its side after an error', async (t) => {
  const { app, port } = await serve(t, {});
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume();
  t.teardown(() => socket.destroy());
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  socket.write('HELLO\r\n\r\n');
  await once(socket, 'end');
  const countOpen = async () => {
    await nextTick();
    return promisify(app.server.getConnections.bind(app.server))();
  };
  mock.timers.tick(500);
  t.equal(await countOpen(), 1, 'it may still read the response');
  mock.timers.tick(500);
  t.equal(await countOpen(), 0);
});

t.test('returns 408 when a request does not arrive in time', async (t) => {
  const { app, port, authorization } = await serve(t, {});
  const connectionsCheckingInterval = 1_000;
  t.match(app.server, {
    headersTimeout: 5_000,
    requestTimeout: 15_000,
    connectionsCheckingInterval,
  });
  app.server.headersTimeout = 100;
  app.server.requestTimeout = 100;
  let tenths = 0;
  const timer = setInterval(() => {
    tenths += 1;
  }, 100);
  t.teardown(() => clearInterval(timer));
  for (const bytes of [
    'GET /v1/widgets HTTP/1.1\r\nhost: a\r\nx-never',
    `${POST}${authorization}${JSON_TYPE}content-length: 27\r\n\r\n{`,
  ]) {
    const response = readResponses(await exchange(port, bytes)).at(-1);
    t.strictSame(response?.body, {
      code: 'request_timeout',
      message: 'The request took too long to arrive.',
      status: 408,
    });
  }
  // On a busy machine they are as late as the response is.
  t.ok(tenths < 50, `${tenths} tenths of a second for both`);
});

const SMUGGLED = 'GET /v1/smuggled HTTP/1.1\r\nhost: a\r\nx: ';
/** Not the length of a body of 29 bytes. */
const LENGTHS = ['29, 29', '+29', '-1', '', '2 9', '0x1d', '2_9', '18446744073709551645'];
/** Makes the Content-Length behind it ambiguous. */
const BEFORE_LENGTH = [
  'content-length: 4\r\n',
  'content-length: 27\r\n',
  'content-length : 27\r\n',
  'transfer-encoding:\r\n',
  'transfer-encoding: identity\r\n',
  'x: y\n',
  'x: y\r',
  'x: y\r\n ',
  'x\r\n',
  'x: y\0z\r\n',
  'x y: z\r\n',
];
/** Not the coding of a body in chunks. */
const CODINGS = [
  'gzip',
  'gzip, chunked',
  'chunked, chunked',
  'xchunked',
  'chunked;x=y',
  '\x0bchunked',
];
/** Makes the Transfer-Encoding behind it ambiguous. */
const BEFORE_CODING = ['content-length: 4\r\n', 'transfer-encoding: gzip\r\n'];
/** Not the size of a chunk of 29 bytes. */
const SIZES = ['1000000000000001d', 'ffffffffffffffff1', '-1d', '0x1d', '1c', '1d;x\ny'];
const LAST_CHUNK = '0\r\n\r\n';
const CHUNK = `1d\r\n${BODY}`;
const CHUNKS = [
  ...SIZES.map((size) => `${size}\r\n${BODY}\r\n${LAST_CHUNK}`),
  `1d\n${BODY}\r\n${LAST_CHUNK}`,
  `${CHUNK}xx${LAST_CHUNK}`,
  `${CHUNK}\r\n0\r\ncontent-length: 5\r\n\r\n`,
];
/** Two hosts, a folded first line, and no host. */
const HOSTS = ['host: a\r\nhost: b\r\n', ' x: y\r\nhost: a\r\n', ''];

function attemptsOf({ authorization }: { readonly authorization: string }): string[] {
  const head = `${POST}${authorization}${JSON_TYPE}`;
  const chunked = `transfer-encoding: chunked\r\n\r\n`;
  const inChunks = `${CHUNK}\r\n${LAST_CHUNK}`;
  const attempts = [
    ...LENGTHS.map((length) => `${head}content-length: ${length}\r\n\r\n${BODY}`),
    ...BEFORE_LENGTH.map((before) => `${head}${before}content-length: 27\r\n\r\n${BODY}`),
    ...CODINGS.map((coding) => `${head}transfer-encoding: ${coding}\r\n\r\n${inChunks}`),
    ...BEFORE_CODING.map((before) => `${head}${before}${chunked}${inChunks}`),
    `${head}transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n${inChunks}`,
    ...CHUNKS.map((chunks) => `${head}${chunked}${chunks}`),
    ...HOSTS.map((host) => `GET /v1/widgets HTTP/1.1\r\n${host}${authorization}\r\n`),
  ];
  return attempts.map((request) => request + SMUGGLED);
}

t.test('rejects every attempt to smuggle a request', async (t) => {
  const store = await serve(t, { LOG_LEVEL: 'info' });
  for (const request of attemptsOf(store)) {
    const responses = readResponses(await exchange(store.port, request));
    t.match(responses, [{ statusCode: /^(400|501)$/, body: { code: String } }], request);
    t.equal(responses.length, 1, request);
    t.match(responses[0]?.headers, { connection: 'close', 'x-request-id': String }, request);
  }
  t.same(await store.database.client.widget.findMany(), []);
  t.notMatch(store.log.join(''), /"http.response.status_code":404/);
});

t.test('HAProxy returns 503 if an instance ends during a request', NEEDS_HAPROXY, async (t) => {
  const { app, port } = await serve(t, {});
  app.server.prependListener('request', ({ url, socket }) => {
    if (url !== '/readyz') socket.destroy();
  });
  const balancerPort = await startBalancer(t, `127.0.0.1:${port}`);
  for (const request of [GET, `${POST}content-length: 0\r\n\r\n`]) {
    const [response] = readResponses(await exchange(balancerPort, request, /[}>]\s*$/));
    const { statusCode, headers, body } = errors.serviceUnavailable;
    t.match(response, { statusCode, headers, body: JSON.parse(body) }, request);
  }
});

t.test('nothing is smuggled through HAProxy', NEEDS_HAPROXY, async (t) => {
  const store = await serve(t, { LOG_LEVEL: 'info', TRUST_PROXY: '127.0.0.1' });
  const balancerPort = await startBalancer(t, `127.0.0.1:${store.port}`);
  const end = `${store.authorization}connection: close\r\n\r\n`;
  const isServed = `GET /v1/widgets HTTP/1.1\r\nhost: a\r\n${end}`;
  for (const request of attemptsOf(store)) {
    // A balancer may repair what it understands. It keeps the connection open then.
    const received = await exchange(balancerPort, request, /\r\n\r\n/);
    t.match(received, /^HTTP\/1\.[01] (2|4|5)\d\d /, request);
    // The next request on the connections between the two is still read as it was sent.
    t.match(await exchange(balancerPort, isServed), /^HTTP\/1\.1 200 /, request);
  }
  t.notMatch(store.log.join(''), /"http.response.status_code":404/, 'nobody has asked for it');
});
