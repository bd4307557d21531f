import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { openDatabase } from '../../src/database/database.ts';
import { createKey } from '../../src/keys/administration.ts';
import { openStore, stopClock } from '../helper.ts';
import { createDatabase } from '../support/databases.ts';
import { type ServerProcess, startServer } from '../support/processes.ts';
import { startRedis } from '../support/redis.ts';

/*
 * What is stored of the usage of keys.
 */

const MINUTE_MS = 60_000;
const PLAN = { plan: 'enterprise', limits: { perMinute: 40, perDay: 1_000_000 } } as const;

async function openKey(t: Test) {
  const url = await createDatabase(t);
  const database = await openDatabase(url, { isTimed: false });
  t.teardown(() => database.close());
  const { key } = await createKey(database.client, { name: 'A customer', ...PLAN });
  const usages = () =>
    database.client.keyUsage.findMany({ orderBy: [{ day: 'asc' }, { operation: 'asc' }] });
  const stored = async () => {
    const entries = (await usages()).map(({ operation, requests }) => [operation, requests]);
    return Object.fromEntries(entries);
  };
  return { url, database, key, usages, stored };
}

async function call({ origin }: ServerProcess, path: string, key: string) {
  const response = await fetch(origin + path, { headers: { authorization: `Bearer ${key}` } });
  await response.text();
  return response.status;
}

t.test('counts requests and rejections of each operation by day in UTC', async (t) => {
  const { app, send, createKey, database } = await openStore(t);
  const moveClock = stopClock(t);
  const midnight = Date.UTC(2026, 10, 24);
  moveClock((midnight - 1 - Date.now()) / 1_000);
  const { id, key } = await createKey({ scopes: ['pets:read'] });
  await send({ url: '/v1/pets', key });
  await send({ url: '/v1/pets', key, method: 'HEAD' });
  await send({ url: '/v1/pets?limit=x', key });
  await send({ url: '/v1/pets', key: null });
  await app.inject('/readyz');
  moveClock(0.001 + 90);
  await send({ url: '/v1/pets/1', key });
  await send({ url: '/v1/store/orders', key });
  await send({ url: '/v1/nothing', key });
  await app.close();
  const of = (
    day: string,
    operation: string,
    requests: number,
    rejections: number,
    at: number,
  ) => ({
    ...{ apiKeyId: id, day, operation, requests, rejections, lastUsedAt: new Date(at) },
  });
  const where = { apiKeyId: id };
  const orderBy = [{ day: 'asc' }, { operation: 'asc' }] as const;
  t.strictSame(await database.client.keyUsage.findMany({ where, orderBy: [...orderBy] }), [
    of('2026-11-23', 'listPets', 3, 1, midnight - MINUTE_MS),
    of('2026-11-24', 'getPet', 1, 1, midnight + MINUTE_MS),
    of('2026-11-24', 'listOrders', 1, 1, midnight + MINUTE_MS),
    of('2026-11-24', 'none', 1, 1, midnight + MINUTE_MS),
  ]);
});

t.test('a stop loses no request, and a crash at most the last second', async (t) => {
  const { url, key, stored } = await openKey(t);
  const first = await startServer(t, { DATABASE_URL: url });
  for (let i = 0; i < 7; i += 1) await call(first, '/v1/pets', key);
  await call(first, '/v1/store/orders', key);
  t.equal((await first.end('SIGTERM')).code, 0);
  t.strictSame(await stored(), { listOrders: 1, listPets: 7 });

  const second = await startServer(t, { DATABASE_URL: url });
  await call(second, '/v1/pets', key);
  while ((await stored()).listPets !== 8) await wait(20);
  await call(second, '/v1/pets', key);
  await second.end('SIGKILL');
  const { listPets } = await stored();
  t.ok(listPets === 8 || listPets === 9, 'what was stored stays');
});

t.test('what cannot be stored now is stored later, once', async (t) => {
  const { url, database, key, stored } = await openKey(t);
  const server = await startServer(t, { DATABASE_URL: url });
  await database.client.$executeRaw`ALTER TABLE key_usages RENAME TO elsewhere`;
  await call(server, '/v1/pets', key);
  await server.waitFor(/the usage of API keys is not stored/);
  await call(server, '/v1/pets', key);
  await database.client.$executeRaw`ALTER TABLE elsewhere RENAME TO key_usages`;
  while ((await stored()).listPets === undefined) await wait(20);
  t.equal((await server.end('SIGTERM')).code, 0);
  t.strictSame(await stored(), { listPets: 2 });
});

t.test('three instances with Redis add up to what was sent', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const { url, key, usages } = await openKey(t);
  const settings = { DATABASE_URL: url, REDIS_URL: redis.url, BAN_AFTER_REFUSALS: '1000' };
  const servers = await Promise.all([1, 2, 3].map(() => startServer(t, settings)));
  const calls = Array.from({ length: 150 }, (_, i) => {
    const path = i % 2 === 0 ? '/v1/pets' : '/v1/store/orders';
    return call(servers[i % servers.length] as ServerProcess, path, key);
  });
  const statuses = await Promise.all(calls);
  for (const server of servers) t.equal((await server.end('SIGTERM')).code, 0);
  const rows = await usages();
  // A minute or midnight may pass meanwhile.
  const sum = (name: 'requests' | 'rejections') => rows.reduce((all, row) => all + row[name], 0);
  t.strictSame(sum('requests'), 150);
  t.strictSame(sum('rejections'), statuses.filter((status) => status === 429).length);
});

t.test('removes usage after 400 days', async (t) => {
  const { url, database, usages } = await openKey(t);
  const days = ['2020-01-01', new Date(Date.now() - 399 * 86_400_000).toISOString().slice(0, 10)];
  const lastUsedAt = new Date(0);
  await database.client.keyUsage.createMany({
    data: days.map((day) => ({
      ...{ apiKeyId: 1, day, operation: 'listPets', requests: 1, rejections: 0, lastUsedAt },
    })),
  });
  await startServer(t, { DATABASE_URL: url });
  while ((await usages()).length > 1) await wait(20);
  t.match(await usages(), [{ day: days[1] }]);
});
