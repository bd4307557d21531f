import t, { type Test } from 'tap';
import { openStore, stopClock } from '../helper.ts';
import { openCustomer } from '../support/customer.ts';
import { type ServerProcess, startServer } from '../support/processes.ts';
import { startRedis } from '../support/redis.ts';
import { eventually, until } from '../support/until.ts';

/*
 * What is stored of the usage of keys, and of the days of customers.
 */

const MINUTE_MS = 60_000;
const PLAN = { plan: 'enterprise', limits: { perMinute: 40, perDay: 1_000_000 } } as const;

async function openKey(t: Test) {
  const { client, ...customer } = await openCustomer(t, PLAN);
  const usages = () =>
    client.keyUsage.findMany({ orderBy: [{ day: 'asc' }, { operation: 'asc' }] });
  /** The requests of each operation, and of the day. */
  const stored = async () => {
    const entries = (await usages()).map(({ operation, requests }) => [operation, requests]);
    return { ...Object.fromEntries(entries), day: (await client.dayUsage.findFirst())?.used };
  };
  return { ...customer, client, usages, stored };
}

/** Sends a request. Returns its status, and what is left of the day. */
async function call({ origin }: ServerProcess, path: string, key: string) {
  const response = await fetch(origin + path, { headers: { authorization: `Bearer ${key}` } });
  await response.text();
  const [, left] = /"day";r=(\d+);/.exec(response.headers.get('ratelimit') ?? '') ?? [];
  return { status: response.status, left: Number(left) };
}

t.test('counts requests and client errors of each operation by day in UTC', async (t) => {
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
  const [before, after] = [
    { apiKeyId: id, day: '2026-11-23', lastUsedAt: new Date(midnight - MINUTE_MS) },
    { apiKeyId: id, day: '2026-11-24', lastUsedAt: new Date(midnight + MINUTE_MS) },
  ];
  const where = { apiKeyId: id };
  const orderBy = [{ day: 'asc' }, { operation: 'asc' }] as const;
  t.strictSame(await database.client.keyUsage.findMany({ where, orderBy: [...orderBy] }), [
    { ...before, operation: 'listPets', requests: 3, clientErrors: 1 },
    { ...after, operation: 'getPet', requests: 1, clientErrors: 1 },
    { ...after, operation: 'listOrders', requests: 1, clientErrors: 1 },
    { ...after, operation: 'none', requests: 1, clientErrors: 1 },
  ]);
});

t.test('a stop loses no request, and a crash at most the last second', async (t) => {
  const { url, key, stored } = await openKey(t);
  const first = await startServer(t, { DATABASE_URL: url });
  for (let i = 0; i < 7; i += 1) await call(first, '/v1/pets', key);
  await call(first, '/v1/store/orders', key);
  t.equal((await first.end('SIGTERM')).code, 0);
  t.strictSame(await stored(), { listOrders: 1, listPets: 7, day: 8 });

  const second = await startServer(t, { DATABASE_URL: url });
  t.equal((await call(second, '/v1/pets', key)).left, 999_991);
  await eventually(t, stored, { listOrders: 1, listPets: 8, day: 9 });
  await second.end('SIGKILL');
  const third = await startServer(t, { DATABASE_URL: url });
  t.equal((await call(third, '/v1/pets', key)).left, 999_990, 'what was stored stays');
});

t.test('a greater count of a day that another instance has stored stays', async (t) => {
  const { send, log, database } = await openStore(t, { LOG_LEVEL: 'warn' });
  const { dayUsage } = database.client;
  await send({ url: '/v1/pets' });
  await eventually(t, () => dayUsage.count(), 1);
  await dayUsage.updateMany({ data: { used: 100 } });
  for (const _ of [1, 2]) {
    await send({ url: '/v1/pets' });
    await until(() => log.length > 0);
  }
  t.match(log, [/Other instances count in this database/]);
  t.match(await dayUsage.findMany(), [{ used: 100 }]);
});

t.test('instances without Redis keep the greater count of a day, and say it once', async (t) => {
  const { url, key, stored } = await openKey(t);
  const [first, second] = [
    await startServer(t, { DATABASE_URL: url }),
    await startServer(t, { DATABASE_URL: url }),
  ];
  for (let i = 0; i < 5; i += 1) await call(first, '/v1/pets', key);
  await eventually(t, async () => (await stored()).day, 5);
  for (const requests of [6, 7]) {
    await call(second, '/v1/pets', key);
    await eventually(t, stored, { listPets: requests, day: 5 });
  }
  await second.waitFor(/"WARN".*Other instances count in this database/);
  const { stdout } = await second.end('SIGTERM');
  t.equal(stdout.split('Other instances count in this database').length, 2, 'once');
  t.notMatch((await first.end('SIGTERM')).stdout, 'Other instances');
  t.equal((await stored()).day, 5);
});

t.test('what cannot be stored now is stored later, once', async (t) => {
  const { app, send, log, database } = await openStore(t, { LOG_LEVEL: 'error' });
  const { client } = database;
  await client.$executeRaw`ALTER TABLE key_usages RENAME TO other_usages`;
  await client.$executeRaw`ALTER TABLE day_usages RENAME TO other_days`;
  await send({ url: '/v1/pets' });
  for (const line of ['the usage of API keys is not stored', 'day counts could not be stored']) {
    await until(() => log.some((text) => text.includes(line)), line);
  }
  await send({ url: '/v1/pets' });
  await client.$executeRaw`ALTER TABLE other_usages RENAME TO key_usages`;
  await client.$executeRaw`ALTER TABLE other_days RENAME TO day_usages`;
  await eventually(t, async () => (await client.keyUsage.findFirst())?.requests, 2);
  await eventually(t, async () => (await client.dayUsage.findFirst())?.used, 2);
  await app.close();
  t.match(await client.keyUsage.findMany(), [{ requests: 2 }]);
});

t.test('three instances with Redis add up to what was sent', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const { url, key, usages } = await openKey(t);
  const settings = { DATABASE_URL: url, REDIS_URL: redis.url, BAN_AFTER_REJECTIONS: '1000' };
  const servers = await Promise.all([1, 2, 3].map(() => startServer(t, settings)));
  const calls = Array.from({ length: 150 }, (_, i) => {
    const path = i % 2 === 0 ? '/v1/pets' : '/v1/store/orders';
    return call(servers[i % servers.length] as ServerProcess, path, key);
  });
  const responses = await Promise.all(calls);
  for (const server of servers) t.equal((await server.end('SIGTERM')).code, 0);
  const rows = await usages();
  // A minute or midnight may pass meanwhile.
  const sum = (name: 'requests' | 'clientErrors') => rows.reduce((all, row) => all + row[name], 0);
  t.strictSame(sum('requests'), 150);
  t.strictSame(sum('clientErrors'), responses.filter(({ status }) => status === 429).length);
});

t.test('removes usage after 400 days', async (t) => {
  const { url, client, usages } = await openKey(t);
  const days = ['2020-01-01', new Date(Date.now() - 399 * 86_400_000).toISOString().slice(0, 10)];
  const lastUsedAt = new Date(0);
  await client.keyUsage.createMany({
    data: days.map((day) => ({
      ...{ apiKeyId: 1, day, operation: 'listPets', requests: 1, clientErrors: 0, lastUsedAt },
    })),
  });
  await startServer(t, { DATABASE_URL: url });
  await until(async () => (await usages()).length === 1);
  t.match(await usages(), [{ day: days[1] }]);
});
