import Fastify, { type FastifyRequest } from 'fastify';
import t, { type Test } from 'tap';
import contractBinding, { assertComplete } from '../../src/contract/binding.ts';
import { type ApiError, errorBody } from '../../src/contract/errors.ts';
import type { Handlers } from '../../src/contract/handler.ts';
import { contract, findOperation, operations } from '../../src/contract/operations.ts';

/** A handler for every operation, which returns an empty list. */
const handlers = Object.fromEntries(
  operations.map(({ operationId }) => [operationId, () => []]),
) as unknown as Handlers;

/** Starts a bare application with handlers that need not compile. */
async function start(t: Test, given: object) {
  const app = Fastify();
  t.teardown(() => app.close());
  await app.register(contractBinding, { handlers: given as Handlers });
  return app;
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

t.test('does not take an inherited property for a handler', async (t) => {
  const [operation] = operations;
  const strange = [...operations, { ...operation, operationId: 'toString' }] as typeof operations;
  t.throws(() => assertComplete(strange, handlers), {
    message: 'The operation toString has no handler.',
  });
});

t.test('does not start while an operation can be called without a key', async (t) => {
  assertComplete(operations, handlers);
  for (const security of [[], [{}]]) {
    const [first, ...others] = operations.map((operation) => ({ ...operation }));
    const open = [{ ...first, security }, ...others] as typeof operations;
    t.throws(() => assertComplete(open, handlers), {
      message: 'The operation listPets has no security requirement.',
    });
  }
});

t.test('validates the headers that the contract declares, and no others', async (t) => {
  const shelf = { name: 'X-Shelf', in: 'header', required: true, schema: { type: 'integer' } };
  const post = { ...contract.paths['/pets'].post, parameters: [shelf] };
  const changed = {
    contract: { ...contract, paths: { '/pets': { post } } },
    operations: [findOperation('createPet')],
    findOperation,
  };
  const { default: binding } = await t.mockImport<typeof import('../../src/contract/binding.ts')>(
    '../../src/contract/binding.ts',
    { '../../src/contract/operations.ts': changed },
  );
  const shelves: unknown[] = [];
  const createPet = ({ headers }: FastifyRequest) => {
    shelves.push(headers['x-shelf']);
    return { id: 1n, name: 'Rex', categoryId: 7n, status: 'sold' };
  };
  const app = Fastify();
  t.teardown(() => app.close());
  app.setErrorHandler<ApiError>((error, _request, reply) => reply.send(errorBody(error)));
  await app.register(binding, { handlers: { createPet } as unknown as Handlers });
  for (const [headers, answer] of [
    [{ 'X-Shelf': '3', 'X-Other': 'x' }, { name: 'Rex' }],
    [{ 'x-shelf': 'three' }, { message: 'x-shelf must be an integer.' }],
    [{ 'X-Other': 'x' }, { message: 'x-shelf is required.' }],
  ] as const) {
    const payload = { name: 'Rex', categoryId: 7 };
    const response = await app.inject({ method: 'POST', url: '/pets', headers, payload });
    t.match(response.json(), answer);
  }
  t.same(shelves, [3]);
});

t.test('leaves undeclared fields out of a response', async (t) => {
  const pet = { id: 1n, name: 'Rex', categoryId: 7n, status: 'sold' };
  const app = await start(t, { ...handlers, getPet: () => ({ ...pet, costPrice: 5 }) });
  const { statusCode, payload } = await app.inject('/pets/1');
  t.equal(statusCode, 200);
  t.equal(payload, '{"id":1,"name":"Rex","categoryId":7,"status":"sold"}');
});

t.test('fails rather than send a response without a required field', async (t) => {
  const app = await start(t, { ...handlers, getPet: () => ({ id: 1n, name: 'Rex' }) });
  t.equal((await app.inject('/pets/1')).statusCode, 500);
});
