import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { openDatabase } from '../../src/database/database.ts';
import { createKey } from '../../src/keys/administration.ts';
import { createDatabase } from '../support/databases.ts';
import { type ServerProcess, startServer } from '../support/processes.ts';

const DAY = /"day";r=(\d+);/;

/** Sends a request. Returns what is left of the day. */
async function call({ origin }: ServerProcess, key: string): Promise<number> {
  const response = await fetch(`${origin}/v1/pets`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return Number(DAY.exec(response.headers.get('ratelimit') ?? '')?.[1]);
}

t.test('day counts survive a stop exactly, and a crash up to the last second', async (t) => {
  const url = await createDatabase(t);
  const database = await openDatabase(url, { isTimed: false });
  t.teardown(() => database.close());
  const { key } = await createKey(database.client, { name: 'A customer', plan: 'business' });

  const first = await startServer(t, { DATABASE_URL: url });
  for (let i = 1; i <= 7; i += 1) t.equal(await call(first, key), 100_000 - i);
  t.equal((await first.end('SIGTERM')).code, 0);

  const second = await startServer(t, { DATABASE_URL: url });
  t.equal(await call(second, key), 99_992, 'a stop loses none');
  while ((await database.client.dayUsage.findFirst())?.used !== 8) await wait(20);
  await second.end('SIGKILL');

  const third = await startServer(t, { DATABASE_URL: url });
  t.equal(await call(third, key), 99_991, 'a crash loses none that was stored');
});

t.test('counts that cannot be stored now are stored later', async (t) => {
  const url = await createDatabase(t);
  const database = await openDatabase(url, { isTimed: false });
  t.teardown(() => database.close());
  const { key } = await createKey(database.client, { name: 'A customer', plan: 'business' });
  const server = await startServer(t, { DATABASE_URL: url });
  await database.client.$executeRaw`ALTER TABLE day_usages RENAME TO elsewhere`;
  await call(server, key);
  await server.waitFor(/day counts are not stored/);
  await database.client.$executeRaw`ALTER TABLE elsewhere RENAME TO day_usages`;
  while ((await database.client.dayUsage.findFirst())?.used !== 1) await wait(20);
  t.equal((await server.end('SIGTERM')).code, 0);
});
