import type { LightMyRequestResponse as Response } from 'fastify';
import t, { type Test } from 'tap';
import {
  type FoundOperation,
  isObject,
  operationsOf,
  routeSchemas,
} from '../../scripts/contract/index.ts';
import { type MockOptions, mockApi } from '../../scripts/mock.ts';
import {
  type Contract,
  type ContractDocument,
  contract,
  readContract,
} from '../../src/contract/operations.ts';
import { createApiKey } from '../../src/keys/api-key.ts';
import { type CheckAnswer, checkAnswer } from '../contract/check-response.ts';
import { features } from '../contract/features.ts';
import { contractOf } from '../contract/made-up.ts';
import { openStore, type Request } from '../helper.ts';
import { listening, runScript, startScript } from '../support/scripts.ts';

/*
 * `npm run mock`: the contract with its examples in the place of handlers.
 */

const REX = { id: 42, name: 'Rex', categoryId: 7, status: 'available' };
const SCRIPT = 'scripts/mock.ts';

const featuresContract = readContract(
  features as unknown as ContractDocument,
  routeSchemas(features),
);

/** The mock of a contract: by default that of the service. */
async function openMock(
  t: Test,
  options: MockOptions = {},
  settings: Record<string, string> = {},
  mocked: Contract = contract,
) {
  const { app } = await openStore(t, settings, mockApi(mocked, options));
  const key = createApiKey();
  function send({ key: caller = key, ...request }: Request) {
    const authorization = caller === null ? {} : { authorization: `Bearer ${caller}` };
    return app.inject({ ...request, headers: { ...authorization, ...request.headers } });
  }
  const prefer = (text: string, url = '/v1/pets') => send({ url, headers: { prefer: text } });
  return { send, prefer };
}

/** Checks a response as those of the service are, without the headers that only the mock has. */
function checkedAs(check: CheckAnswer, method: string, url: string, response: Response) {
  const { 'x-mock': mark, 'preference-applied': _, ...headers } = response.headers;
  const { statusCode, payload } = response;
  check(method.toUpperCase(), url, { statusCode, payload, headers });
  return mark;
}

/** A request made of the examples of its parameters and of its body. */
function requestFor({ operation, method, path }: FoundOperation): Request {
  const { parameters = [], requestBody } = operation;
  const given = parameters.filter(({ example }) => example !== undefined);
  const valuesOf = (place: string) =>
    given.filter((one) => one.in === place).map(({ name, example }) => [name, String(example)]);
  const query = new URLSearchParams(valuesOf('query'));
  const parts = new Map(valuesOf('path') as [string, string][]);
  const { example, examples = {} } = requestBody?.content['application/json'] ?? {};
  const body = example ?? Object.values(examples)[0]?.value;
  return {
    method: method.toUpperCase() as 'GET',
    url: `${path.replaceAll(/\{(\w+)\}/g, (_, name) => String(parts.get(name)))}?${query}`,
    headers: Object.fromEntries(valuesOf('header')),
    ...(isObject(body) && { payload: body }),
  };
}

/** Of each response that an operation declares: its status, and its example with the name of it. */
function examplesOf({ operation }: FoundOperation) {
  return Object.entries(operation.responses).flatMap(([status, { content, headers = {} }]) => {
    const { example, examples = {} } = content?.['application/json'] ?? {};
    const named = Object.entries(examples).map(([name, { value }]) => ({ name, value }));
    const all = example === undefined ? named : [{ name: undefined, value: example }, ...named];
    const bodies = content ? all : [{ name: undefined, value: undefined }];
    return bodies.map((one) => ({ ...one, status: Number(status), headers }));
  });
}

/** Set by the service, by what is true of the request. */
const SET_BY_SERVICE = /^(x-request-id|(x-)?ratelimit.*)$/i;

t.test('every declared example can be chosen, and fits the contract', async (t) => {
  const cases = [
    { name: 'ours', mocked: contract, document: contract.document, check: checkAnswer },
    // It declares no headers of the service, which itself checks what a handler returns.
    { name: 'every feature', mocked: featuresContract, document: features, check: () => undefined },
  ];
  for (const { name, mocked, document, check } of cases) {
    const { send } = await openMock(t, {}, {}, mocked);
    const operations = operationsOf(document);
    t.ok(operations.length > 3, name);
    for (const found of operations) {
      const { operationId } = found.operation;
      const request = requestFor(found);
      const examples = examplesOf(found);
      t.ok(examples.length > 0, operationId);
      for (const { status, name, value, headers } of examples) {
        const about = `${operationId} ${status} ${name}`;
        const applied = [`status=${status}`, ...(name === undefined ? [] : [`example=${name}`])];
        const prefer = applied.join(', ');
        const response = await send({ ...request, headers: { ...request.headers, prefer } });
        t.equal(response.statusCode, status, about);
        t.equal(response.headers['preference-applied'], prefer, about);
        t.equal(checkedAs(check, found.method, request.url, response), 'true', about);
        if (value !== undefined) t.strictSame(response.json(), value, about);
        for (const [header, { example }] of Object.entries(headers)) {
          if (example === undefined || SET_BY_SERVICE.test(header)) continue;
          t.match(response.headers[header.toLowerCase()], String(example), `${about} ${header}`);
        }
      }
      const response = await send(request);
      t.equal(response.statusCode, examples[0]?.status, `${operationId}: the first success`);
      t.equal(response.headers['preference-applied'], undefined);
      checkedAs(check, found.method, request.url, response);
    }
  }
});

t.test('Prefer is read as RFC 7240 says, and ignored where it cannot be applied', async (t) => {
  const { prefer } = await openMock(t);
  const cases: [text: string, status: number, applied: string | undefined][] = [
    ['status=400', 400, 'status=400'],
    ['Status="400"', 400, 'status=400'],
    ['example=empty', 200, 'example=empty'],
    ['example = "empty"; why=so', 200, 'example=empty'],
    ['example=foreignCursor', 400, 'example=foreignCursor'],
    ['wait=10, respond-async , status=503;a="b, c", example=none', 503, 'status=503'],
    ['status=500, status=503', 500, 'status=500'],
    ['status=200, example=foreignCursor', 200, 'status=200'],
    ['status=418, example=empty', 200, 'example=empty'],
    ['foo="a, status=404"', 200, undefined],
    ['foo; a=", status=404"', 200, undefined],
    ['foo="\\", status=404"', 200, undefined],
    ...[
      'status=418',
      'status=0400',
      'status',
      'status=',
      'status="',
      'code=404',
      '',
      ',',
      '=;"',
    ].map((text): [string, number, undefined] => [text, 200, undefined]),
    ...['example=page2', 'example=Empty', 'example=constructor', 'example=""'].map(
      (text): [string, number, undefined] => [text, 200, undefined],
    ),
  ];
  for (const [text, status, applied] of cases) {
    const response = await prefer(text);
    t.strictSame(
      [response.statusCode, response.headers['preference-applied']],
      [status, applied],
      text,
    );
  }
  t.same((await prefer('example=empty')).json(), []);
});

t.test('the example has the id of the path, exactly', async (t) => {
  const { send, prefer } = await openMock(t);
  for (const id of ['42', '0', '9223372036854775807', '-9223372036854775808']) {
    const { payload } = await send({ url: `/v1/pets/${id}` });
    t.equal(payload, `{"id":${id},"name":"Rex","categoryId":7,"status":"available"}`);
  }
  const named = await prefer('example=pet', '/v1/pets/7');
  t.strictSame(named.json(), { ...REX, id: 7 });
  const paths = {
    '/toys/{code}': {
      get: {
        operationId: 'getToy',
        parameters: [{ name: 'code', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { code: { type: 'string' }, id: { type: 'integer' } },
                },
                examples: {
                  ball: { value: { code: 'ball', id: 1 } },
                  cube: { value: { code: 'cube', id: 2 } },
                },
              },
            },
          },
        },
      },
    },
  };
  const toys = await openMock(t, {}, {}, contractOf(paths));
  const toy = async (code: string) => (await toys.send({ url: `/v1/toys/${code}` })).json();
  t.strictSame(await toy('cube'), { code: 'cube', id: 2 }, 'the one that has it');
  t.strictSame(await toy('cone'), { code: 'cone', id: 1 });
});

t.test('a list comes to an end for whoever follows its Link', async (t) => {
  const { send } = await openMock(t);
  for (const url of ['/v1/pets', '/v1/store/orders']) {
    const first = await send({ url });
    const [, next = ''] = /^<(.+)>; rel="next"$/.exec(String(first.headers.link)) ?? [];
    const second = await send({ url: next });
    t.strictSame([second.statusCode, second.json()], [200, first.json()]);
    t.equal(second.headers.link, undefined, 'the last page');
  }
});

t.test('a deprecated operation links to its successor once, beside its own links', async (t) => {
  const { prefer, send } = await openMock(t);
  const successor = '</v1/pets>; rel="successor-version"';
  t.equal((await send({ url: '/v1/pets/1' })).headers.link, successor);
  t.equal((await prefer('status=404', '/v1/pets/1')).headers.link, successor);
  const other = await openMock(t, {}, {}, featuresContract);
  const headers = { prefer: 'status=303' };
  const { headers: received } = await other.send({
    method: 'DELETE',
    url: '/v1/things/1/a',
    headers,
  });
  const own = '</v1/things>; rel="related"';
  t.equal(received.link, `</v1/things>; rel="successor-version", ${own}`);
});

t.test('the service itself ignores Prefer, and is no mock', async (t) => {
  const { send } = await openStore(t, { CORS_ORIGINS: '*' });
  const headers = { prefer: 'status=404', origin: 'https://app.example.com' };
  const response = await send({ url: '/v1/pets', headers });
  t.strictSame([response.statusCode, response.json()], [200, []]);
  t.notMatch(JSON.stringify(response.headers), /mock|prefer/i);
});

t.test('keys, scopes, paths, methods and input are checked as the service does', async (t) => {
  const { send } = await openMock(t, { scopes: ['pets:read'] });
  const json = { 'content-type': 'application/json', prefer: 'status=500' };
  const wrong = createApiKey().replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  const cases: [Request, number, string][] = [
    [{ url: '/v1/pets', key: null }, 401, 'api_key_missing'],
    [{ url: '/v1/pets', key: 'ask_test' }, 401, 'api_key_invalid'],
    [{ url: '/v1/pets', key: wrong }, 401, 'api_key_invalid'],
    [{ method: 'POST', url: '/v1/pets', headers: json, payload: '{}' }, 403, 'insufficient_scope'],
    [{ url: '/v1/toys' }, 404, 'path_not_found'],
    [{ method: 'DELETE', url: '/v1/pets' }, 405, 'method_not_allowed'],
    [{ url: '/v1/pets?limit=101' }, 400, 'invalid_parameter'],
    [{ url: '/v1/pets?offset=1', headers: json }, 400, 'invalid_parameter'],
    [{ url: '/v1/pets/one' }, 400, 'invalid_parameter'],
  ];
  for (const [request, status, code] of cases) {
    const response = await send(request);
    t.strictSame([response.statusCode, response.json().code], [status, code]);
    const mark = checkedAs(checkAnswer, request.method ?? 'GET', request.url, response);
    t.equal(mark, 'true', 'the mock says what it is');
    t.equal(response.headers['preference-applied'], undefined);
  }
  const all = await openMock(t);
  const bodies = [
    ['{"name":"","categoryId":7}', 400],
    ['{"name":"Rex","categoryId":9223372036854775808}', 400],
    ['{"name":"Rex","categoryId":9223372036854775807}', 201],
  ] as const;
  for (const [payload, status] of bodies) {
    const request = { method: 'POST', url: '/v1/pets', payload } as const;
    const response = await all.send({
      ...request,
      headers: { 'content-type': 'application/json' },
    });
    t.equal(response.statusCode, status, payload);
  }
  const head = await all.send({
    method: 'HEAD',
    url: '/v1/pets',
    headers: { prefer: 'status=400' },
  });
  t.strictSame([head.statusCode, head.payload], [400, '']);
});

t.test('open, it needs no key, and still rejects a wrong one', async (t) => {
  const { send } = await openMock(t, { open: true });
  t.equal((await send({ url: '/v1/pets', key: null })).statusCode, 200);
  t.equal((await send({ url: '/v1/pets' })).statusCode, 200);
  t.equal((await send({ url: '/v1/pets', key: 'ask_wrong' })).statusCode, 401);
  const basic = { authorization: 'Basic YTpi' };
  t.equal((await send({ url: '/v1/pets', key: null, headers: basic })).statusCode, 401);
});

t.test('a page of another origin may send Prefer, and read what came of it', async (t) => {
  const { send } = await openMock(t, {}, { CORS_ORIGINS: '*' });
  const origin = 'https://app.example.com';
  const asked = { origin, 'access-control-request-method': 'GET' };
  const preflight = await send({ method: 'OPTIONS', url: '/v1/pets', headers: asked, key: null });
  t.equal(preflight.statusCode, 204);
  t.match(preflight.headers['access-control-allow-headers'], /Authorization.*, Prefer$/);
  const { headers } = await send({ url: '/v1/pets', headers: { origin } });
  t.match(headers['access-control-expose-headers'], /Link.*, X-Mock, Preference-Applied$/);
});

t.test('an operation without an example ends the start, and is named', async (t) => {
  const responses = { 200: { content: { 'application/json': { schema: { type: 'boolean' } } } } };
  const bare = contractOf({ '/toys': { get: { operationId: 'listToys', responses } } });
  const message = 'The operation listToys has no handler, and its response 200 has no example.';
  await t.rejects(openMock(t, {}, {}, bare), { message });
});

t.test('npm run mock', async (t) => {
  await t.test('runs without a database, Redis or metrics, whatever the settings', async (t) => {
    const settings = {
      PORT: '0',
      LOG_LEVEL: 'warn',
      DATABASE_URL_FILE: '/no/such/file',
      REDIS_URL: 'redis://127.0.0.1:1',
      METRICS_PORT: '1',
    };
    const mock = await startScript(t, SCRIPT, [], { settings });
    const [, key] = await mock.waitFor(/\n {2}(ask_\w+)\n/);
    const [, origin] = await mock.waitFor(/(http:\S+)\/v1\n/);
    const headers = { authorization: `Bearer ${key}`, prefer: 'example=empty' };
    const response = await fetch(`${origin}/v1/pets`, { headers });
    t.equal(response.status, 200);
    t.equal(response.headers.get('preference-applied'), 'example=empty');
    t.same(await response.json(), []);
    t.equal((await fetch(`${origin}/v1/pets`)).status, 401);
    t.equal((await fetch(`${origin}/docs`)).status, 200);
    // What the service stores regularly, it does within a second.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const ended = await mock.end('SIGTERM');
    t.equal(ended.code, 0);
    t.strictSame(ended.stdout.match(/^\{.*/gm), null, 'nothing has failed');
  });

  await t.test('refuses to run in production', async (t) => {
    const settings = { NODE_ENV: 'production' };
    const { code, stderr } = await runScript(t, SCRIPT, [], { settings });
    t.equal(code, 1);
    t.equal(stderr, 'The mock does not run with NODE_ENV=production: it accepts any API key.\n');
  });

  await t.test('takes no key with --open, and can limit what keys may do', async (t) => {
    const settings = { PORT: '0' };
    const args = ['--open', '--scopes', 'pets:read', 'orders:read'];
    const mock = await startScript(t, SCRIPT, args, { settings });
    const origin = await listening(mock);
    t.equal((await fetch(`${origin}/v1/store/orders`)).status, 200);
    t.equal((await fetch(`${origin}/v1/pets`, { method: 'POST' })).status, 403);
    t.notMatch((await mock.end('SIGINT')).stdout, /ask_/);
  });
});
