// Transactions that read a row in order to change it, at the same time, on both databases.

import t from 'tap';
import { lockRow } from '../../../src/platform/database/index.ts';
import { onBoth, openMigrated } from '../../support/both-databases.ts';
import { newWidget } from '../../support/widgets.ts';

const TRANSACTIONS = 10;

await onBoth(t, async (t, provider) => {
  t.test('what a transaction has read of a locked row is true until its end', async (t) => {
    const { client } = await openMigrated(t, provider);
    const { id } = await client.widget.create({ data: newWidget({ name: '0' }) });
    const increment = () =>
      client.$transaction(async (transaction) => {
        await lockRow(transaction, provider, 'widgets', id);
        const { name } = await transaction.widget.findUniqueOrThrow({ where: { id } });
        await transaction.widget.update({
          where: { id },
          data: { name: String(Number(name) + 1) },
        });
      });
    await Promise.all(Array.from({ length: TRANSACTIONS }, increment));
    const { name } = await client.widget.findUniqueOrThrow({ where: { id } });
    t.equal(name, String(TRANSACTIONS), 'no change is lost');
  });
});
