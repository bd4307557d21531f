// Every example of the contract, of each response and its headers, beside what the service sends.

import t from 'tap';
import { modelOf } from '../../../scripts/contract/index.ts';
import { openSample } from '../../helper.ts';
import { testExamples } from '../../support/examples.ts';
import { contract } from '../../support/sample-contract.ts';

await testExamples(t, {
  contract,
  open: openSample,
  operations: modelOf(contract.document).operations,
  ids: { widgetId: '42', keyId: '7' },
  async addRows({ widget, shipment }) {
    const sold = { name: 'Gear', groupId: 9n, status: 'sold' } as const;
    await widget.createMany({
      data: [
        { id: 42n, name: 'Bolt', groupId: 7n, status: 'available' },
        { id: 43n, ...sold },
        { id: 44n, ...sold },
      ],
    });
    const first = { widgetId: 42n, quantity: 1, status: 'placed' } as const;
    const second = { widgetId: 43n, quantity: 2, status: 'delivered' } as const;
    await shipment.createMany({
      data: [
        { id: 1001n, ...first, createdAt: '2026-11-21T09:30:00.000Z' },
        { id: 1002n, ...second, createdAt: '2026-11-21T10:15:30.250Z' },
        { id: 1003n, ...first },
      ],
    });
  },
  tables: ['shipments', 'widgets'],
  resource: {
    name: 'widget',
    table: 'widgets',
    idParameter: 'widgetId',
    body: { name: 'Bolt', groupId: 7 },
    integer: 'groupId',
  },
});
