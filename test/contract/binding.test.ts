import t, { type Test } from 'tap';
import type { AnyHandlers } from '../../src/contract/handler.ts';
import { type ContractDocument, contract, readContract } from '../../src/contract/operations.ts';
import { openStore } from '../helper.ts';

const { document, operations } = contract;

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
