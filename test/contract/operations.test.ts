import t from 'tap';
import { contract } from '../../src/contract/operations.ts';

t.test('finds an operation by its id, and reports an unknown id', async (t) => {
  const operation = contract.findOperation('getPet');
  t.match(operation, { operationId: 'getPet', method: 'GET', path: '/pets/{petId}' });
  // @ts-expect-error No operation has this name.
  t.throws(() => contract.findOperation('deletePet'), {
    message: 'The contract has no operation deletePet.',
  });
});
