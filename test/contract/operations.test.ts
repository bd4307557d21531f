import t from 'tap';
import { findOperation } from '../../src/contract/operations.ts';

t.test('finds an operation by its id, and reports an unknown id', async (t) => {
  t.match(findOperation('getPet'), { operationId: 'getPet', method: 'GET', path: '/pets/{petId}' });
  t.throws(() => findOperation('deletePet'), {
    message: 'The contract has no operation deletePet.',
  });
});
