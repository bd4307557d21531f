// `npm run mock`: the contract with its examples in the place of handlers.

import type { LightMyRequestResponse as Response } from 'fastify';
import t, { type Test } from 'tap';
import { isObject, modelOf, type Operation } from '../../scripts/contract/index.ts';
import { type MockOptions, mockApi } from '../../scripts/mock.ts';
import type { Contract } from '../../src/platform/contract/operations.ts';
import { loadApis } from '../../src/platform/versions.ts';
import { openSample, type Request } from '../helper.ts';
import type { CheckResponse } from '../platform/contract/check-response.ts';
import { features, featuresContract } from '../platform/contract/features.ts';
import { contractOf } from '../platform/contract/made-up.ts';
import { generateApiKey } from '../support/key-rules.ts';
import { checkResponse, contract } from '../support/sample-contract.ts';
import { listening, runScript, startScript } from '../support/scripts.ts';
import { OWN, SAMPLE } from '../support/services.ts';

const BOLT = { id: 42, name: 'Bolt', groupId: 7, status: 'available' };
const SCRIPT = 'scripts/mock.ts';

/** Rejects every import of a handler. */
const WITHOUT_HANDLERS = `
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (url.endsWith('/src/store/index.ts')) throw new Error('loads ' + url);
    return next(url, context);
  },
});`;

/** The mock of a contract: by default that of the service. */
async function openMock(t: Test, mocked: Contract = contract, options: MockOptions = {}) {
  const { app } = await openSample(
    t,
    { CORS_ORIGINS: '*' },
    mockApi(SAMPLE.service, { contract: mocked }, options),
  );
  const key = generateApiKey();
  function send({ key: caller = key, ...request }: Request) {
    const authorization = caller === null ? {} : { authorization: `Bearer ${caller}` };
    return app.inject({ ...request, headers: { ...authorization, ...request.headers } });
  }
  const prefer = (text: string, url = '/v1/widgets') => send({ url, headers: { prefer: text } });
  return { app, send, prefer };
}

/** Checks a response as those of the service are, without the headers that only the mock has. */
function checkedAs(check: CheckResponse, method: string, url: string, response: Response) {
  const { 'x-mock': mark, 'preference-applied': _, ...headers } = response.headers;
  delete headers['access-control-allow-origin'];
  delete headers['access-control-expose-headers'];
  const { statusCode, payload } = response;
  check(method.toUpperCase(), url, { statusCode, payload, headers });
  return mark;
}

/** A request made of the examples of its parameters and of its body. */
function requestFor({ method, route, parameters, requestBody }: Operation): Request {
  const valuesOf = (place: string) =>
    parameters
      .filter((one) => one.in === place && one.examples.length > 0)
      .map((one) => [one.name, String(one.examples[0]?.value)]);
  const query = new URLSearchParams(valuesOf('query'));
  const parts = new Map(valuesOf('path') as [string, string][]);
  const [body] = requestBody?.body?.examples ?? [];
  return {
    method: method.toUpperCase() as 'GET',
    url: `${route.replaceAll(/\{(\w+)\}/g, (_, name) => String(parts.get(name)))}?${query}`,
    headers: Object.fromEntries(valuesOf('header')),
    ...(isObject(body?.value) && { payload: body.value }),
  };
}

/** Of each response that an operation declares: its status, and its example with the name of it. */
function responsesOf({ responses }: Operation) {
  return responses.flatMap(({ status, headers, body }) => {
    const examples = body?.examples ?? [{ name: undefined, value: undefined }];
    return examples.map(({ name, value }) => ({ name, value, status: Number(status), headers }));
  });
}

/** Set by the service, by what is true of the request: of a deprecated operation the Link, too. */
const SET_BY_SERVICE = /^(x-request-id|(x-)?ratelimit.*|link)$/i;

t.test('every declared example can be chosen, and fits the contract', async (t) => {
  const cases = [
    { name: 'ours', mocked: contract, document: contract.document, check: checkResponse },
    // It declares no headers of the service, which itself checks what a handler returns.
    { name: 'every feature', mocked: featuresContract, document: features, check: () => undefined },
  ];
  for (const { name, mocked, document, check } of cases) {
    const { send } = await openMock(t, mocked);
    const { operations } = modelOf(document);
    t.ok(operations.length > 3, name);
    for (const found of operations) {
      const { operationId } = found;
      const request = requestFor(found);
      const examples = responsesOf(found);
      t.ok(examples.length > 0, operationId);
      for (const { status, name, value, headers } of examples) {
        const about = `${operationId} ${status} ${name}`;
        const applied = [`status=${status}`, ...(name === undefined ? [] : [`example=${name}`])];
        const prefer = applied.join(', ');
        const response = await send({ ...request, headers: { ...request.headers, prefer } });
        t.equal(response.statusCode, status, about);
        t.equal(response.headers['preference-applied'], prefer, about);
        t.equal(checkedAs(check, found.method, request.url, response), 'true', about);
        // Unless its name is chosen, the example of a success takes the fields that were sent.
        const isExact = name !== undefined || status >= 400 || request.payload === undefined;
        if (value !== undefined && isExact) t.strictSame(response.json(), value, about);
        for (const { name: header, examples } of headers) {
          const [example] = examples;
          if (!example || SET_BY_SERVICE.test(header)) continue;
          const sent = response.headers[header.toLowerCase()];
          t.match(sent, String(example.value), `${about} ${header}`);
        }
      }
      const response = await send(request);
      t.equal(response.statusCode, examples[0]?.status, `${operationId}: the first success`);
      t.equal(response.headers['preference-applied'], undefined);
      checkedAs(check, found.method, request.url, response);
    }
  }
});

t.test('conditions choose as they do in the service', async (t) => {
  const { send } = await openMock(t);
  const url = '/v1/widgets/42';
  const { etag } = (await send({ url })).headers;
  t.match(etag, /^".+"$/);
  for (const [request, condition, status] of [
    [{ url }, { 'if-none-match': `W/${etag}` }, 304],
    [{ url }, { 'if-none-match': '"a"' }, 200],
    [{ url: '/v1/widgets' }, { 'if-none-match': '*' }, 304],
    [{ url, method: 'DELETE' }, { 'if-match': `"a", ${etag}` }, 204],
    [{ url, method: 'DELETE' }, { 'if-match': `W/${etag}` }, 412],
    [{ url, method: 'PATCH', payload: { name: 'Nut' } }, { 'if-match': '"a"' }, 412],
    [{ url, method: 'PATCH', payload: { name: 'Nut' } }, { 'if-match': '*' }, 200],
    [{ url, method: 'PATCH', payload: { name: 'Nut' } }, { 'if-match': 'a' }, 400],
  ] as const) {
    const { statusCode } = await send({ ...request, headers: condition });
    t.equal(statusCode, status, JSON.stringify(condition));
  }
  const prefer = { 'if-match': '"a"', prefer: 'status=204' };
  t.equal((await send({ url, method: 'DELETE', headers: prefer })).statusCode, 204);
});

t.test('Prefer chooses what the contract has', async (t) => {
  const { prefer } = await openMock(t);
  const cases: readonly [text: string, status: number, applied?: string][] = [
    ['status=400', 400, 'status=400'],
    ['Status = "400"; why=so', 400, 'status=400'],
    ['code=400', 400, 'status=400'],
    ['example=empty', 200, 'example=empty'],
    ['example=foreignCursor', 400, 'example=foreignCursor'],
    ['status=400;a="b, c", example="foreign\\Cursor"', 400, 'status=400, example=foreignCursor'],
    ['wait=10, respond-async , status=503', 503, 'status=503'],
    ['status=500, status=503', 500, 'status=500'],
    // Neither is a preference for a status.
    ['status', 200],
    ['the-status=404', 200],
    ['note="a, status=404"', 200],
    ['', 200],
  ];
  for (const [text, status, applied] of cases) {
    const { statusCode, headers } = await prefer(text);
    t.strictSame([statusCode, headers['preference-applied']], [status, applied], text);
  }
  const empty = await prefer('example=empty');
  t.same(empty.json(), []);
  t.equal(empty.headers.link, undefined, 'no page follows an empty one');
});

t.test('a preference that the contract lacks is rejected, with those it has', async (t) => {
  const { prefer } = await openMock(t);
  const statuses = 'In Prefer, status must be one of 200, 304, 400, 401, ';
  const examples = 'In Prefer, example must be one of page, empty.';
  const cases = [
    ['status=418', statuses],
    ['code=0400, example=empty', statuses],
    ['status=constructor', statuses],
    ['status=200, example=foreignCursor', examples],
    ['example=none', 'In Prefer, example must be one of page, empty, '],
    ['status=200, example=constructor', examples],
  ] as const;
  for (const [text, message] of cases) {
    const response = await prefer(text);
    const { code, message: given } = response.json();
    t.strictSame([response.statusCode, code], [400, 'invalid_parameter'], text);
    t.ok(given.startsWith(message), given);
    t.equal(checkedAs(checkResponse, 'GET', '/v1/widgets', response), 'true');
    t.equal(response.headers['preference-applied'], undefined);
  }
  const responses = { 204: {} };
  const bare = await openMock(t, contractOf({ '/toys': { get: { operationId: 'a', responses } } }));
  const { message } = (await bare.prefer('example=x', '/v1/toys')).json();
  t.equal(message, 'In Prefer, example is not possible: none has a name.');
});

t.test('a page in a browser may send Prefer, and read what it has selected', async (t) => {
  const { app, prefer } = await openMock(t);
  const headers = {
    origin: 'http://localhost:5173',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization,prefer',
  };
  const preflight = await app.inject({ method: 'OPTIONS', url: '/v1/widgets', headers });
  t.equal(preflight.headers['access-control-allow-origin'], '*');
  t.match(preflight.headers['access-control-allow-headers'], /Authorization, .*, Prefer$/);
  for (const text of ['example=empty', 'status=418']) {
    const response = await prefer(text);
    const exposed = String(response.headers['access-control-expose-headers']);
    t.match(exposed, /X-RateLimit-Limit, .*Preference-Applied, X-Mock$/);
  }
});

t.test('a created object has the fields that were sent', async (t) => {
  const { send } = await openMock(t);
  const create = (payload: object, prefer?: string) =>
    send({ method: 'POST', url: '/v1/widgets', payload, ...(prefer && { headers: { prefer } }) });
  const sent = { name: 'Tom', groupId: 9, status: 'sold' };
  t.strictSame((await create(sent)).json(), { id: 42, ...sent });
  t.strictSame((await create(sent, 'status=201')).json(), { id: 42, ...sent });
  const defaulted = await create({ name: 'Tom', groupId: 9 });
  t.strictSame(defaulted.json(), { id: 42, name: 'Tom', groupId: 9, status: 'available' });
  const exact = await send({
    method: 'POST',
    url: '/v1/widgets',
    headers: { 'content-type': 'application/json' },
    payload: '{"name":"Tom","groupId":9223372036854775807}',
  });
  t.match(exact.payload, '"groupId":9223372036854775807,');
  t.strictSame(
    (await create(sent, 'example=widget')).json(),
    BOLT,
    'a chosen example stays as it is',
  );
  t.equal((await create(sent, 'status=409')).json().code, 'idempotency_key_in_use');

  const string = { type: 'string' };
  const secret = { type: 'string', writeOnly: true };
  const media = (properties: object, example: object) => ({
    content: { 'application/json': { schema: { type: 'object', properties }, example } },
  });
  const patch = {
    operationId: 'changeToy',
    requestBody: media({ name: string, maker: string, secret, note: string }, {}),
    responses: {
      200: media(
        { id: string, name: string, maker: { type: 'object', properties: { id: string } }, secret },
        { id: 'a', name: 'Ball', maker: { id: 'b' } },
      ),
    },
  };
  const toys = await openMock(t, contractOf({ '/toys': { patch } }));
  const payload = { name: 'Cube', maker: 'c', secret: 's', note: 'n' };
  const changed = await toys.send({ method: 'PATCH', url: '/v1/toys', payload });
  t.strictSame(changed.json(), { id: 'a', name: 'Cube', maker: { id: 'b' } }, 'as far as they fit');
});

t.test('a list is as long as limit says, also for whoever follows its Link', async (t) => {
  const { send } = await openMock(t);
  for (const [limit, length] of [
    [1, 1],
    [2, 2],
    [100, 2],
  ] as const) {
    const { headers, ...response } = await send({ url: `/v1/store/shipments?limit=${limit}` });
    t.equal(response.json().length, length, `${limit}`);
    t.match(headers.link, `?limit=${limit}&cursor=`);
  }
});

t.test('a 429 has the numbers of its example', async (t) => {
  const { prefer } = await openMock(t);
  t.match((await prefer('status=429')).headers, {
    'retry-after': '42',
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '1795219260',
    ratelimit: '"minute";r=0;t=42, "day";r=940;t=86382',
    'ratelimit-policy': '"minute";q=60;w=60, "day";q=1000;w=86400',
  });
});

t.test('responses take as long as --delay says', async (t) => {
  const { send } = await openMock(t, contract, { delay: 50 });
  for (const key of [undefined, null]) {
    const start = performance.now();
    await send({ url: '/v1/widgets', ...(key === null && { key }) });
    // Node's timers have whole milliseconds.
    t.ok(performance.now() - start > 49);
  }
});

t.test('the example has the id of the path, exactly', async (t) => {
  const { send, prefer } = await openMock(t);
  for (const id of ['42', '0', '9223372036854775807', '-9223372036854775808']) {
    const { payload } = await send({ url: `/v1/widgets/${id}` });
    t.equal(payload, `{"id":${id},"name":"Bolt","groupId":7,"status":"available"}`);
  }
  const named = await prefer('example=widget', '/v1/widgets/7');
  t.strictSame(named.json(), { ...BOLT, id: 7 });
  const schema = {
    type: 'object',
    properties: { code: { type: 'string' }, id: { type: 'integer' } },
  };
  const parameters = [{ name: 'code', in: 'path', required: true, schema: { type: 'string' } }];
  const toy = (example: object) => ({
    operationId: 'getToy',
    parameters,
    responses: { 200: { content: { 'application/json': { schema, example } } } },
  });
  for (const [example, received] of [
    [
      { code: 'ball', id: 1 },
      { code: 'cube', id: 1 },
    ],
    [{ id: 1 }, { id: 1 }],
  ] as const) {
    const toys = await openMock(t, contractOf({ '/toys/{code}': { get: toy(example) } }));
    t.strictSame((await toys.send({ url: '/v1/toys/cube' })).json(), received);
  }
});

t.test('a list comes to an end for whoever follows its Link', async (t) => {
  const { send } = await openMock(t);
  for (const url of ['/v1/widgets', '/v1/store/shipments']) {
    const first = await send({ url });
    const [, next = ''] = /^<(.+)>; rel="next"$/.exec(String(first.headers.link)) ?? [];
    const second = await send({ url: next });
    t.strictSame([second.statusCode, second.json()], [200, first.json()]);
    t.equal(second.headers.link, undefined, 'the last page');
  }
});

t.test('headers that the service sets are its own, and sent once', async (t) => {
  const { prefer, send } = await openMock(t);
  const success = await send({ url: '/v1/widgets/1' });
  const error = await prefer('status=404', '/v1/widgets/1');
  for (const { headers } of [success, error]) {
    t.equal(headers.link, '</v1/widgets>; rel="successor-version"');
  }
  t.not(success.headers['x-request-id'], error.headers['x-request-id'], 'no example');
});

t.test('keys, paths, methods and input are checked as the service does', async (t) => {
  const { send } = await openMock(t);
  const json = { 'content-type': 'application/json', prefer: 'status=500' };
  const wrong = generateApiKey().replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  const create = { method: 'POST', url: '/v1/widgets', headers: json } as const;
  const cases: [Request, number, string][] = [
    [{ url: '/v1/widgets', key: null }, 401, 'api_key_missing'],
    [{ url: '/v1/widgets', key: wrong }, 401, 'api_key_invalid'],
    [{ url: '/v1/toys' }, 404, 'path_not_found'],
    [{ url: '/v1/widgets?offset=1', headers: json }, 400, 'invalid_parameter'],
    [{ ...create, payload: '{"name":"","groupId":7}' }, 400, 'invalid_body'],
  ];
  for (const [request, status, code] of cases) {
    const response = await send(request);
    t.strictSame([response.statusCode, response.json().code], [status, code]);
    const mark = checkedAs(checkResponse, request.method ?? 'GET', request.url, response);
    t.equal(mark, 'true', 'the mock says what it is');
    t.equal(response.headers['preference-applied'], undefined);
  }
  const head = await send({
    method: 'HEAD',
    url: '/v1/widgets',
    headers: { prefer: 'status=400' },
  });
  t.strictSame([head.statusCode, head.payload], [400, '']);
});

t.test('open, it needs no key, and still rejects a wrong one', async (t) => {
  const { send } = await openMock(t, contract, { open: true });
  t.equal((await send({ url: '/v1/widgets', key: null })).statusCode, 200);
  t.equal((await send({ url: '/v1/widgets' })).statusCode, 200);
  t.equal((await send({ url: '/v1/widgets', key: 'smp_wrong' })).statusCode, 401);
  const basic = { authorization: 'Basic YTpi' };
  t.equal((await send({ url: '/v1/widgets', key: null, headers: basic })).statusCode, 401);
});

t.test('an operation without a sendable example ends the start, and is named', async (t) => {
  const headers = { 'X-Mark': { schema: { type: 'string' }, example: '✓' } };
  const get = { operationId: 'getToy', responses: { 204: { headers } } };
  await t.rejects(openMock(t, contractOf({ '/toy': { get } })), {
    message: 'Invalid character in header content ["X-Mark of getToy"]',
  });
  const responses = { 200: { content: { 'application/json': { schema: { type: 'boolean' } } } } };
  const bare = contractOf({ '/toys': { get: { operationId: 'listToys', responses } } });
  const message = 'The operation listToys has no handler, and its response 200 has no example.';
  await t.rejects(openMock(t, bare), { message });
});

/** The first list of the service of this project, whatever it lists. */
const [newest] = await loadApis(OWN.service);
const list = newest.contract.operations.find(
  ({ method, path }) => method === 'GET' && !path.includes('{'),
);

t.test('npm run mock', async (t) => {
  await t.test('runs without a database, Redis or metrics, whatever the settings', async (t) => {
    const settings = {
      PORT: '0',
      LOG_LEVEL: 'warn',
      DATABASE_URL_FILE: '/no/such/file',
      REDIS_URL: 'redis://127.0.0.1:1',
      REDIS_PASSWORD: 'secret',
      METRICS_PORT: '1',
      // Handlers that do not fit the contract yet may not even load.
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WITHOUT_HANDLERS)}`,
    };
    const mock = await startScript(t, SCRIPT, [], { settings });
    const [, key] = await mock.waitFor(/\n {2}(\w+_\w{38})\n/);
    const [, origin] = await mock.waitFor(/(http:\S+)\/v1\n/);
    const headers = { authorization: `Bearer ${key}`, prefer: 'status=400' };
    const response = await fetch(`${origin}${list?.route}`, { headers });
    t.equal(response.status, 400);
    t.equal(response.headers.get('preference-applied'), 'status=400');
    t.equal(response.headers.get('access-control-allow-origin'), '*');
    t.equal((await fetch(`${origin}${list?.route}`)).status, 401);
    t.equal((await fetch(`${origin}/docs`)).status, 200);
    // What the service stores regularly, it also stores before it ends.
    const ended = await mock.end('SIGTERM');
    t.equal(ended.code, 0);
    t.strictSame(ended.stdout.match(/^\{.*/gm), null, 'nothing has failed');
  });

  await t.test('refuses to run in production', async (t) => {
    const settings = { NODE_ENV: 'production', PORT: '0' };
    const { code, stderr } = await runScript(t, SCRIPT, [], { settings });
    t.equal(code, 1);
    t.equal(stderr, 'The mock does not run with NODE_ENV=production: it accepts any API key.\n');
  });

  await t.test('takes no key with --open, and closes CORS where a setting says so', async (t) => {
    const settings = { PORT: '0', CORS_ORIGINS: '' };
    const mock = await startScript(t, SCRIPT, ['--open', '--delay=1'], { settings });
    const origin = await listening(mock);
    const { status, headers } = await fetch(`${origin}${list?.route}`);
    t.strictSame([status, headers.get('access-control-allow-origin')], [200, null]);
    t.notMatch((await mock.end('SIGINT')).stdout, /_\w{38}\n/);
  });
});
