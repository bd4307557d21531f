// Which counts of days are read, and which replace those that are stored.

import t from 'tap';
import { readDayCounts, storeDayCounts } from '../../../src/platform/limits/stored-day-counts.ts';
import { createDatabase, open } from '../../support/databases.ts';

const NOW_SECONDS = 1_790_000_000;
const DAY_SECONDS = 86_400;
const TIMES = { nowSeconds: NOW_SECONDS, overAtSeconds: NOW_SECONDS - DAY_SECONDS };

t.test('a count replaces one that is not higher, or of no current day', async (t) => {
  const { client } = await open(t, await createDatabase());
  for (const [stored, openedAgoSeconds, given, kept] of [
    [5, 100, 4, 5],
    [5, 100, 5, 5],
    [5, 100, 6, 6],
    // A day that is over, and one that is not.
    [5, DAY_SECONDS, 1, 1],
    [5, DAY_SECONDS - 1, 1, 5],
    // A day from now on, and one from the future.
    [5, 0, 1, 5],
    [5, -1, 1, 1],
  ] as const) {
    await client.dayUsage.deleteMany();
    const openedAtSeconds = NOW_SECONDS - openedAgoSeconds;
    const row = { customerId: 1n, openedAtSeconds: BigInt(openedAtSeconds), used: BigInt(stored) };
    await client.dayUsage.create({ data: row });
    const count = { customerId: 1n, openedAtSeconds: NOW_SECONDS, used: given };
    const written = await storeDayCounts(client, 'customer', [count], TIMES);
    const name = `${given} after ${stored}, ${openedAgoSeconds} s ago`;
    const isKept = kept === given;
    t.equal(written, isKept ? 1 : 0, name);
    const day = isKept ? NOW_SECONDS : openedAtSeconds;
    const [found] = await client.dayUsage.findMany();
    t.match(found, { used: BigInt(kept), openedAtSeconds: BigInt(day) }, name);
  }
});

t.test('counts are written in the order of their customers', async (t) => {
  const { client } = await open(t, await createDatabase());
  const written: unknown[] = [];
  const observed = new Proxy(client, {
    get(target, name) {
      if (name !== '$executeRaw') return Reflect.get(target, name);
      return (sql: TemplateStringsArray, ...values: { readonly values?: unknown[] }[]) => {
        written.push(...values.flatMap((value) => value.values ?? []));
        return target.$executeRaw(sql, ...values);
      };
    },
  });
  const counts = [2n, 11n, 1n, 100n].map((customerId) => {
    return { customerId, openedAtSeconds: NOW_SECONDS, used: 7 };
  });
  t.equal(await storeDayCounts(observed, 'reserve', counts, TIMES), 4);
  t.strictSame(
    written.filter((value) => typeof value === 'bigint'),
    [1n, 2n, 11n, 100n],
    'so that two instances do not deadlock',
  );
  t.equal(await client.accountDayUsage.count(), 4);
});

t.test('reads both counts of the customers whose day is not over', async (t) => {
  const database = await open(t, await createDatabase());
  const { client } = database;
  const wide = 2n ** 63n - 1n;
  const count = (customerId: bigint, openedAtSeconds = NOW_SECONDS) => {
    return { customerId, openedAtSeconds, used: 7 };
  };
  const over = NOW_SECONDS - DAY_SECONDS;
  await storeDayCounts(
    client,
    'customer',
    [1n, 2n, wide].map((id) => count(id)),
    TIMES,
  );
  await storeDayCounts(client, 'reserve', [count(1n, over + 1), count(2n, over)], TIMES);
  const found = await readDayCounts(database, [1n, 2n, wide, 4n], over);
  t.strictSame(
    found.sort((one, other) => (one.customerId < other.customerId ? -1 : 1)),
    [
      { kind: 'customer', ...count(1n) },
      { kind: 'reserve', ...count(1n, over + 1) },
      { kind: 'customer', ...count(2n) },
      { kind: 'customer', ...count(wide) },
    ],
  );
});
