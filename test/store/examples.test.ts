// Every example of the store's operations, of each response and its headers, beside what the
// service sends. Those of the account are tested with the platform.

import t from 'tap';
import { modelOf } from '../../scripts/contract/index.ts';
import { loadApis } from '../../src/platform/versions.ts';
import { service } from '../../src/service.ts';
import { openStore } from '../helper.ts';
import { testExamples } from '../support/examples.ts';

const [{ contract }] = await loadApis(service);
const operations = modelOf({ ...contract.document }).operations.filter(
  ({ path }) => !path.startsWith('/account'),
);

await testExamples(t, {
  contract,
  open: openStore,
  operations,
  ids: { petId: '42' },
  async addRows({ pet, order }) {
    const sold = { name: 'Tweety', categoryId: 9n, status: 'sold' } as const;
    await pet.createMany({
      data: [
        { id: 42n, name: 'Rex', categoryId: 7n, status: 'available' },
        { id: 43n, ...sold },
        { id: 44n, ...sold },
      ],
    });
    const first = { petId: 42n, quantity: 1, status: 'placed' } as const;
    const second = { petId: 43n, quantity: 2, status: 'delivered' } as const;
    await order.createMany({
      data: [
        { id: 1001n, ...first, createdAt: '2026-11-21T09:30:00.000Z' },
        { id: 1002n, ...second, createdAt: '2026-11-21T10:15:30.250Z' },
        { id: 1003n, ...first },
      ],
    });
  },
  tables: ['orders', 'pets'],
  resource: {
    name: 'pet',
    table: 'pets',
    idParameter: 'petId',
    body: { name: 'Rex', categoryId: 7 },
    integer: 'categoryId',
    inUse: 'petIsOrdered',
  },
});
