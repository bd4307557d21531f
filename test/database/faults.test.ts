import { setTimeout as wait } from 'node:timers/promises';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import type { LightMyRequestResponse as Response } from 'fastify';
import t, { type Test } from 'tap';
import { buildApp } from '../../src/app.ts';
import { openDatabase } from '../../src/database/database.ts';
import { faultKind, isDatabaseFault } from '../../src/database/faults.ts';
import { applyMigrations } from '../../src/database/migrations.ts';
import { createKey } from '../../src/keys/administration.ts';
import { checkAnswer } from '../contract/check-response.ts';
import { temporaryFolder } from '../support/databases.ts';
import { startProxy } from '../support/proxy.ts';
import { type Postgres, startPostgres } from '../support/servers/postgres.ts';
import { testConfig } from '../support/test-config.ts';

/*
 * What requests get while the database is in trouble, on real databases.
 */

const PET = { name: 'Rex', categoryId: 7 };

/** The service on the database at this address. */
async function openService(t: Test, url: string) {
  await applyMigrations(url);
  const database = await openDatabase(url);
  t.teardown(() => database.close());
  const config = testConfig({ DATABASE_URL: url });
  const app = await buildApp(config, database);
  t.teardown(() => app.close());
  const { key } = await createKey(database.client, { name: 'A customer', plan: 'business' });
  const send = async (method: 'GET' | 'POST', payload?: object) => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await app.inject({
      method,
      url: '/v1/pets',
      headers,
      ...(payload && { payload }),
    });
    checkAnswer(method, '/v1/pets', answer);
    return answer;
  };
  return { client: database.client, list: () => send('GET'), create: () => send('POST', PET) };
}

async function openPostgres(t: Test): Promise<Postgres | undefined> {
  const server = await startPostgres();
  if (!server && process.env.CI) throw new Error('There is no PostgreSQL on this machine.');
  if (!server) t.comment('skipped: there is no PostgreSQL on this machine');
  if (server) t.teardown(() => server.stop());
  return server;
}

function isUnavailable(t: Test, answer: Response, message: string) {
  t.equal(answer.statusCode, 503, message);
  t.same(answer.json(), {
    code: 'service_unavailable',
    message: 'The service is temporarily unavailable. Please try again later.',
    status: 503,
  });
  t.equal(answer.headers['retry-after'], '2');
}

async function until(works: () => Promise<boolean>) {
  while (!(await works())) await wait(50);
}

t.test('an outage of PostgreSQL gives a 503, and ends without a restart', async (t) => {
  const server = await openPostgres(t);
  if (!server) return;
  const { list, create } = await openService(t, server.url);
  t.equal((await list()).statusCode, 200);
  await server.kill();
  isUnavailable(t, await list(), 'a list');
  isUnavailable(t, await create(), 'a create');
  await wait(1_100);
  isUnavailable(t, await list(), 'also when the key has to be looked up again');
  await server.start();
  await until(async () => (await list()).statusCode === 200);
  t.equal((await create()).statusCode, 201);
});

t.test('a network to PostgreSQL that hangs gives a 503, not an endless wait', async (t) => {
  const server = await openPostgres(t);
  if (!server) return;
  const proxy = await startProxy(t, Number(new URL(server.url).port));
  const url = new URL(server.url);
  url.port = String(proxy.port);
  const { list } = await openService(t, url.href);
  t.equal((await list()).statusCode, 200);
  proxy.hang();
  const answers = await Promise.all(Array.from({ length: 30 }, list));
  for (const answer of answers)
    isUnavailable(t, answer, 'also more requests than there are connections');
  proxy.resume();
  await until(async () => (await list()).statusCode === 200);
});

t.test('a statement that is too slow gives a 503', async (t) => {
  const server = await openPostgres(t);
  if (!server) return;
  const { list, client } = await openService(t, server.url);
  const other = await openDatabase(server.url);
  t.teardown(() => other.close());
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holding = other.client.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE pets IN ACCESS EXCLUSIVE MODE`;
      await released;
    },
    { timeout: 60_000 },
  );
  await until(async () => {
    const locks = await client.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted`;
    return locks.length > 0;
  });
  isUnavailable(t, await list(), 'a list of a locked table');
  release();
  await holding;
  t.equal((await list()).statusCode, 200);
});

t.test('an exhausted pool gives a 503', async (t) => {
  const server = await openPostgres(t);
  if (!server) return;
  const { list, client } = await openService(t, server.url);
  t.equal((await list()).statusCode, 200);
  const sleep = () => client.$queryRaw`SELECT 1 FROM pg_sleep(1.2)`.catch(() => undefined);
  const sleeping = Promise.all(Array.from({ length: 20 }, sleep));
  isUnavailable(t, await list(), 'while all connections are taken');
  await sleeping;
  t.equal((await list()).statusCode, 200);
});

t.test(
  'a SQLite file that cannot be written gives creates a 503, and leaves lists alone',
  async (t) => {
    const url = `file:${await temporaryFolder(t)}/store.db`;
    const { list, create, client } = await openService(t, url);
    t.equal((await create()).statusCode, 201);
    const other = await openDatabase(url);
    t.teardown(() => other.close());

    const rejectsWrites = async (message: string) => {
      isUnavailable(t, await create(), message);
      const answer = await list();
      t.equal(answer.statusCode, 200);
      t.equal(answer.json().length, 1, 'nothing was written, and lists still work');
    };
    await other.client.$transaction(async (transaction) => {
      await transaction.$executeRaw`UPDATE pets SET name = name`;
      await rejectsWrites('locked by another process');
    });
    await client.$queryRaw`PRAGMA query_only = 1`;
    await rejectsWrites('read-only');
    await client.$queryRaw`PRAGMA query_only = 0`;

    // One page of the file is left, then none.
    await client.$queryRaw`PRAGMA max_page_count = 1`;
    await client.$executeRaw`CREATE TABLE filler (bytes BLOB)`.catch(() => undefined);
    let last = await create();
    while (last.statusCode === 201) last = await create();
    isUnavailable(t, last, 'disk full');
    await client.$queryRaw`PRAGMA max_page_count = 100000`;
    await until(async () => (await create()).statusCode === 201);
  },
);

t.test('recognizes faults that the driver reports, and nothing else', async (t) => {
  t.equal(isDatabaseFault(new DriverAdapterError({ kind: 'SocketTimeout' })), true);
  t.equal(
    isDatabaseFault(new DriverAdapterError({ kind: 'InvalidInputValue', message: '' })),
    false,
  );
  // For a name with several addresses Node reports only that none can be reached.
  const unreachable = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
  t.equal(isDatabaseFault(unreachable), true);
  for (const code of ['EAI_AGAIN', 'EHOSTUNREACH', 'ENOENT', 'EPIPE']) {
    t.equal(isDatabaseFault(Object.assign(new Error(), { code })), true, code);
  }
  t.equal(isDatabaseFault(new Error('Client has encountered a connection error')), true);
  for (const other of ['Connection terminated', undefined, { message: 'Connection terminated' }]) {
    t.equal(isDatabaseFault(other), false);
  }
});

t.test('a create that waits for a lock of another process does not delay lists', async (t) => {
  const url = `file:${await temporaryFolder(t)}/store.db`;
  const { list, create } = await openService(t, url);
  t.equal((await create()).statusCode, 201);
  const other = await openDatabase(url);
  t.teardown(() => other.close());
  const answered: string[] = [];
  const creating = await other.client.$transaction(async (transaction) => {
    await transaction.$executeRaw`UPDATE pets SET name = name`;
    const waiting = create().finally(() => answered.push('create'));
    await wait(100);
    t.equal((await list()).statusCode, 200);
    answered.push('list');
    // Not awaited here: it needs the lock that this transaction holds.
    return { waiting };
  });
  t.equal((await creating.waiting).statusCode, 201, 'once the lock is gone');
  t.same(answered, ['list', 'create']);
});

t.test(
  'tells kinds of faults by the code, by that of the adapter, or by the message',
  async (t) => {
    const unreachable = { kind: 'DatabaseNotReachable', host: 'db', port: 5432 } as const;
    t.equal(faultKind(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })), 'ECONNREFUSED');
    t.equal(faultKind(new DriverAdapterError({ ...unreachable, originalCode: '57P03' })), '57P03');
    t.equal(faultKind(new DriverAdapterError(unreachable)), 'DatabaseNotReachable');
    t.equal(faultKind(new Error('no answer within 1000 ms')), 'no answer within  ms');
  },
);
