import t, { type Test } from 'tap';
import type { AnyHandlers } from '../../src/contract/handler.ts';
import { openStore } from '../helper.ts';
import { featuresContract as contract } from './features.ts';
import { contractOf, responding, serve } from './made-up.ts';

const ids = contract.operations.map(({ operationId }) => operationId);
const handlers: AnyHandlers = Object.fromEntries(ids.map((id) => [id, () => []]));

function start(t: Test, given: AnyHandlers) {
  const api = { contract, createHandlers: () => given };
  return openStore(t, {}, api);
}

t.test('does not start while an operation has no handler, or a handler no operation', async (t) => {
  const { deletePart: _, ...incomplete } = handlers;
  const message = 'The operation deletePart has no handler.';
  await t.rejects(start(t, incomplete), { message });
  await t.rejects(start(t, Object.create(handlers)), {
    message: ids.map((id) => `The operation ${id} has no handler.`).join(' '),
  });
  await t.rejects(start(t, { ...handlers, madeUp: () => [] }), {
    message: 'The handler madeUp has no operation in the contract.',
  });
});

t.test('does not start with an operation that asks for anything but an API key', async (t) => {
  const get = { operationId: 'read', ...responding({ type: 'array', items: { type: 'string' } }) };
  const message = 'The security of the operation read must be [{"apiKey":[]}], or have scopes.';
  for (const [item, rest] of [
    [{ get: { ...get, security: [] } }, {}],
    [{ get: { ...get, security: [{ adminKey: [] }] } }, {}],
    [{ get: { ...get, security: [{ apiKey: [] }, {}] } }, {}],
    [{ get }, { security: undefined }],
  ] as const) {
    const api = {
      contract: contractOf({ '/x': item }, rest),
      createHandlers: () => ({ read: () => 1 }),
    };
    await t.rejects(openStore(t, {}, api), { message });
  }
});

t.test('binds operations whose names JavaScript objects have themselves', async (t) => {
  const get = { operationId: 'toString', responses: { 204: {} } };
  const message = 'The operation toString has no handler.';
  await t.rejects(serve(t, { '/x': { get } }, {}), { message });
  const { send } = await serve(t, { '/x': { get } }, { toString: () => undefined });
  t.equal((await send({ url: '/v1/x' })).statusCode, 204);
});

t.test('lists the methods of every template that a path fits', async (t) => {
  const operation = (operationId: string) => ({ operationId, responses: { 204: {} } });
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const paths = {
    '/x/{id}': { put: { ...operation('a'), parameters } },
    '/x/a.b': { get: operation('b') },
  };
  const { send } = await serve(t, paths, { a: () => undefined, b: () => undefined });
  t.equal((await send({ url: '/v1/x/a.b', method: 'DELETE' })).headers.allow, 'PUT, GET, HEAD');
  t.equal((await send({ url: '/v1/x/aab', method: 'DELETE' })).headers.allow, 'PUT');
  t.equal((await send({ url: '/v1/x/a.b' })).statusCode, 204);
});

t.test('serves two majors side by side, with one count for both', async (t) => {
  const responses = { 204: {} };
  const apiOf = (url: string, path: string) => {
    const get = { operationId: `read${path.slice(1)}`, responses };
    return {
      contract: contractOf({ [path]: { get } }, { servers: [{ url }] }),
      createHandlers: () => ({ [get.operationId]: () => undefined }),
    };
  };
  const { send } = await openStore(t, {}, apiOf('/v2', '/new'), apiOf('/v1', '/old'));
  const table: [status: number, url: string, key?: null][] = [
    [204, '/v2/new'],
    [204, '/v1/old'],
    [404, '/v1/new'],
    [404, '/v2/old'],
    [400, '/v2/%'],
    [401, '/v2/old', null],
    [401, '/v1/new', null],
    [404, '/v3/new', null],
  ];
  for (const [statusCode, url, key] of table) {
    const response = await send({ url, ...(key === null && { key }) });
    t.equal(response.statusCode, statusCode, url);
  }
  const { headers } = await send({ url: '/v1/old', method: 'DELETE' });
  t.match(headers, { allow: 'GET, HEAD', 'x-ratelimit-remaining': 994 });
});
