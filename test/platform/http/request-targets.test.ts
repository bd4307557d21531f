// Paths, methods and queries of requests, however they are written.

import { METHODS } from 'node:http';
import t, { type Test } from 'tap';
import { createUrlRewriter } from '../../../src/platform/http/request-targets.ts';
import type { Request } from '../../helper.ts';
import { exchange, listen, requestText } from '../../support/raw-http.ts';
import { featuresContract as contract, openFeatures } from '../contract/features.ts';
import { contractOf } from '../contract/made-up.ts';

/** The type has eight of Node's methods. CONNECT has no path, and a response to HEAD no body. */
const ALL = METHODS.filter((name) => !/^(CONNECT|HEAD)$/.test(name)) as NonNullable<
  Request['method']
>[];
const PATH_NOT_FOUND = {
  code: 'path_not_found',
  message: 'This path does not exist.',
  status: 404,
};
const MALFORMED = {
  code: 'malformed_request',
  message: 'The request target is malformed.',
  status: 400,
};

const UNKNOWN = [
  '/v1',
  '/v1/',
  '/v1/nothing?limit=x',
  '/v1/Things',
  '/v1//things',
  '/v1/things;x',
  '/v1/things/?limit=1',
  '/v1/things/1/a/',
  '/v1/things%2F1/a',
  '/v1/things%3F',
  '/v1/toString',
  '/v1/__proto__',
  `/v1/${'x'.repeat(16_000)}`,
];

t.test('returns 404 for every path that is not in the contract, whatever the method', async (t) => {
  const { send } = await openFeatures(t);
  const requests: Request[] = [
    ...UNKNOWN.map((url) => ({ url })),
    ...ALL.map((method) => ({ url: '/v1/nothing', method })),
  ];
  for (const request of requests) {
    const response = await send(request);
    const name = `${request.method} ${request.url}`.slice(0, 40);
    t.strictSame([response.statusCode, response.json()], [404, PATH_NOT_FOUND], name);
  }
});

t.test('returns 405 for every method that a path does not support', async (t) => {
  const { send } = await openFeatures(t);
  for (const [url, path] of [
    ['/v1/things?limit=x', '/things'],
    ['/v1/things/x/y', '/things/{thing_id}/{part}'],
  ] as const) {
    const allowed = contract.operations
      .filter((operation) => operation.path === path)
      .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    for (const method of ALL) {
      const response = await send({ url, method });
      if (allowed.includes(method)) t.not(response.statusCode, 405, method);
      else {
        const message = `${method} is not supported here.`;
        t.strictSame(response.json(), { code: 'method_not_allowed', message, status: 405 });
        t.same(String(response.headers.allow).split(', ').sort(), allowed.sort());
      }
    }
  }
});

t.test('returns 400 for a path that cannot be decoded, whatever the method', async (t) => {
  const { app, send } = await openFeatures(t);
  for (const path of ['%', '%zz', 'things/%', 'things/1%', 'things/%ff', 'x/%c0%af']) {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const below = await send({ url: `/v1/${path}`, method });
      t.strictSame([below.statusCode, below.json()], [400, MALFORMED], `${method} /v1/${path}`);
      const outside = await app.inject({ url: `/${path}`, method });
      t.strictSame([outside.statusCode, outside.json()], [400, MALFORMED], `${method} /${path}`);
    }
  }
});

t.test('responds to HEAD as to GET, without the body, also with an error', async (t) => {
  const { send, given } = await openFeatures(t);
  const link = '</v1/things?cursor=a>; rel="next"';
  Object.assign(given, { result: [], headers: { 'X-Total': 1n, 'X-Done': true, Link: link } });
  const headers = { 'X-Mode': 'fast' };
  for (const url of ['/v1/things?is+sold=true', '/v1/things?limit=x', '/v1/nothing', '/v1/%']) {
    for (const key of [undefined, null]) {
      const caller = key === null ? { key } : {};
      const get = await send({ url, headers, ...caller });
      const head = await send({ url, headers, ...caller, method: 'HEAD' });
      t.equal(head.payload, '');
      t.equal(head.statusCode, get.statusCode, url);
      t.same(Object.keys(head.headers), Object.keys(get.headers), url);
      for (const name of ['content-length', 'content-type', 'link']) {
        t.equal(head.headers[name], get.headers[name], `${url} ${name}`);
      }
    }
  }
});

const LARGE = 'x'.repeat(70_000);
const JSON_TYPE = 'application/json';
/** Each request also has the faults of those after it, and is rejected for its first. */
const REJECTIONS: [code: string, line: string, type: string, payload: string][] = [
  ['malformed_request', 'DELETE /v1/things/%', 'text/plain', LARGE],
  ['path_not_found', 'DELETE /v1/nothing?x=1', 'text/plain', LARGE],
  ['method_not_allowed', 'DELETE /v1/things?x=1', 'text/plain', LARGE],
  ['unsupported_media_type', 'POST /v1/things?x=1', 'text/plain', LARGE],
  ['body_too_large', 'POST /v1/things?x=1', JSON_TYPE, LARGE],
  ['invalid_json', 'POST /v1/things?x=1', JSON_TYPE, 'x'],
  ['invalid_body', 'POST /v1/things?x=1', JSON_TYPE, '{}'],
];

t.test('rejects a path, then a method, then a body for its type, size and content', async (t) => {
  const { send } = await openFeatures(t);
  for (const [code, line, type, payload] of REJECTIONS) {
    const [method, url = ''] = line.split(' ') as ['DELETE' | 'POST', string];
    const response = await send({ url, method, payload, headers: { 'content-type': type } });
    t.equal(response.json().code, code);
  }
});

// RFC 9112 section 3.2.2: a server must accept the absolute form.
t.test('reads a path as it was sent, also a very long one, and in absolute form', async (t) => {
  const call = await openRaw(t);
  const table: [line: string, status: number, code?: string][] = [
    ['DELETE /v1/things/1/a', 204],
    ['DELETE /v1/x/../things/1/a', 404, 'path_not_found'],
    ['DELETE /v1/things/1/', 404, 'path_not_found'],
    ['DELETE /%76%31/things/1/', 404, 'path_not_found'],
    ['DELETE /v1/x/%2e%2e/things/1/a', 404, 'path_not_found'],
    [`GET /v1/${'x'.repeat(16_000)}`, 404, 'path_not_found'],
    [`DELETE /v1/things/${'x'.repeat(16_000)}/a`, 400, 'invalid_parameter'],
    ['DELETE http://store.example.com/v1/things/1/a', 204],
    ['GET http://store.example.com/v1/nothing', 404, 'path_not_found'],
    ['GET http://store.example.com/v1/things/1/a', 405, 'method_not_allowed'],
    ['GET http://store.example.com/v1/%', 400, 'malformed_request'],
    ['GET HTTPS://store.example.com:443/v1/things?limit=x', 400, 'invalid_parameter'],
    ['DELETE http://[::1]:/v1/things/1/a', 204],
    ['GET http://a%20b/v1/nothing', 404, 'path_not_found'],
  ];
  for (const target of MALFORMED_TARGETS) table.push([`GET ${target}`, 400, 'malformed_request']);
  for (const [line, status, code] of table) {
    const { head, body } = await call(line);
    t.match(head, new RegExp(`^HTTP/1.1 ${status} `), line.slice(0, 60));
    t.match(head, COUNTED_AS_CUSTOMER);
    t.equal(JSON.parse(body || '{}').code, code);
    t.match((await call(line, 'x')).head, /^HTTP\/1.1 401 /, 'and anonymous callers learn nothing');
  }
});

/** Long queries, and what is said of them. */
const LONG_QUERIES: [part: string, message: string | undefined][] = [
  ['a=&', 'a is not a known parameter.'],
  ['limit=1&&&cursor=x&', 'limit must be sent only once.'],
  ['limit=1&code=ab&cursor=x&', 'limit must be sent only once.'],
  ['%ff&', '%ff is not a known parameter.'],
  ['&', undefined],
];

t.test('the router gets no more of a query than is needed to reject it', async (t) => {
  const { send, given } = await openFeatures(t);
  Object.assign(given, { result: [], headers: { 'X-Total': 1n, 'X-Done': true } });
  const routablePath = createUrlRewriter([contract]);
  const get = async (query: string) => {
    const url = `/v1/things?is+sold=true&${query}`;
    const response = await send({ url, headers: { 'X-Mode': 'fast' } });
    return { path: routablePath({ url }), message: response.json().message };
  };
  for (const [part, expected] of LONG_QUERIES) {
    const { path, message } = await get(part.repeat(1_000));
    t.equal(message, expected, part);
    if (expected) t.ok(path.length < 300, part);
  }
  for (const query of ['limit=x', '&&&&&limit=x', 'flag=true&&&&&&cursor=&limit=x&&&&&&']) {
    const { message } = await get(query);
    t.equal(message, 'limit must be an integer.', 'empty parts are no parameters');
  }
});

t.test('that is one parameter more than any operation takes', (t) => {
  const list = { type: 'array', items: { type: 'string', maxLength: 9 }, maxItems: 3 };
  const parameters = [
    { name: 'a', in: 'query', schema: { type: 'string', maxLength: 9 } },
    { name: 'b', in: 'query', schema: list },
  ];
  const responses = { 204: {} };
  const small = contractOf({
    '/x': { get: { operationId: 'x', parameters, responses } },
    '/y': { get: { operationId: 'y', responses } },
  });
  const routablePath = createUrlRewriter([small]);
  for (const path of ['/v1/x', '/v1/y', '/v1/%78']) {
    const url = `${path}?${'p=1&'.repeat(9)}`;
    t.equal(routablePath({ url }), `${path}?p=1&p=1&p=1&p=1&p=1`);
  }
  t.end();
});

const MALFORMED_TARGETS = [
  'http://a:99999/v1/things',
  'http://a:x/v1/things',
  'http:///v1/things',
  'http://:80/v1/things',
  'http://[::1/v1/things',
  'http://[x]/v1/things',
  'http://a%zz/v1/things',
  'http://u:p@a/v1/things',
  'http://a/v1/things#x',
  '/v1/things#x',
  '/v1/#',
];

t.test('a target with a fragment is malformed, and still a request of its operation', async (t) => {
  const call = await openRaw(t);
  const table: [line: string, operation: string][] = [
    ['DELETE /v1/things/1/a#x', 'DELETE /v1/things/1/a'],
    ['DELETE /v1/things/1/a?a=b#', 'DELETE /v1/things/1/a'],
    ['DELETE /v1/things/%31/a#/v1/things', 'DELETE /v1/things/1/a'],
    ['DELETE /v%31/things/1/a#x', 'DELETE /v1/things/1/a'],
    ['DELETE http://a.example/v1/things/1/a#x', 'DELETE /v1/things/1/a'],
    ['PUT /v1/things/1/a#x', 'PUT /v1/things/1/a'],
    ['GET /v1/things#/1', 'GET /v1/things'],
    ['GET /v1/things/1/a#x', 'GET /v1/things/1/a'],
    ['GET /v1/nothing#x', 'GET /v1/nothing'],
  ];
  for (const [line, operation] of table) {
    const { head } = await call(line);
    t.match(head, /^HTTP\/1.1 400 /, line);
    t.match(head, COUNTED_AS_CUSTOMER);
    const expected = lifecycleOf((await call(operation)).head);
    t.strictSame(lifecycleOf(head), expected, line);
    t.strictSame(lifecycleOf((await call(line, 'x')).head), expected, 'of a 401, too');
  }
  t.match((await call('GET /v1/things#x')).head, /\r\nx-stability: beta\r\n/i);
});

function lifecycleOf(head: string): string[] {
  return head
    .split('\r\n')
    .filter((line) => /^(?:x-stability|deprecation|sunset|link):/i.test(line));
}

// Outside the API nothing else counts a request.
t.test('counts a malformed target for whatever path it is', async (t) => {
  const call = await openRaw(t);
  for (const target of ['http://a:99999', 'ftp://a/v1/things', '/#', '/%', '/docs#x']) {
    const { head, body } = await call(`GET ${target}`);
    t.match(head, /^HTTP\/1.1 400 /, target);
    t.match(head, /\r\nx-ratelimit-limit: 60\r\n/i);
    t.match(head, /\r\nx-request-id: /i);
    t.strictSame(JSON.parse(body), MALFORMED);
  }
  t.match((await call('GET /v1/things', 'x')).head, /\r\nx-ratelimit-remaining: 54\r\n/i);
});

const COUNTED_AS_CUSTOMER = /\r\nx-ratelimit-limit: 1000\r\n/i;

/** Returns a function that sends a request line unchanged, which HTTP clients do not. */
async function openRaw(t: Test) {
  const { app, key: customer, given } = await openFeatures(t);
  given.result = { status: 204 };
  const port = await listen(app);
  return async (line: string, key = customer) => {
    const [method = '', target = ''] = line.split(' ');
    const text = await exchange(port, requestText(key, method, target, 'Connection: close'));
    const [head = '', body = ''] = text.split('\r\n\r\n');
    return { head, body };
  };
}
