// The scopes of API keys.

import t from 'tap';
import {
  assertCanRotate,
  missingScopes,
  type Scopes,
  scopesOfNewKey,
  scopesText,
  UNIDENTIFIED,
} from '../../../src/platform/keys/index.ts';
import { openSample } from '../../helper.ts';
import { codeSpansIn, sectionOf, tableOf } from '../../support/markdown.ts';
import { contract } from '../../support/sample-contract.ts';
import { contractOf } from '../contract/made-up.ts';

const { scopes: SCOPES, explicitScopes: EXPLICIT } = contract;

t.test('a key calls only the operations of its scopes', async (t) => {
  const { send, createKey } = await openSample(t);
  for (const { operationId, method, path, scopes } of contract.operations) {
    const others = SCOPES.filter((scope) => !scopes.includes(scope));
    const url = `/v1${path.replace(/\{\w+\}/, '1')}`;
    const isFree = scopes.length === 0;
    const isImplied = scopes.every((scope) => !EXPLICIT.includes(scope));
    for (const [name, given, isAdmitted] of [
      ['its scope', scopes, true],
      ['the other scopes', others, isFree],
      ['all scopes that need not be listed', undefined, isImplied],
      ['every scope in a list', SCOPES, true],
      ['no scope', [], isFree],
    ] as const) {
      const { key } = await createKey({ scopes: given });
      const { statusCode, headers, json } = await send({ method: method as 'GET', url, key });
      t.equal(statusCode !== 403, isAdmitted, `${operationId} with ${name}`);
      if (statusCode !== 403) continue;
      const [scope] = scopes;
      const giver = isImplied ? '' : ', which only the operator gives';
      t.strictSame(json(), {
        code: 'insufficient_scope',
        message: `The API key lacks the scope ${scope}${giver}.`,
        status: 403,
      });
      t.equal(headers['www-authenticate'], `Bearer error="insufficient_scope", scope="${scope}"`);
    }
  }
});

/** Returns what a function does, or the code and the message of its error. */
function outcomeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    const { code, message } = error as Error & { readonly code: string };
    return `${code}: ${message}`;
  }
}

t.test('a key gives and rotates no scope that it does not have in its list', async (t) => {
  const known = { scopes: ['a', 'b', 'x'], explicitScopes: ['x'] };
  const lacks = (scope: string) => new RegExp(`^insufficient_scope: .*lacks the scope ${scope}`);
  const created: [given: Scopes, wanted: string[] | undefined, outcome: unknown][] = [
    [null, undefined, []],
    [['b', 'x', 'a'], undefined, ['b', 'a']],
    [
      ['a', 'b'],
      ['b', 'a', 'b'],
      ['b', 'a'],
    ],
    [['a', 'b'], [], []],
    [['a'], ['o'], 'invalid_body: scopes.0 must be one of a, b, x.'],
    [['a'], ['a', 'o'], 'invalid_body: scopes.1 must be one of a, b, x.'],
    [['a', 'x'], ['x'], /^operator_required: .*gives the scope x/],
    [['a'], ['a', 'b'], lacks('b')],
    [null, ['a'], lacks('a')],
  ];
  for (const [given, wanted, expected] of created) {
    const outcome = outcomeOf(() => scopesOfNewKey(given, wanted, known));
    if (Array.isArray(expected)) t.strictSame(outcome, expected);
    else t.match(outcome, expected);
  }
  const rotated: [given: Scopes, scopes: Scopes, outcome: unknown][] = [
    [['a'], ['a'], undefined],
    [['a'], [], undefined],
    [null, [], undefined],
    [['a'], ['b'], lacks('b')],
    [null, ['b'], lacks('b')],
    [['a', 'x'], ['a', 'x'], /^operator_required: .*key 7, which has the scope x/],
    [['a'], null, /^operator_required: .*key 7, which has all scopes/],
  ];
  for (const [given, scopes, expected] of rotated) {
    const outcome = outcomeOf(() => assertCanRotate(given, { id: 7n, scopes }, known));
    if (expected === undefined) t.equal(outcome, undefined);
    else t.match(outcome, expected);
  }
  t.strictSame(missingScopes(null, known), ['x']);
  t.strictSame(missingScopes(['b'], known), ['a', 'x']);
  t.strictSame(
    [null, [], ['a', 'b']].map((scopes) => scopesText({ scopes })),
    ['all', 'none', 'a b'],
  );
});

t.test('a call beyond the scopes counts, and is rejected before validation', async (t) => {
  const { send, createKey } = await openSample(t);
  const { key } = await createKey({ scopes: ['shipments:read'] });
  for (const [left, request, status] of [
    [999, { url: '/v1/widgets?limit=x' }, 403],
    [998, { url: '/v1/widgets', method: 'HEAD' }, 403],
    [997, { url: '/v1/widgets/x' }, 403],
    [996, { url: '/v1/widgets', method: 'POST', payload: '{' }, 403],
    [995, { url: '/v1/nothing' }, 404],
    [994, { url: '/v1/widgets', method: 'DELETE' }, 405],
    [993, { url: '/v1/store/shipments?limit=x' }, 400],
  ] as const) {
    const { statusCode, headers } = await send({ ...request, key });
    t.same([statusCode, headers['x-ratelimit-remaining']], [status, left], request.url);
  }
});

t.test('an operation can require several scopes', async (t) => {
  const security = [{ apiKey: ['a:read', 'b:read'] }];
  const get = { operationId: 'read', security, responses: { 204: {} } };
  const contract = contractOf({ '/x': { get } });
  const api = { contract, createHandlers: () => ({ read: () => undefined }) };
  const { send, createKey } = await openSample(t, {}, api);
  const { key } = await createKey({ scopes: ['a:read'] });
  const { statusCode, headers, json } = await send({ url: '/v1/x', key });
  t.equal(statusCode, 403);
  t.match(json(), { message: 'The API key lacks the scope b:read.' });
  t.match(headers['www-authenticate'], / scope="a:read b:read"$/);
  const { key: both } = await createKey({ scopes: ['b:read', 'a:read'] });
  t.equal((await send({ url: '/v1/x', key: both })).statusCode, 204);
});

t.test('a request that nobody has authenticated reaches no handler', async (t) => {
  const get = { operationId: 'read', responses: { 204: {} } };
  const contract = contractOf({ '/x': { get } });
  const { send } = await openSample(
    t,
    {},
    {
      contract,
      createHandlers: () => ({ read: () => t.fail('the handler is called') }),
      // As if authentication were not registered.
      addHooks(api) {
        api.addHook('onRequest', async (request) => {
          Object.defineProperty(request, 'caller', {
            get: () => UNIDENTIFIED,
            set: () => undefined,
          });
        });
      },
    },
  );
  t.equal((await send({ url: '/v1/x' })).statusCode, 500);
});

t.test('the page and the guide say which scope an operation requires', async (t) => {
  const { app } = await openSample(t);
  const page = (await app.inject('/docs')).payload.replaceAll(/<[^>]*>/g, '');
  const notes = [...page.matchAll(/\bScope (\w+:\w+)/g)].map(([, scope]) => scope);
  t.strictSame(notes.sort(), contract.operations.flatMap(({ scopes }) => scopes).sort());
  const guides = (await app.inject('/docs.md')).payload;
  const rows = tableOf(guides, 'Scope', 'Allows a key to', 'Operations');
  const allowed = rows.map(([scope = '', , all = '']) => [codeSpansIn(scope), codeSpansIn(all)]);
  const expected = SCOPES.map((scope) => {
    const operations = contract.operations.filter(({ scopes }) => scopes.includes(scope));
    return [[scope], operations.map(({ operationId }) => operationId)];
  });
  t.strictSame(allowed, expected);
  for (const { operationId, scopes } of contract.operations) {
    const [, , endpoint = ''] = sectionOf(guides, operationId).split('\n');
    const named = codeSpansIn(endpoint).filter((code) => SCOPES.includes(code));
    t.strictSame(named, scopes, operationId);
  }
});
