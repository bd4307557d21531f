import { METHODS } from 'node:http';
import t from 'tap';
import { contract } from '../../src/contract/operations.ts';
import { routablePaths } from '../../src/contract/request-targets.ts';
import { openStore, type Request, type Store } from '../helper.ts';
import { newPet } from '../support/pets.ts';
import { exchange, listen, requestText } from '../support/raw-http.ts';

/** Its type has eight of Node's methods. CONNECT asks for a tunnel and has no path. */
const ALL = METHODS.filter((name) => name !== 'CONNECT') as NonNullable<Request['method']>[];
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
  ...['/v1', '/v1/', '/v1/nothing', '/v1/Pets', '/v1//pets', '/v1/pets;x', '/v1/pets.json'],
  ...['/v1/pets/', '/v1/pets/?limit=1', '/v1/pets/1/', '/v1/pets/1/x', '/v1/pets%2F1'],
  ...['/v1/pets%3F', '/v1/store', '/v1/v1/pets', '/v1/toString', '/v1/__proto__'],
  ...[`/v1/${'x'.repeat(16_000)}`, '/v1/nothing?limit=x'],
];

t.test('returns 404 for every path that is not in the contract, whatever the method', async (t) => {
  const { send } = await openStore(t);
  const requests: Request[] = [
    ...UNKNOWN.map((url) => ({ url })),
    ...ALL.filter((name) => name !== 'HEAD').map((method) => ({ url: '/v1/nothing', method })),
  ];
  for (const request of requests) {
    const answer = await send(request);
    const name = `${request.method} ${request.url}`.slice(0, 40);
    t.strictSame([answer.statusCode, answer.json()], [404, PATH_NOT_FOUND], name);
  }
});

t.test('returns 405 for every method that a path does not support', async (t) => {
  const { send } = await openStore(t);
  for (const [url, path] of [
    ['/v1/pets?limit=x', '/pets'],
    ['/v1/pets/x', '/pets/{petId}'],
    ['/v1/store/orders', '/store/orders'],
  ] as const) {
    const allowed = contract.operations
      .filter((operation) => operation.path === path)
      .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    for (const method of ALL) {
      const answer = await send({ url, method });
      if (allowed.includes(method)) t.not(answer.statusCode, 405, method);
      else {
        const message = `${method} is not supported here.`;
        t.strictSame(answer.json(), { code: 'method_not_allowed', message, status: 405 });
        t.same(String(answer.headers.allow).split(', ').sort(), allowed.sort());
      }
    }
  }
});

t.test('returns 400 for a path that cannot be decoded, whatever the method', async (t) => {
  const { app, send } = await openStore(t);
  for (const path of ['%', '%zz', 'pets/%', 'pets/1%', 'pets/%ff', 'store/%c0%af']) {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const below = await send({ url: `/v1/${path}`, method });
      t.strictSame([below.statusCode, below.json()], [400, MALFORMED], `${method} /v1/${path}`);
      const outside = await app.inject({ url: `/${path}`, method });
      t.strictSame([outside.statusCode, outside.json()], [400, MALFORMED], `${method} /${path}`);
    }
  }
});

t.test('responds to HEAD as to GET, without the body, also with an error', async (t) => {
  const { database, send } = await openStore(t);
  await database.client.pet.createMany({ data: [newPet(), newPet()] });
  const urls = [
    '/v1/pets?limit=1',
    '/v1/pets?limit=x',
    '/v1/pets/1',
    '/v1/store/orders',
    '/v1/nothing',
  ];
  for (const url of [...urls, '/v1/%']) {
    for (const key of [undefined, null]) {
      const caller = key === null ? { key } : {};
      const get = await send({ url, ...caller });
      const head = await send({ url, ...caller, method: 'HEAD' });
      t.equal(head.payload, '');
      t.equal(head.statusCode, get.statusCode, url);
      t.same(Object.keys(head.headers), Object.keys(get.headers), url);
      for (const name of ['content-length', 'content-type', 'link']) {
        t.equal(head.headers[name], get.headers[name], `${url} ${name}`);
      }
    }
  }
});

/** Each request also has the faults of those after it, and is rejected for its first. */
const REJECTIONS: [code: string, request: Omit<Request, 'key'>][] = [
  ['malformed_request', { url: '/v1/pets/%', method: 'DELETE' }],
  ['path_not_found', { url: '/v1/nothing?limit=x', method: 'DELETE' }],
  ['method_not_allowed', { url: '/v1/pets?limit=x', method: 'DELETE' }],
];

t.test('rejects a path or method before it looks at the body', async (t) => {
  const { send, key, createKey } = await openStore(t, { BAN_AFTER_REJECTIONS: '1000' });
  const limits = { perMinute: 1, perDay: 1 };
  const { key: usedUp } = await createKey({ plan: 'enterprise', limits });
  await send({ url: '/v1/pets', key: usedUp });
  const types = ['text/plain', 'application/json'];
  for (const [code, request] of REJECTIONS) {
    for (const type of types) {
      const whole = { ...request, payload: 'x'.repeat(70_000), headers: { 'content-type': type } };
      t.equal((await send({ ...whole, key: null })).json().code, 'api_key_missing');
      t.equal((await send({ ...whole, key: usedUp })).json().code, 'rate_limit_exceeded');
      t.equal((await send({ ...whole, key })).json().code, code, `${code} before ${type}`);
    }
  }
});

t.test(
  'rejects a body for its type, then its size, then its syntax, then its content',
  async (t) => {
    const { send } = await openStore(t);
    const table: [code: string, type: string, payload: string][] = [
      ['unsupported_media_type', 'text/plain', 'x'.repeat(70_000)],
      ['body_too_large', 'application/json', 'x'.repeat(70_000)],
      ['invalid_json', 'application/json', 'x'],
      ['invalid_body', 'application/json', '{}'],
    ];
    for (const [code, type, payload] of table) {
      const headers = { 'content-type': type };
      const answer = await send({ url: '/v1/pets?x=1', method: 'POST', headers, payload });
      t.equal(answer.json().code, code);
    }
  },
);

// RFC 9112 section 3.2.2: a server must accept the absolute form.
t.test('reads a path as it was sent, also a very long one, and in absolute form', async (t) => {
  const call = await openRaw(await openStore(t));
  const table: [line: string, status: number, code?: string][] = [
    ['GET /v1/pets', 200],
    ['GET /v1/pets/../pets', 404, 'path_not_found'],
    ['GET /v1/pets/%2e%2e/pets', 404, 'path_not_found'],
    [`GET /v1/${'x'.repeat(16_000)}`, 404, 'path_not_found'],
    [`GET /v1/pets/${'x'.repeat(16_000)}`, 400, 'invalid_parameter'],
    ['GET http://store.example.com/v1/pets', 200],
    ['GET http://store.example.com/v1/nothing', 404, 'path_not_found'],
    ['DELETE http://store.example.com/v1/pets', 405, 'method_not_allowed'],
    ['GET http://store.example.com/v1/%', 400, 'malformed_request'],
    ['GET HTTPS://store.example.com:443/v1/pets?limit=1', 200],
    ['GET http://[::1]:/v1/pets', 200],
    ['GET http://a%20b/v1/nothing', 404, 'path_not_found'],
  ];
  for (const target of MALFORMED_TARGETS) table.push([`GET ${target}`, 400, 'malformed_request']);
  for (const [line, status, code] of table) {
    const { head, body } = await call(line);
    t.match(head, new RegExp(`^HTTP/1.1 ${status} `), line.slice(0, 60));
    t.match(head, COUNTED_AS_CUSTOMER);
    t.equal(JSON.parse(body).code, code);
    t.match((await call(line, 'x')).head, /^HTTP\/1.1 401 /, 'and anonymous callers learn nothing');
  }
});

/** Long queries, and what is said of them. */
const LONG_QUERIES: [part: string, message: string | undefined][] = [
  ['a=&', 'a is not a known parameter.'],
  ['%61&', 'a is not a known parameter.'],
  ['limit=1&', 'limit must be sent only once.'],
  ['limit=1&&&cursor=x&', 'limit must be sent only once.'],
  ['limit=1&status=sold&cursor=x&', 'limit must be sent only once.'],
  ['%ff&', '%ff is not a known parameter.'],
  ['&', undefined],
];

t.test('the router gets no more of a query than is needed to reject it', async (t) => {
  const { send } = await openStore(t);
  const routablePath = routablePaths(contract);
  for (const [part, message] of LONG_QUERIES) {
    const url = `/v1/pets?${part.repeat(1_000)}`;
    const response = await send({ url });
    t.equal(response.json().message, message, part);
    if (message) t.ok(routablePath({ url }).length < 100, part);
  }
  for (const query of ['limit=x', '&&&&&limit=x', 'status=sold&&&&&&cursor=&limit=x&&&&&&']) {
    const response = await send({ url: `/v1/pets?${query}` });
    t.equal(response.json().message, 'limit must be an integer.', 'empty parts are no parameters');
  }
});

const MALFORMED_TARGETS = [
  ...['http://a:99999/v1/pets', 'http://a:x/v1/pets', 'http:///v1/pets', 'http://:80/v1/pets'],
  ...['http://[::1/v1/pets', 'http://[x]/v1/pets', 'http://a%zz/v1/pets', 'http://u:p@a/v1/pets'],
  ...['http://a/v1/pets#x', '/v1/pets#x', '/v1/pets?limit=1#x', '/v1/pets?#x', '/v1/#'],
];

t.test('a target with a fragment is malformed, and still a request of its operation', async (t) => {
  const call = await openRaw(await openStore(t));
  const table: [line: string, operation: string][] = [
    ['GET /v1/pets/1#x', 'GET /v1/pets/1'],
    ['HEAD /v1/pets/1#x', 'HEAD /v1/pets/1'],
    ['GET /v1/pets/1?a=b#', 'GET /v1/pets/1'],
    ['GET /v1/pets/%31#/v1/pets', 'GET /v1/pets/1'],
    ['GET http://a.example/v1/pets/1#x', 'GET /v1/pets/1'],
    ['GET /v1/store/orders#x', 'GET /v1/store/orders'],
    ['GET /v1/pets#/1', 'GET /v1/pets'],
    ['POST /v1/pets#x', 'POST /v1/pets'],
    ['DELETE /v1/pets/1#x', 'DELETE /v1/pets/1'],
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
  const orders = await call('GET /v1/store/orders#x');
  t.match(orders.head, /\r\nx-stability: /i);
});

function lifecycleOf(head: string): string[] {
  return head
    .split('\r\n')
    .filter((line) => /^(?:x-stability|deprecation|sunset|link):/i.test(line));
}

// Outside the API nothing else counts a request.
t.test('counts a malformed target for whatever path it is', async (t) => {
  const call = await openRaw(await openStore(t));
  for (const target of ['http://a:99999', 'ftp://a/v1/pets', '/#', '/%', '/docs#x']) {
    const { head, body } = await call(`GET ${target}`);
    t.match(head, /^HTTP\/1.1 400 /, target);
    t.match(head, /\r\nx-ratelimit-limit: 60\r\n/i);
    t.match(head, /\r\nx-request-id: /i);
    t.strictSame(JSON.parse(body), MALFORMED);
  }
  t.match((await call('GET /v1/pets', 'x')).head, /\r\nx-ratelimit-remaining: 54\r\n/i);
});

const COUNTED_AS_CUSTOMER = /\r\nx-ratelimit-limit: 1000\r\n/i;

/** Listens. Returns a function that sends a request line unchanged, which HTTP clients do not. */
async function openRaw({ app, key: customer }: Store) {
  const port = await listen(app);
  return async (line: string, key = customer) => {
    const [method = '', target = ''] = line.split(' ');
    const text = await exchange(port, requestText(key, method, target, 'Connection: close'));
    const [head = '', body = ''] = text.split('\r\n\r\n');
    return { head, body };
  };
}
