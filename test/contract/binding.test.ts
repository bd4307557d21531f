import t, { type Test } from 'tap';
import type { AnyHandlers } from '../../src/contract/handler.ts';
import { type ContractDocument, contract, readContract } from '../../src/contract/operations.ts';
import { openStore } from '../helper.ts';
import { contractOf, responding, serve } from './made-up.ts';

const { document, operations } = contract;
const MANY = { 'application/json': {}, 'text/csv': {} };
const BEARER = { apiKey: { type: 'http', scheme: 'bearer' } };

/** A handler for every operation, which returns an empty list. */
const handlers: AnyHandlers = Object.fromEntries(
  operations.map(({ operationId }) => [operationId, () => []]),
);

function start(t: Test, given: AnyHandlers, changed: ContractDocument = document) {
  const api = { contract: readContract(changed), createHandlers: () => given };
  return openStore(t, {}, api);
}

t.test('does not start while an operation has no handler', async (t) => {
  const { listOrders: _, ...incomplete } = handlers;
  const message = 'The operation listOrders has no handler.';
  await t.rejects(start(t, incomplete), { message });
  await t.rejects(start(t, Object.create(handlers)), {
    message: operations.map((o) => `The operation ${o.operationId} has no handler.`).join(' '),
  });
});

t.test('does not start while a handler has no operation', async (t) => {
  await t.rejects(start(t, { ...handlers, deletePet: () => [] }), {
    message: 'The handler deletePet has no operation in the contract.',
  });
});

t.test('leaves undeclared fields out of a response', async (t) => {
  const pet = { id: 1n, name: 'Rex', categoryId: 7n, status: 'sold' };
  const { send } = await start(t, { ...handlers, getPet: () => ({ ...pet, costPrice: 5 }) });
  const { statusCode, payload } = await send({ url: '/v1/pets/1' });
  t.equal(statusCode, 200);
  t.equal(payload, '{"id":1,"name":"Rex","categoryId":7,"status":"sold"}');
});

t.test('does not start with what the service would not do as the contract says', async (t) => {
  const get = { operationId: 'read', ...responding({}) };
  const post = { ...get, requestBody: { content: { 'application/json': {} } } };
  const exactly = 'The security of the operation read must be exactly [{"apiKey":[]}].';
  const scheme = 'The security scheme apiKey must be of type http with scheme bearer.';
  for (const [item, rest, message] of [
    [{ get: { ...get, security: [] } }, {}, 'The operation read has no security requirement.'],
    [{ get: { ...get, security: [{}] } }, {}, 'The operation read has no security requirement.'],
    [{ get: { ...get, security: [{ adminKey: [] }] } }, {}, exactly],
    [{ get: { ...get, security: [{ apiKey: ['admin'] }] } }, {}, exactly],
    [{ get: { ...get, security: [{ apiKey: [] }, {}] } }, {}, exactly],
    [{ get: { ...get, security: [{ apiKey: [], adminKey: [] }] } }, {}, exactly],
    [{ get }, { security: [{ adminKey: [] }] }, exactly],
    [{ get }, { security: undefined }, 'The operation read has no security requirement.'],
    [{ get: responding({}) }, {}, /^The operation GET \/x has no handler/],
    [{ get: { operationId: 'read' } }, {}, 'read: There is no response of a success.'],
    [{ post: { ...get, requestBody: { content: {} } } }, {}, /media type \(none\)/],
    [{ post: { ...get, requestBody: { content: MANY } } }, {}, 'read: A body has one media type.'],
    [{ get }, { components: {} }, scheme],
    [{ get }, { components: { securitySchemes: { apiKey: { type: 'apiKey' } } } }, scheme],
    [
      { get },
      { components: { securitySchemes: { ...BEARER, b: {} } } },
      /scheme b is not supported/,
    ],
    [{ get }, { webhooks: {} }, 'The contract must not have webhooks.'],
    [{ get: post }, {}, 'The operation read must not have a request body.'],
    [{ options: get }, {}, 'The operation read must not have the method OPTIONS.'],
    [{ get, put: get }, {}, /^The operation read appears twice/],
    [{ get: { ...get, responses: { 205: {} } } }, {}, /must not have the status 205/],
    [{ get: { ...get, responses: { '2XX': {} } } }, {}, /must not have the status 2XX/],
    [{ get: { ...get, responses: { 404: {} } } }, {}, 'read: There is no response of a success.'],
    [
      { get: { ...get, ...responding({}, 'application/xml') } },
      {},
      /application\/xml is not supported/,
    ],
    [{ get: { ...get, ...responding({}, 'application/json', 204) } }, {}, /204 cannot have a body/],
    [
      { get: { ...get, responses: { 200: { headers: { 'Content-Type': {} } } } } },
      {},
      /Content-Type cannot/,
    ],
    [{ get: { ...get, ...responding({ not: {} }) } }, {}, /^read: /],
  ] as const) {
    const api = {
      contract: contractOf({ '/x': item }, rest),
      createHandlers: () => ({ read: () => 1 }),
    };
    await t.rejects(openStore(t, {}, api), { message });
  }
  const paths = { '/x/{a}': { get }, '/x/{b}': { get: { ...get, operationId: 'other' } } };
  await t.rejects(serve(t, paths, { read: () => 1, other: () => 1 }), { message: /appears twice/ });
  const star = { '/x/*': { get } };
  await t.rejects(serve(t, star, { read: () => 1 }), {
    message: 'read: The path /x/* must not contain *.',
  });
});

t.test('announces the successor of a deprecated operation beside its own links', async (t) => {
  const header = { schema: { type: 'string' } };
  const deprecated = {
    ...{
      deprecated: true,
      'x-deprecated-since': '2026-01-01',
      'x-sunset': '2999-01-01',
      'x-successor': 'it',
    },
    ...{ operationId: 'it', responses: { 204: { headers: { Link: header } } } },
  };
  const it = (_request: unknown, reply: { header(name: string, value: unknown): void }) => {
    reply.header('Link', '</v1/x?cursor=1>; rel="next"');
  };
  const { send } = await serve(t, { '/x': { get: deprecated } }, { it });
  const { headers } = await send({ url: '/v1/x' });
  t.equal(headers.link, '</v1/x>; rel="successor-version", </v1/x?cursor=1>; rel="next"');
});

t.test('lists the methods of every template that a path fits', async (t) => {
  const operation = (operationId: string) => ({ operationId, responses: { 204: {} } });
  const paths = {
    '/x/{id}': {
      put: {
        ...operation('a'),
        parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }],
      },
    },
    '/x/a.b': { get: operation('b') },
  };
  const { send } = await serve(t, paths, { a: () => undefined, b: () => undefined });
  t.equal((await send({ url: '/v1/x/a.b', method: 'DELETE' })).headers.allow, 'PUT, GET, HEAD');
  t.equal((await send({ url: '/v1/x/aab', method: 'DELETE' })).headers.allow, 'PUT');
  t.equal((await send({ url: '/v1/x/a.b' })).statusCode, 204);
});
