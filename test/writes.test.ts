import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { applyMigrations } from '../src/database/migrations.ts';
import { openStore, stopClock } from './helper.ts';
import { emptyDatabase, NEEDS_POSTGRES, postgres, run } from './support/both-databases.ts';
import { eventually } from './support/eventually.ts';
import { startServer } from './support/processes.ts';
import { prepare } from './support/servers/databases.ts';
import { freePort } from './support/servers/ports.ts';
import { smallDisk } from './support/small-disk.ts';

/*
 * A database that reads and takes no writes: creates fail, all the rest is served, and readiness, metric and log
 * tell it.
 */

const FAILED = [200, 'ready', 'failed', '0'];
const OK = [200, 'ready', 'ok', '1'];

/** The service on a migrated database, and what it shows. */
async function serve(t: Test, url: string, ownUrl = url) {
  const key = await prepare(url);
  const port = await freePort();
  const server = await startServer(t, { DATABASE_URL: ownUrl, METRICS_PORT: String(port) });
  const { origin } = server;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}/v1/pets${path}`, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    });
  return {
    /** @returns the response's status and Retry-After */
    async create(idempotencyKey?: string) {
      const response = await ask('', {
        method: 'POST',
        body: JSON.stringify({ name: 'Rex'.repeat(80), categoryId: 1 }),
        headers: idempotencyKey ? { 'idempotency-key': idempotencyKey } : {},
      });
      await response.text();
      return [response.status, response.headers.get('retry-after') !== null];
    },
    list: async () => (await ask('')).status,
    /** Readiness, and the metric. */
    async shown() {
      const readiness = await fetch(`${origin}/readyz`);
      const { status, checks } = (await readiness.json()) as {
        status: string;
        checks: { writes?: string };
      };
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const writable = /^database_writable (\d)$/m.exec(metrics)?.[1];
      return [readiness.status, status, checks.writes, writable];
    },
    /** Ends the service. @returns what it has logged about writes */
    async log() {
      const { stdout } = await server.end('SIGTERM');
      return stdout.split('\n').filter((line) => line.includes('the database takes'));
    },
  };
}

type Served = Awaited<ReturnType<typeof serve>>;

/** What holds while writes fail, and that it is over when they do not. */
async function checkOutage(t: Test, service: Served, repair: () => Promise<void>) {
  t.same(await service.create(), [503, true]);
  t.same(await service.create('key'), [503, true], 'also with a key');
  t.same(await service.create('before'), [201, false], 'what was stored is repeated');
  t.equal(await service.list(), 200);
  // Readiness that was asked for a moment ago is reused.
  await eventually(t, service.shown, FAILED);
  for (let i = 0; i < 25; i += 1) {
    t.same(await service.shown(), FAILED, 'it is said all the time');
    await wait(100);
  }
  await repair();
  await eventually(t, service.shown, OK);
  for (let i = 0; i < 20; i += 1) t.same(await service.create(), [201, false]);
  const log = await service.log();
  t.match(log, [
    /"severity_text":"ERROR".*takes no writes: ./,
    /"severity_text":"INFO".*takes writes again/,
  ]);
  t.equal(log.length, 2);
}

t.test('SQLite on a disk that is full', async (t) => {
  const disk = await smallDisk(t, 8);
  if (!disk) return;
  const service = await serve(t, `file:${join(disk.path, 'store.db')}`);
  await eventually(t, service.shown, OK);
  await service.create('before');
  await disk.fill();
  // What SQLite has written before can be written again.
  while ((await service.create())[0] === 201);
  await checkOutage(t, service, disk.free);
});

t.test('SQLite on a disk that is full, without a request', async (t) => {
  const disk = await smallDisk(t, 8);
  if (!disk) return;
  const service = await serve(t, `file:${join(disk.path, 'store.db')}`);
  await disk.fill();
  await eventually(t, service.shown, FAILED);
  await disk.free();
  await eventually(t, service.shown, OK);
});

const onSqlite = { skip: process.env.TEST_DATABASE === 'postgresql' };

t.test('SQLite that may not write, and grow', onSqlite, async (t) => {
  const move = stopClock(t);
  const { app, database, send } = await openStore(t);
  const set = (sql: string) => database.client.$queryRawUnsafe(`PRAGMA ${sql}`);
  const writes = async () => {
    move(2);
    return (await app.inject('/readyz')).json().checks?.writes;
  };
  const create = () =>
    send({ method: 'POST', url: '/v1/pets', payload: { name: 'Rex', categoryId: 1 } });
  t.equal(await writes(), 'ok');
  await set('query_only = ON');
  t.equal(await writes(), 'ok', 'a write proves it for ten seconds');
  t.equal((await create()).statusCode, 503);
  t.equal(await writes(), 'failed');
  await set('query_only = OFF');
  t.equal(await writes(), 'ok');
  await set('query_only = ON');
  move(10);
  t.equal(await writes(), 'failed', 'without a request');
  await set('query_only = OFF');
  t.equal(await writes(), 'ok');
  await set('max_page_count = 1');
  while ((await create()).statusCode === 201);
  t.equal(await writes(), 'failed');
  await set('max_page_count = 1000000');
  t.equal(await writes(), 'ok');
  t.equal((await create()).statusCode, 201);
});

t.test(
  'PostgreSQL that is read-only, by a setting of the server or of the database',
  NEEDS_POSTGRES,
  async (t) => {
    const url = await emptyDatabase(t, 'postgresql');
    const admin = String(postgres?.url);
    const reload = 'SELECT pg_reload_conf()';
    const disconnect = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = '${new URL(url).pathname.slice(1)}'`;
    const ways = {
      server: {
        spoil: ['ALTER SYSTEM SET default_transaction_read_only = on', reload],
        repair: ['ALTER SYSTEM RESET default_transaction_read_only', reload],
      },
      database: {
        spoil: [
          `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`,
          disconnect,
        ],
        // Connections that were made meanwhile keep the setting.
        repair: [
          `ALTER DATABASE ${new URL(url).pathname.slice(1)} RESET default_transaction_read_only`,
        ],
      },
    };
    for (const [way, { spoil, repair }] of Object.entries(ways)) {
      await t.test(way, async (t) => {
        const service = await serve(t, url);
        await eventually(t, service.shown, OK);
        await service.create('before');
        await run(admin, ...spoil);
        await eventually(t, service.shown, FAILED);
        await checkOutage(t, service, () => run(admin, ...repair));
      });
    }
  },
);

t.test('PostgreSQL on a disk that is full', NEEDS_POSTGRES, async (t) => {
  const disk = await smallDisk(t, 32);
  if (!disk) return;
  const location = join(disk.path, 'space');
  await mkdir(location);
  spawnSync('chown', ['65534:65534', location]);
  const admin = String(postgres?.url);
  await run(
    admin,
    `CREATE TABLESPACE small LOCATION '${location}'`,
    'CREATE DATABASE small TABLESPACE small',
  );
  t.teardown(() => run(admin, 'DROP DATABASE small WITH (FORCE)', 'DROP TABLESPACE small'));
  const service = await serve(t, admin.replace(/postgres$/, 'small'));
  await eventually(t, service.shown, OK);
  await service.create('before');
  await disk.fill();
  while ((await service.create())[0] === 201);
  await checkOutage(t, service, disk.free);
});

t.test('PostgreSQL with an account that may not write', NEEDS_POSTGRES, async (t) => {
  const url = await emptyDatabase(t, 'postgresql');
  await applyMigrations(url);
  const grant = (kind: string) => `GRANT ALL ON ALL ${kind} IN SCHEMA public TO app`;
  await run(url, 'CREATE ROLE app LOGIN', grant('TABLES'), grant('SEQUENCES'));
  t.teardown(() => run(url, 'DROP OWNED BY app', 'DROP ROLE app'));
  const service = await serve(t, url, url.replace('postgres@', 'app@'));
  await eventually(t, service.shown, OK);
  await run(url, 'REVOKE INSERT ON pets, idempotency_keys FROM app');
  t.same(await service.create(), [503, true]);
  await eventually(t, service.shown, FAILED);
  await run(url, 'GRANT INSERT ON pets TO app');
  // Longer than a result is reused.
  await wait(2_500);
  t.same(await service.create('key'), [503, true]);
  t.same(await service.shown(), FAILED, 'creates with a key fail');
  await run(url, 'GRANT INSERT ON idempotency_keys TO app');
  await eventually(t, service.shown, OK);
  await run(url, 'REVOKE UPDATE ON idempotency_keys FROM app');
  t.same(await service.create('key'), [503, true]);
  await wait(2_500);
  t.same(await service.shown(), FAILED, 'a key that has expired could not be used again');
  await run(url, 'GRANT UPDATE ON idempotency_keys TO app');
  await eventually(t, service.shown, OK);
  t.same(await service.create('key'), [201, false]);
});

t.test('PostgreSQL whose sequence is behind the rows', NEEDS_POSTGRES, async (t) => {
  const url = await emptyDatabase(t, 'postgresql');
  const service = await serve(t, url);
  await run(url, `INSERT INTO pets (id, name, category_id, status) VALUES (7, 'Rex', 1, 'sold')`);
  await eventually(t, service.shown, FAILED);
  await run(url, `SELECT setval('pets_id_seq', 7)`);
  await eventually(t, service.shown, OK);
  t.match(await service.log(), [/takes no writes: the next numbers of pets.id are taken/, /again/]);
});
