// What the contract, the handlers and the majors that are served have to have for each other.

import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import type { AnyHandlers } from '../../../src/platform/contract/handler.ts';
import { nextPage, openSample } from '../../helper.ts';
import { sampleAs } from '../../support/sample-as.ts';
import { featuresContract as contract } from './features.ts';
import { contractOf, responding, serve } from './made-up.ts';

const ids = contract.operations.map(({ operationId }) => operationId);
const handlers: AnyHandlers = Object.fromEntries(ids.map((id) => [id, () => []]));

function start(t: Test, given: AnyHandlers) {
  const api = { contract, createHandlers: () => given };
  return openSample(t, {}, api);
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
    await t.rejects(openSample(t, {}, api), { message });
  }
});

t.test('does not start with a route whose schema nothing here would compile', async (t) => {
  const schema = { type: 'object' };
  for (const given of [{ querystring: schema }, { response: { 200: schema } }]) {
    const api = {
      contract,
      createHandlers: () => handlers,
      addHooks: (app: FastifyInstance) => void app.get('/more', { schema: given }, () => ({})),
    };
    const message = 'A route with a schema has no compilers of its own.';
    await t.rejects(openSample(t, {}, api), { message });
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

const replaced = (text: string) => text.replaceAll('"listWidgets"', '"v2.listWidgets"');
const OLDER = sampleAs('v1', (text) =>
  replaced(text).replaceAll('"operationId":"v2.', '"operationId":"'),
);

t.test('serves two majors side by side', async (t) => {
  const settings = { LOG_LEVEL: 'info', PUBLIC_URL: 'https://api.example.com/v2' };
  const { send, clock, log, app, database } = await openSample(t, settings, sampleAs('v2'), OLDER);
  const headers = { 'idempotency-key': 'one' };
  const create = (version: string) =>
    send({
      method: 'POST',
      url: `/${version}/widgets`,
      headers,
      payload: { name: 'Bolt', groupId: 7 },
    });

  const created = await create('v1');
  t.equal(created.headers.location, '/v1/widgets/1');
  t.equal((await create('v2')).statusCode, 422, 'an Idempotency-Key belongs to one version');
  t.equal((await create('v1')).payload, created.payload);
  const { payload } = await send({ url: '/v2/widgets/1' });
  t.equal(payload, created.payload, 'both have the same widgets');
  await send({ method: 'POST', url: '/v2/widgets', payload: { name: 'Gear', groupId: 7 } });

  const pages = await Promise.all(
    ['v2', 'v1'].map((one) => send({ url: `/${one}/widgets?limit=1` })),
  );
  for (const [i, page] of pages.entries()) {
    const next = nextPage(page) ?? '';
    t.equal((await send({ url: next })).json()[0].name, 'Gear', next);
    const elsewhere = next.replace(/v\d/, `v${i + 1}`);
    t.match((await send({ url: elsewhere })).json(), { code: 'invalid_parameter' }, elsewhere);
  }

  const table: [status: number, url: string, key?: null][] = [
    [404, '/v1/nothing'],
    [404, '/v3/widgets'],
    [400, '/v2/%'],
    [401, '/v2/widgets', null],
    [401, '/v1/widgets', null],
  ];
  for (const [statusCode, url, key] of table) {
    t.equal((await send({ url, ...(key === null && { key }) })).statusCode, statusCode, url);
  }
  const last = await send({ url: '/v1/widgets', method: 'DELETE' });
  t.match(last.headers, { allow: 'GET, HEAD, POST', 'x-ratelimit-remaining': '986' }, 'one count');

  const link = '</v2/widgets>; rel="successor-version"';
  t.match(await send({ url: '/v1/widgets/1' }), { statusCode: 200, headers: { link } });
  clock.move(10 * 365 * 86_400);
  const removed =
    'getWidget was removed on 2030-12-05: use v2.listWidgets (GET /v2/widgets) instead.';
  t.match((await send({ url: '/v1/widgets/1' })).json(), { message: removed });
  t.match((await send({ url: '/v2/widgets/1' })).json(), {
    message: 'getWidget was removed on 2030-12-05: use listWidgets (GET /v2/widgets) instead.',
  });

  const lines = log.map((line) => JSON.parse(line));
  t.match(
    lines.find((line) => line['sample_service.operation.id'] === 'v2.getWidget'),
    {
      'http.route': '/v2/widgets/{widgetId}',
    },
  );
  await app.close();
  const usages = await database.client.keyUsage.findMany();
  t.strictSame([...new Set(usages.map(({ operation }) => operation))].sort(), [
    'createWidget',
    'getWidget',
    'listWidgets',
    'none',
    'v2.createWidget',
    'v2.getWidget',
    'v2.listWidgets',
  ]);
});

t.test('does not start while nothing serves what replaces an operation', async (t) => {
  const message = 'Nothing serves v2, which has v2.listWidgets.';
  await t.rejects(openSample(t, {}, OLDER), { message });
});
