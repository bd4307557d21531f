import t from 'tap';
import { contract, readContract } from '../../src/contract/operations.ts';

t.test('takes the root for the base path of a contract without servers', async (t) => {
  t.equal(readContract({ info: contract.document.info, servers: [], paths: {} }).basePath, '');
});

t.test('finds an operation by its id, and reports an unknown id', async (t) => {
  const operation = contract.findOperation('getPet');
  t.match(operation, { operationId: 'getPet', method: 'GET', path: '/pets/{petId}' });
  // @ts-expect-error No operation has this name.
  t.throws(() => contract.findOperation('deletePet'), {
    message: 'The contract has no operation deletePet.',
  });
});
