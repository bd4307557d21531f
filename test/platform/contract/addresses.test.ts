// Addresses that handlers make of operations.

import t from 'tap';
import { openOwnService } from '../../support/own-service.ts';

t.test('an address has its parameters, in which no character ends a part of it', async (t) => {
  const parameter = (name: string) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  });
  const parameters = [parameter('shelf'), parameter('id')];
  const read = { operationId: 'readBox', parameters, responses: { 204: {} } };
  const made: ((parameters: Record<string, string | bigint>) => string)[] = [];
  await openOwnService(t, {
    paths: { '/shelves/{shelf}/boxes/{id}': { get: read } },
    createHandlers({ addressOf }) {
      made.push(addressOf('readBox'));
      t.throws(() => addressOf('readBag'), { message: 'The contract has no operation readBag.' });
      return { readBox: () => undefined };
    },
  });
  const [addressOfBox] = made;
  t.equal(
    addressOfBox?.({ shelf: 'a/b?$&', id: 2n ** 63n - 1n }),
    '/v1/shelves/a%2Fb%3F%24%26/boxes/9223372036854775807',
  );
  const message = '/v1/shelves/{shelf}/boxes/{id} has no value for id.';
  t.throws(() => addressOfBox?.({ shelf: 'a' }), { message });
});
