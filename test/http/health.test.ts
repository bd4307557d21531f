import t, { type Test } from 'tap';
import { buildApp } from '../../src/app.ts';
import type { PrismaClient } from '../../src/database/database.ts';
import { openStore, type Store, stopClock } from '../helper.ts';
import { startRedis } from '../support/redis.ts';
import { testConfig } from '../support/test-config.ts';
import { eventually } from '../support/until.ts';

const READY = { status: 'ready', checks: { database: 'ok' } };

async function readiness({ app }: Pick<Store, 'app'>) {
  const { statusCode, payload } = await app.inject('/readyz');
  return [statusCode, JSON.parse(payload)];
}

t.test('reports liveness and readiness without a key, and logs no line for it', async (t) => {
  const { app, log } = await openStore(t, { LOG_LEVEL: 'info' });
  const alive = await app.inject('/healthz');
  t.strictSame([alive.statusCode, alive.json()], [200, { status: 'alive' }]);
  t.match(await readiness({ app }), [200, READY]);
  for (const url of ['/healthz', '/readyz']) {
    const { statusCode, headers, payload } = await app.inject({ url, method: 'HEAD' });
    t.strictSame([statusCode, payload], [200, '']);
    t.equal(headers['cache-control'], 'no-store');
  }
  t.strictSame(log, []);
});

t.test('is alive but not ready while the database fails', async (t) => {
  const move = stopClock(t);
  const { app, database, log } = await openStore(t, { LOG_LEVEL: 'warn' });
  await database.client.$executeRaw`ALTER TABLE pets RENAME TO elsewhere`;
  const failed = { status: 'unready', checks: { database: 'failed' } };
  t.strictSame(await readiness({ app }), [503, failed]);
  t.match(JSON.parse(log[0] ?? ''), {
    body: 'not ready: the database does not respond',
    'exception.message': /does not exist/,
  });
  t.equal((await app.inject('/healthz')).statusCode, 200);
  await database.client.$executeRaw`ALTER TABLE elsewhere RENAME TO pets`;
  move(0.5);
  t.match(await readiness({ app }), [200, READY]);
});

/** A store on a real database that counts the queries of the readiness check, and can hold them back. */
async function openObservedStore(t: Test) {
  const { database } = await openStore(t);
  const observed = { queries: 0, isHeld: false };
  const client = database.client.$extends({
    query: {
      pet: {
        findFirst({ args, query }) {
          observed.queries += 1;
          return observed.isHeld ? new Promise<never>(() => undefined) : query(args);
        },
      },
    },
  }) as unknown as PrismaClient;
  const app = await buildApp(testConfig(), { ...database, client });
  t.teardown(() => app.close());
  return { app, observed };
}

t.test('queries the database at most twice a second, and does not wait for it', async (t) => {
  const move = stopClock(t);
  const { app, observed } = await openObservedStore(t);
  const probeOften = () => Promise.all(Array.from({ length: 50 }, () => readiness({ app })));
  for (const [seconds, queries] of [
    [0, 1],
    [0.499, 1],
    [0.001, 2],
    // A clock that is set back does not prolong an old result.
    [-3_600, 3],
  ] as const) {
    move(seconds);
    t.equal(new Set((await probeOften()).map(String)).size, 1);
    t.equal(observed.queries, queries);
  }
  observed.isHeld = true;
  move(1);
  t.equal((await readiness({ app }))[0], 503);
});

t.test('shows that Redis is unavailable, and stays ready', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const store = await openStore(t, { REDIS_URL: redis.url });
  const shown = async () => {
    const [status, { checks }] = await readiness(store);
    return [status, checks.redis];
  };
  await eventually(t, shown, [200, 'ok']);
  await redis.kill();
  await eventually(t, shown, [200, 'degraded']);
  await redis.start();
  await eventually(t, shown, [200, 'ok']);
});

t.test('is not ready once it is stopping', async (t) => {
  const { app } = await openStore(t);
  t.equal((await readiness({ app }))[0], 200);
  app.shutdown.begin();
  t.strictSame(await readiness({ app }), [503, { status: 'stopping' }]);
  t.equal((await app.inject('/healthz')).statusCode, 200, 'but it is alive');
});
