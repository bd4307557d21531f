import t, { type Test } from 'tap';
import { openStore } from '../helper.ts';
import { exchange, readError, readResponses } from '../support/raw-http.ts';

/*
 * Heads that Node accepts and the service rejects, over real connections.
 */

const BODY = '{"name":"Rex","categoryId":7}';
const twice = (field: string) => `${field}\r\n${field}`;
const once = (name: string) => `The header field ${name} must appear only once.`;

async function listen(t: Test) {
  const { app, key } = await openStore(t);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { key, port: (app.server.address() as { port: number }).port };
}

const HOST = 'The header field host must be a host and a port.';
const CHUNKED = 'The transfer-encoding must be chunked.';
const VERSION = 'The HTTP version must be 1.1 or 1.0.';

/** A field that replaces Host, or comes before it, and how it is rejected. */
const FIELDS: [status: number, message: string, fields: string][] = [
  [400, 'The header field host is required.', 'x: y'],
  [400, once('host'), twice('host: a')],
  [400, once('host'), 'host: a\r\nHost: b'],
  [400, HOST, 'host: a b'],
  [400, HOST, 'host: a/b'],
  [400, HOST, 'host: a:99999'],
  [400, HOST, 'host: a:x'],
  [400, HOST, 'host: user@a'],
  [400, HOST, 'host: [::1'],
  [400, HOST, 'host: [:::::]'],
  [400, HOST, 'host: [1.2.3]'],
  [400, HOST, 'host: [12345::]'],
  [400, HOST, 'host: a,b'],
  [400, HOST, 'host: :80'],
  [400, HOST, 'host: http://a'],
  [400, HOST, 'host: a%zz'],
  [400, once('content-type'), `host: a\r\n${twice('content-type: application/json')}`],
  [400, once('user-agent'), `host: a\r\n${twice('user-agent: x')}`],
  [501, CHUNKED, 'host: a\r\ntransfer-encoding: gzip, chunked'],
  [501, CHUNKED, 'host: a\r\ntransfer-encoding: gzip\r\ntransfer-encoding: chunked'],
  [501, CHUNKED, 'host: a\r\ntransfer-encoding: , chunked'],
];

for (const [status, message, fields] of FIELDS) {
  t.test(`returns ${status} for ${JSON.stringify(fields)}, and counts it`, async (t) => {
    const { port, key } = await listen(t);
    const end = `authorization: Bearer ${key}\r\nconnection: close\r\n\r\n`;
    for (const path of ['/v1/pets', '/docs']) {
      const response = readError(
        await exchange(port, `POST ${path} HTTP/1.1\r\n${fields}\r\n${end}`),
      );
      t.match(response, { statusCode: status, body: { message } }, path);
      const limit = path === '/docs' ? '60' : '1000';
      t.equal(response.headers['x-ratelimit-limit'], limit);
    }
  });
}

t.test('returns 431 for more than 100 header fields, wherever the key is', async (t) => {
  const { port, key } = await listen(t);
  const authorization = `authorization: Bearer ${key}\r\n`;
  const send = (fields: string) =>
    exchange(port, `GET /v1/pets HTTP/1.1\r\nhost: a\r\n${fields}connection: close\r\n\r\n`);
  const fields = (count: number) => 'x: y\r\n'.repeat(count);
  const message = 'The header fields are too large.';
  for (const tooMany of [
    fields(5_000 / 6),
    fields(98) + authorization,
    authorization + fields(98),
  ]) {
    const response = readError(await send(tooMany));
    t.match(response, { statusCode: 431, body: { message } });
    t.ok(response.headers['x-ratelimit-limit']);
  }
  t.match(await send(authorization + fields(97)), /^HTTP\/1\.1 200 /);
});

t.test('takes neither of two keys', async (t) => {
  const { port, key } = await listen(t);
  const field = `authorization: Bearer ${key}`;
  const request = `GET /v1/pets HTTP/1.1\r\nhost: a\r\n${twice(field)}\r\nconnection: close\r\n\r\n`;
  const { statusCode, headers, body } = readError(await exchange(port, request));
  t.same([statusCode, body.message], [400, once('authorization')]);
  t.equal(headers['x-ratelimit-limit'], '60', 'counted as anonymous');
});

t.test('serves only HTTP/1.1 and HTTP/1.0', async (t) => {
  const { port, key } = await listen(t);
  const table: [status: number, version: string][] = [
    ...[200, 200].map((status, index): [number, string] => [status, `1.${index}`]),
    ...['0.9', '2.0', '1.2', '3.0'].map((version): [number, string] => [505, version]),
  ];
  for (const [status, version] of table) {
    const fields = `host: a\r\nauthorization: Bearer ${key}\r\nconnection: close`;
    const received = await exchange(port, `GET /v1/pets HTTP/${version}\r\n${fields}\r\n\r\n`);
    const [response] = readResponses(received);
    t.equal(response?.statusCode, status, version);
    if (status === 505) t.equal(response?.body.message, VERSION);
  }
});

t.test('accepts no transfer-encoding from HTTP/1.0', async (t) => {
  const { port, key } = await listen(t);
  const head = `POST /v1/pets HTTP/1.0\r\nauthorization: Bearer ${key}\r\ntransfer-encoding: chunked\r\n`;
  const type = 'content-type: application/json\r\n\r\n';
  const body = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
  t.match(readError(await exchange(port, head + type + body)), {
    statusCode: 400,
    body: { message: 'HTTP/1.0 has no transfer-encoding.' },
  });
});

t.test('accepts fields that may be repeated, and hosts of every form', async (t) => {
  const { port, key } = await listen(t);
  const accepted = [
    'host: a\r\naccept: a\r\naccept: b',
    'host:',
    'host: [::1]:80',
    'host: [::ffff:192.0.2.1]',
    'host: a_b.c:',
  ];
  for (const fields of accepted) {
    const end = `authorization: Bearer ${key}\r\nconnection: close\r\n\r\n`;
    t.match(
      await exchange(port, `GET /v1/pets HTTP/1.1\r\n${fields}\r\n${end}`),
      /^HTTP\/1\.1 200 /,
      fields,
    );
  }
});
