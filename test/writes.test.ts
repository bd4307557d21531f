import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { crash } from '../scripts/crash-test/crash.ts';
import { emptyDatabase, NEEDS_POSTGRES, onBoth, postgres, run } from './support/both-databases.ts';
import { startServer } from './support/processes.ts';
import { openDatabases, prepare } from './support/servers/databases.ts';
import { serverAccount } from './support/servers/postgres.ts';
import { smallDisk } from './support/small-disk.ts';
import { until } from './support/until.ts';

/*
 * What is acknowledged is stored, whatever happens then; and a database that takes no writes fails creates alone.
 */

t.test('kill -9 of the service and the database loses and doubles nothing', async (t) => {
  await onBoth(t, async (t, provider) => {
    const databases = await openDatabases(provider);
    if (!databases) throw new Error('PostgreSQL is not installed on this machine.');
    t.teardown(() => databases.close());
    const { acknowledged, ...found } = await crash(databases, 3);
    t.ok(acknowledged > 3, `${acknowledged} creates are acknowledged`);
    t.match(found, { lost: 0, twice: 0, contradictions: 0 });
  });
});

/** The service on a migrated database. */
async function serve(t: Test, url: string) {
  const key = await prepare(url);
  const { origin } = await startServer(t, { DATABASE_URL: url });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  /** @returns the status, and whether the response has Retry-After */
  async function send(init: RequestInit = {}): Promise<[status: number, canBeRepeated: boolean]> {
    const response = await fetch(`${origin}/v1/pets`, { headers, ...init });
    await response.text();
    return [response.status, response.headers.has('retry-after')];
  }
  const create = (idempotencyKey?: string) =>
    send({
      method: 'POST',
      body: JSON.stringify({ name: 'Rex'.repeat(80), categoryId: 1 }),
      headers: { ...headers, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
    });
  return { send, create };
}

/** Creates fail while the database takes no writes, nothing else does, and all is over by itself. */
async function checkOutage(
  t: Test,
  url: string,
  spoil: () => Promise<unknown>,
  repair: () => Promise<unknown>,
) {
  const { send, create } = await serve(t, url);
  t.same(await create('before'), [201, false]);
  await spoil();
  // There may still be room for a few.
  await until(async () => (await create())[0] !== 201);
  t.same(await create(), [503, true]);
  t.same(await create('new'), [503, true], 'also with a key');
  t.same(await create('before'), [201, false], 'what was stored is repeated');
  t.same(await send(), [200, false]);
  await repair();
  await until(async () => (await create())[0] === 201);
  for (let i = 0; i < 10; i += 1) t.same(await create(), [201, false]);
}

t.test('SQLite on a disk that is full', async (t) => {
  const disk = await smallDisk(t, 8);
  if (disk) await checkOutage(t, `file:${join(disk.path, 'store.db')}`, disk.fill, disk.free);
});

t.test('PostgreSQL on a disk that is full', NEEDS_POSTGRES, async (t) => {
  const disk = await smallDisk(t, 32);
  if (!disk) return;
  const location = join(disk.path, 'space');
  await mkdir(location);
  const account = serverAccount();
  if (account) await chown(location, account.uid, account.gid);
  const admin = String(postgres?.url);
  await run(
    admin,
    `CREATE TABLESPACE small LOCATION '${location}'`,
    'CREATE DATABASE small TABLESPACE small',
  );
  t.teardown(() => run(admin, 'DROP DATABASE small WITH (FORCE)', 'DROP TABLESPACE small'));
  await checkOutage(t, admin.replace(/postgres$/, 'small'), disk.fill, disk.free);
});

t.test('PostgreSQL that is read-only', NEEDS_POSTGRES, async (t) => {
  const admin = String(postgres?.url);
  const reload = 'SELECT pg_reload_conf()';
  await checkOutage(
    t,
    await emptyDatabase(t, 'postgresql'),
    () => run(admin, 'ALTER SYSTEM SET default_transaction_read_only = on', reload),
    () => run(admin, 'ALTER SYSTEM RESET default_transaction_read_only', reload),
  );
});
