import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { buildApp } from '../../src/app.ts';
import type { PrismaClient } from '../../src/database/database.ts';
import { openStore, type Store, stopClock } from '../helper.ts';
import { startRedis } from '../support/redis.ts';
import { testConfig } from '../support/test-config.ts';

const READY = { status: 'ready', checks: { database: 'ok', schema: 'ok', writes: 'ok' } };

async function readiness({ app }: Pick<Store, 'app'>) {
  const { statusCode, payload } = await app.inject('/readyz');
  return [statusCode, JSON.parse(payload)];
}

t.test('reports liveness and readiness without a key, and logs no line for it', async (t) => {
  const { app, log } = await openStore(t, { LOG_LEVEL: 'info' });
  const alive = await app.inject('/healthz');
  t.strictSame([alive.statusCode, alive.json()], [200, { status: 'alive' }]);
  t.strictSame(await readiness({ app }), [200, READY]);
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
  t.strictSame(await readiness({ app }), [
    503,
    { status: 'unready', checks: { database: 'failed' } },
  ]);
  t.match(JSON.parse(log[0] ?? ''), {
    body: 'not ready: the database does not respond',
    'exception.message': /does not exist/,
  });
  t.equal((await app.inject('/healthz')).statusCode, 200);
  await database.client.$executeRaw`ALTER TABLE elsewhere RENAME TO pets`;
  move(0.5);
  t.strictSame(await readiness({ app }), [200, READY]);
});

t.test('is not ready while the schema is incomplete', async (t) => {
  const move = stopClock(t);
  const { app, database, log } = await openStore(t, { LOG_LEVEL: 'info' });
  t.strictSame(await readiness({ app }), [200, READY]);
  await database.client.$executeRaw`DROP INDEX api_keys_hash_key`;
  move(1.9);
  t.strictSame(await readiness({ app }), [200, READY], 'a result is reused');
  move(0.5);
  const failed = { status: 'unready', checks: { ...READY.checks, schema: 'failed' } };
  t.strictSame(await readiness({ app }), [503, failed]);
  move(0.5);
  t.strictSame(await readiness({ app }), [503, failed]);
  await database.client.$executeRaw`CREATE UNIQUE INDEX api_keys_hash_key ON api_keys (hash)`;
  move(0.5);
  t.strictSame(await readiness({ app }), [200, READY]);
  t.match(
    log.map((line) => JSON.parse(line)),
    [
      {
        severity_text: 'ERROR',
        body: 'not ready: the schema of the database lacks api_keys UNIQUE (hash)',
      },
      { severity_text: 'INFO', body: 'the schema of the database is complete again' },
    ],
  );
});

/** A store on a real database that counts the queries of the readiness check, and can hold them back. */
async function openObservedStore(t: Parameters<typeof openStore>[0]) {
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

t.test('queries the database at most twice a second, however many probes there are', async (t) => {
  const move = stopClock(t);
  const { app, observed } = await openObservedStore(t);
  const probeOften = () => Promise.all(Array.from({ length: 50 }, () => readiness({ app })));
  t.strictSame(new Set((await probeOften()).map(String)).size, 1);
  t.equal(observed.queries, 1);
  move(0.499);
  await probeOften();
  t.equal(observed.queries, 1);
  move(0.001);
  await probeOften();
  t.equal(observed.queries, 2);
  move(-3_600);
  await probeOften();
  t.equal(observed.queries, 3, 'a clock that is set back does not prolong an old result');
});

t.test('does not wait for a database that hangs', async (t) => {
  const { app, observed } = await openObservedStore(t);
  observed.isHeld = true;
  const start = performance.now();
  t.strictSame((await readiness({ app }))[0], 503);
  const seconds = (performance.now() - start) / 1_000;
  t.ok(seconds > 0.9, `it took ${seconds} s`);
});

t.test('shows that Redis is unavailable, and stays ready', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const store = await openStore(t, { REDIS_URL: redis.url });
  const shown = async (state: string) => {
    const expected = JSON.stringify([200, { ...READY, checks: { ...READY.checks, redis: state } }]);
    while (JSON.stringify(await readiness(store)) !== expected) await wait(50);
    t.pass(state);
  };
  await shown('ok');
  await redis.kill();
  await shown('degraded');
  await redis.start();
  await shown('ok');
});

t.test('is not ready once it is stopping', async (t) => {
  const { app } = await openStore(t);
  t.equal((await readiness({ app }))[0], 200);
  app.shutdown.begin();
  t.strictSame(await readiness({ app }), [503, { status: 'stopping' }]);
  t.equal((await app.inject('/healthz')).statusCode, 200, 'but it is alive');
});
