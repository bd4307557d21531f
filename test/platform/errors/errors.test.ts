// What handlers throw is held to the contract, as what they return is; and the codes of all errors.

import type { FastifyReply } from 'fastify';
import t, { type Test } from 'tap';
import { errorCheck } from '../../../src/platform/contract/responses.ts';
import { guidesMarkdown } from '../../../src/platform/docs/markdown.ts';
import { ApiError } from '../../../src/platform/errors/api-error.ts';
import { API_ERRORS, errorCodesOf } from '../../../src/platform/errors/catalogue.ts';
import { errors } from '../../../src/platform/errors/index.ts';
import { openSample } from '../../helper.ts';
import { openOwnService } from '../../support/own-service.ts';
import { contract } from '../../support/sample-contract.ts';
import { SAMPLE } from '../../support/services.ts';
import { contractOf } from '../contract/made-up.ts';
import { documentation } from '../service/generated/documentation.ts';

const HEADER = { description: 'A header.', required: true, schema: { type: 'string' } };
const SECONDS = { ...HEADER, schema: { $ref: '#/components/schemas/Seconds' } };
const RESPONSES = {
  200: {
    content: { 'application/json': { schema: { type: 'array', items: { type: 'string' } } } },
  },
  400: {},
  401: { headers: { 'WWW-Authenticate': HEADER } },
  403: { headers: { 'WWW-Authenticate': { ...HEADER, required: false } } },
  503: { headers: { 'Retry-After': SECONDS, 'X-Request-Id': HEADER } },
};
const REST = {
  security: [{ apiKey: [] }],
  components: {
    securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
    schemas: { Seconds: { type: 'integer', minimum: 1 } },
  },
};
const URL = { url: '/v1/x' };
const NOT_FOUND = new ApiError('widget_not_found', 404, 'It is not there.');

/** An operation that declares a few errors, and whose handler throws one. */
async function throwing(t: Test) {
  const given: { thrown?: unknown } = {};
  const get = { operationId: 'get', responses: RESPONSES };
  const handle = (_request: unknown, reply: { header(name: string, value: string): void }) => {
    reply.header('X-Never', 'sent');
    throw given.thrown;
  };
  const api = {
    contract: contractOf({ '/x': { get } }, REST),
    createHandlers: () => ({ get: handle }),
  };
  return { ...(await openSample(t, {}, api)), given };
}

/** For functions that make an error of something else than texts. */
const ARGS: Readonly<Record<string, unknown[]>> = {
  apiKeyBanned: [1],
  insufficientScope: [{ scopes: ['a'], explicitScopes: ['b'] }, ['b']],
  keyCreationsExceeded: [1, 1],
  rateLimitExceeded: [{ name: 'minute', limit: 1, secondsToReset: 1 }],
};

/** The headers that not every operation declares which has the status of an error. */
const NEEDED: Readonly<Record<string, string>> = {
  // Only a create whose repeats get its own response can be in progress.
  idempotency_key_in_use: 'Retry-After',
  // Only a create whose repeats cannot get it has been done already.
  key_already_created: 'Location',
};

t.test('sends what an operation declares', async (t) => {
  const { send, given } = await throwing(t);
  for (const [thrown, headers] of [
    [errors.invalidParameter('ids do not exist.'), {}],
    [
      errors.insufficientScope({ scopes: ['a'], explicitScopes: [] }, ['a']),
      { 'www-authenticate': /insufficient_scope/ },
    ],
    [errors.serviceUnavailable, { 'retry-after': '2' }],
    [
      new ApiError('service_unavailable', 503, 'Later.', { 'Retry-After': '9' }),
      { 'retry-after': '9' },
    ],
  ] as const) {
    Object.assign(given, { thrown });
    const response = await send(URL);
    t.equal(response.payload, thrown.body);
    t.equal(response.statusCode, thrown.statusCode);
    t.match(response.headers, headers);
    t.notOk(response.headers['x-never'], 'what was set is of a success');
  }
});

t.test('fails where a handler throws what its operation does not declare', async (t) => {
  const { send, given } = await throwing(t);
  const unavailable = (headers: ApiError['headers']) =>
    new ApiError('service_unavailable', 503, 'Later.', headers);
  for (const [thrown, violation] of [
    [NOT_FOUND, 'widget_not_found, which the contract does not allow: .* declares no 404'],
    [new ApiError('made_up', 400, 'No.'), 'The catalogue has no made_up under 400'],
    [
      new ApiError('widget_not_found', 400, 'No.'),
      'The catalogue has no widget_not_found under 400',
    ],
    [new ApiError('made_up', 200, 'All is well.'), 'declares no 200'],
    [unavailable({}), 'Retry-After is required'],
    [unavailable({ 'retry-after': 'soon' }), 'Retry-After must be an integer'],
    [unavailable({ 'retry-after': 0.5 }), 'Retry-After must be an integer'],
    [unavailable({ 'Retry-After': 1, Location: '/' }), 'location is not a known header'],
    [unavailable({ 'retry-after': 1, 'x-request-id': 'a' }), 'x-request-id is not a known header'],
    [new ApiError('api_key_missing', 401, 'Who?'), 'WWW-Authenticate is required'],
  ] as const) {
    Object.assign(given, { thrown });
    await t.rejects(send(URL), { message: new RegExp(violation) });
  }
  Object.assign(given, {
    thrown: new ApiError('api_key_missing', 401, 'Who?', { 'www-authenticate': 'a\nb' }),
  });
  t.equal((await send(URL)).statusCode, 500, 'no header can have it');
});

t.test('says what the API keys are for, whatever the title of the contract', async (t) => {
  for (const [title, realm] of [
    ['Zoo', 'Zoo'],
    ['The "Zoo" \\o/', 'The \\"Zoo\\" \\\\o/'],
    ['Żoo 🐶\n', '%C5%BBoo %F0%9F%90%B6%0A'],
    ['\ud83dZoo', '%EF%BF%BDZoo'],
  ] as const) {
    const get = { operationId: 'get', responses: RESPONSES };
    const info = { title, version: '1.0.0' };
    const api = {
      contract: contractOf({ '/x': { get } }, { ...REST, info }),
      createHandlers: () => ({ get: () => [] }),
    };
    const { app, send } = await openSample(t, {}, api);
    const { statusCode, headers, payload } = await send({ ...URL, key: null });
    t.equal(statusCode, 401);
    t.equal(headers['www-authenticate'], `Bearer realm="${realm}"`);
    t.equal(payload, errors.apiKeyMissing(title).body);
    const other = await app.inject({ ...URL, headers: { authorization: 'Bearer x' } });
    t.equal(other.headers['www-authenticate'], `Bearer realm="${realm}", error="invalid_token"`);
  }
});

t.test(
  'handlers may throw whatever their operation declares, as the service makes it',
  async (t) => {
    const made = Object.entries(errors).flatMap(([name, one]) => {
      if (one instanceof ApiError) return [one];
      const make = one as (...args: never[]) => ApiError;
      return [make(...((ARGS[name] ?? ['a', 'b', 'c']) as never[]))];
    });
    for (const one of Object.values(errors)) {
      if (one instanceof ApiError) t.ok(Object.isFrozen(one), 'nobody changes what all share');
    }
    const codes = made.map(({ code }) => code);
    for (const code of Object.keys(API_ERRORS)) t.ok(codes.includes(code), code);
    const reply = { hasHeader: (name: string) => name === 'link' } as unknown as FastifyReply;
    for (const operation of contract.operations) {
      const check = errorCheck(operation, API_ERRORS);
      const declared = made.filter(({ code, statusCode }) => {
        const headers = operation.schema.errorHeaders[statusCode];
        const needed = NEEDED[code];
        return headers && (!needed || needed in headers.properties);
      });
      t.ok(declared.length > 10);
      for (const error of declared) t.equal(check(error, reply), error, error.code);
    }
  },
);

/*
 * The codes of errors in the guide and in the contract.
 */

interface Example {
  readonly code: string;
  readonly status: number;
}

/** No operation responds with it: only paths that do not exist. */
const OUTSIDE = ['path_not_found'];

t.test('the guide describes every code, and no other', async (t) => {
  const [, section = ''] = /\n## Errors\n(.+?)\n## /s.exec(guidesMarkdown(documentation)) ?? [];
  const rows = [...section.matchAll(/^\| `(\w+)` \| (\d+) \| (.+) \|$/gm)];
  t.same(
    rows.map(([, code, status, meaning]) => [code, { status: Number(status), meaning }]),
    Object.entries(errorCodesOf(SAMPLE.service.errors)).map(([code, { status, meaning }]) => [
      code,
      { status, meaning },
    ]),
  );
});

t.test('a service with an error that the platform has does not start', async (t) => {
  const own = { ...SAMPLE.service.errors, key_not_found: API_ERRORS.key_not_found };
  await t.rejects(openOwnService(t, { errors: own }), {
    message: 'The platform has an error key_not_found already.',
  });
});

t.test('the contract has an example for every code of an operation, with its status', async (t) => {
  const used = Object.entries(errorCodesOf(SAMPLE.service.errors)).filter(
    ([code]) => !OUTSIDE.includes(code),
  );
  const pairs = examplesIn(contract.document).map(({ code, status }) => `${code} ${status}`);
  t.same([...new Set(pairs)].sort(), used.map(([code, { status }]) => `${code} ${status}`).sort());
});

/** Every Error body in a part of the contract. */
function examplesIn(part: unknown): Example[] {
  if (typeof part !== 'object' || part === null) return [];
  const isExample = 'code' in part && typeof part.code === 'string' && 'status' in part;
  return isExample ? [part as Example] : Object.values(part).flatMap(examplesIn);
}
