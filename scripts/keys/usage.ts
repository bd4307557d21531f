import { Option } from 'commander';
import type { KeyUsage } from '../../generated/prisma/sqlite/client.ts';
import { dayOf } from '../../src/database/index.ts';
import { listKeys } from '../../src/keys/index.ts';
import { wholeNumber } from '../arguments.ts';
import { CUSTOMER, DAY_MS, type KeyCommand } from './options.ts';
import { bar, type Columns, csv, table } from './tables.ts';

export const usage: KeyCommand = {
  does: 'show how many requests a key has sent, and how many got a 4xx, by day (UTC)',
  options: [
    CUSTOMER,
    new Option('--days <n>', 'including today, at most 400')
      .argParser(wholeNumber(1, 400))
      .default(30),
    new Option('--csv', 'print CSV'),
  ],
  async run(client, { id, customer, days, csv: isCsv, width }) {
    if ((id === undefined) === (customer === undefined)) {
      throw new Error('Pass an ID or --customer.');
    }
    const keys = await listKeys(client, customer === undefined ? { id } : { customerId: customer });
    if (keys.length === 0) throw new Error('There is no such key.');
    const usages = await client.keyUsage.findMany({
      where: {
        apiKeyId: { in: keys.map((key) => key.id) },
        day: { gt: dayOf(Date.now() - days * DAY_MS) },
      },
      orderBy: [{ day: 'asc' }, { apiKeyId: 'asc' }, { operation: 'asc' }],
    });
    const rows = usages.map(({ apiKeyId, day, operation, requests, clientErrors, lastUsedAt }) => {
      return { apiKeyId, day, operation, requests, client_errors: clientErrors, lastUsedAt };
    });
    if (isCsv) return { json: rows, text: csv(rows) };
    if (rows.length === 0) return { json: rows, text: 'No requests.\n' };
    const tables = [sumsBy('day', usages, width), sumsBy('operation', usages, width)];
    return { json: rows, text: tables.join('\n') };
  },
};

/** A table with a row, and a bar, for each day or for each operation. */
function sumsBy(name: 'day' | 'operation', usages: readonly KeyUsage[], width: number | undefined) {
  const groups = [...Map.groupBy(usages, (usage) => usage[name])].map(([title, group]) => ({
    title,
    requests: group.reduce((sum, { requests }) => sum + requests, 0),
    client_errors: group.reduce((sum, { clientErrors }) => sum + clientErrors, 0),
  }));
  const most = Math.max(...groups.map(({ requests }) => requests));
  const columns: Columns<(typeof groups)[number]> = {
    [name]: ({ title }) => title,
    requests: ({ requests }) => requests,
    client_errors: ({ client_errors }) => client_errors,
    ' ': ({ requests }) => bar(requests, most),
  };
  return table(groups, columns, width);
}
