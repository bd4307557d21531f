// PostgreSQL behind a real PgBouncer: Debian's is older than 1.21, and does not know the names of
// prepared statements.

import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import t, { type Test } from 'tap';
import {
  type DatabaseOptions,
  faultKind,
  isDatabaseFault,
} from '../../../src/platform/database/index.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { PATH, unlessInstalled } from '../../support/scripts.ts';
import { freePort } from '../../support/servers/ports.ts';
import { serverAccount } from '../../support/servers/postgres.ts';
import { launch } from '../../support/servers/process.ts';
import { applyMigrations, openDatabase } from '../../support/service-database.ts';
import { openPostgres } from '../../support/test-postgres.ts';
import { newWidget } from '../../support/widgets.ts';
import { openShipments } from '../service/src/store/shipment-queries.ts';
import { openWidgets } from '../service/src/store/widget-queries.ts';

const { url, NEEDS_POSTGRES } = await openPostgres();
const NEEDS_POOLER = { skip: NEEDS_POSTGRES.skip || unlessInstalled('pgbouncer') };

/** Enough time on a busy machine. */
const PATIENT = { connectTimeoutMs: 20_000, statementTimeoutMs: 20_000 };

/** Opens the database, widgets and shipments of one instance. */
async function open(t: Test, address: string, options: DatabaseOptions = PATIENT) {
  const database = await openDatabase(address, options);
  t.teardown(() => database.close());
  return { database, widgets: openWidgets(database, Date.now), shipments: openShipments(database) };
}

type Instance = Awaited<ReturnType<typeof open>>;

const FIRST = { after: { id: 0n }, count: 5, filter: {} };

/** Sends one statement of each kind at once, and checks the rows. */
async function work(t: Test, { database, widgets, shipments }: Instance, round: number) {
  const name = `widget ${round}`;
  const widget = newWidget({ name, status: 'sold' });
  const key = { customerId: 1n, value: name, bodyHash: name };
  const tasks = [
    async () => {
      const rows = await widgets.list.read({ ...FIRST, count: 1 + (round % 20) });
      t.ok(rows.every((row) => row.name.startsWith('widget')));
    },
    async () => {
      t.ok((await shipments.list.read(FIRST)).every(({ quantity }) => quantity === 7));
    },
    async () => {
      const sold = await widgets.list.read({ ...FIRST, filter: { status: 'sold' } });
      t.ok(sold.every(({ status }) => status === 'sold'));
    },
    async () => {
      const { kind, ...id } = await widgets.create(widget);
      t.equal(kind, 'created');
      t.same(await widgets.find(Object.values(id)[0] ?? 0n), { ...id, ...widget });
    },
    async () => {
      t.same(await widgets.create(widget, key), {
        ...(await widgets.create(widget, key)),
        kind: 'created',
      });
    },
    async () => {
      t.equal((await database.client.customer.findMany()).length, 1);
    },
  ];
  // In another order in each round.
  const first = round % tasks.length;
  const sequence = [...tasks.slice(first), ...tasks.slice(0, first)];
  await Promise.all(sequence.map((task) => task()));
}

t.test('rows are right behind PgBouncer in transaction mode', NEEDS_POOLER, async (t) => {
  const pooler = await startPgBouncer(t, url, 'default_pool_size = 4');
  await applyMigrations(pooler.url);
  const { client } = (await open(t, url)).database;
  await client.customer.create({ data: { name: 'A', plan: 'free' } });
  await client.widget.create({ data: newWidget({ name: 'widget', status: 'sold' }) });
  await client.shipment.create({ data: { widgetId: 1n, quantity: 7, status: 'placed' } });
  const instances = [await open(t, pooler.url), await open(t, pooler.url), await open(t, url)];
  for (let round = 0; round < 30; round += 1) {
    await Promise.all(instances.map((instance, i) => work(t, instance, round * 3 + i)));
  }
  const names = await client.$queryRaw`
    SELECT name FROM widgets WHERE id > 1 GROUP BY name HAVING count(*) <> 2`;
  t.same(names, [], 'each was added once with its key, and once without');
});

t.test('a missing pgbouncer=true is said at the start, and is a fault', NEEDS_POOLER, async (t) => {
  await applyMigrations(url);
  const pooler = await startPgBouncer(t, url, 'default_pool_size = 1');
  const address = pooler.url.replace('?pgbouncer=true', '');
  const warnings: string[] = [];
  const options = { ...PATIENT, warn: (message: string) => warnings.push(message) };
  const instances = [await open(t, address, options), await open(t, address, options)];
  const cure =
    'Behind a pooler in transaction mode the address of the database needs ?pgbouncer=true';
  const warning = `Connections to the database share sessions. ${cure}`;
  t.strictSame(warnings, [warning, warning]);
  const failures: Error[] = [];
  const list = async ({ widgets }: Instance) => {
    await widgets.list.read(FIRST).catch((error: Error) => failures.push(error));
  };
  // The second finds the name of the first, and the first its own no longer.
  for (const instance of instances) await list(instance);
  const [first] = instances as [Instance];
  await list(first);
  await first.database.client.$executeRaw`DEALLOCATE ALL`;
  await list(first);
  t.strictSame(new Set(failures.map(faultKind)), new Set(['42P05', '26000']));
  for (const error of failures) {
    t.ok(isDatabaseFault(error), String(error));
    t.match(error.message, cure);
  }
  await open(t, url, options);
  await open(t, pooler.url, options);
  t.equal(warnings.length, 2, 'nothing is said with the parameter, or where sessions are kept');
});

t.test(
  'times are read and written as they are, whatever others have set',
  NEEDS_POOLER,
  async (t) => {
    const { client: owner } = (await open(t, url)).database;
    await owner.$executeRaw`ALTER ROLE postgres SET DateStyle = 'SQL, DMY'`;
    t.teardown(() => owner.$executeRaw`ALTER ROLE postgres RESET DateStyle`);
    const pooler = await startPgBouncer(t, url, 'default_pool_size = 1');
    const { client } = (await open(t, pooler.url)).database;
    const other = new pg.Client(pooler.url);
    await other.connect();
    await other.query("SET TIME ZONE 'Asia/Kolkata'; SET DateStyle = 'German'");
    const createdAt = new Date('2026-03-08T07:30:00.123Z');
    const { id } = await client.customer.create({ data: { name: 'B', plan: 'free', createdAt } });
    const { rows } = await other.query(
      `SELECT (extract(epoch FROM created_at) * 1000)::float8 AS milliseconds,
      current_setting('DateStyle') AS style FROM customers WHERE id = $1`,
      [id],
    );
    await other.end();
    const expected = { milliseconds: Number(createdAt), style: 'German, DMY' };
    t.same(rows, [expected], 'and they keep theirs');
    t.same((await client.customer.findUnique({ where: { id } }))?.createdAt, createdAt);
  },
);

t.test('a setting that a pooler does not keep for a client stops it', NEEDS_POOLER, async (t) => {
  const { client: owner } = (await open(t, url)).database;
  await owner.$executeRaw`ALTER ROLE postgres SET default_transaction_isolation = 'serializable'`;
  t.teardown(() => owner.$executeRaw`ALTER ROLE postgres RESET default_transaction_isolation`);
  const pooler = await startPgBouncer(t, url);
  await t.rejects(openDatabase(pooler.url, PATIENT), {
    message:
      'The database cannot be opened: The pooler returns sessions with ' +
      "default_transaction_isolation 'serializable', and 'read committed' is needed: run " +
      "ALTER ROLE postgres SET default_transaction_isolation = 'read committed', " +
      'and reconnect the pooler',
  });
});

t.test('a pooler that does not respond, or rejects, is a fault', NEEDS_POOLER, async (t) => {
  const pooler = await startPgBouncer(t, url);
  const { widgets } = await open(t, pooler.url, { ...PATIENT, statementTimeoutMs: 1_000 });
  t.equal(await widgets.find(-1n), undefined);
  pooler.freeze();
  const error = await widgets.find(1n).catch((error: unknown) => error);
  t.equal(isDatabaseFault(error), true);

  const closed = new URL(url);
  closed.port = String(await freePort());
  const lost = await startPgBouncer(t, closed.href, 'query_wait_timeout = 1');
  const failed = await openDatabase(lost.url, PATIENT).catch((error: Error) => error);
  t.match(failed, { message: /query_wait_timeout/ });
  t.equal(isDatabaseFault((failed as Error).cause), true);
});

/**
 * Starts a real PgBouncer in transaction mode, which is stopped when the test ends.
 *
 * @param url of a database, for a user without a password
 * @param settings more of its settings, such as `query_wait_timeout = 1`
 * @returns the address for a pooler without sessions, and a function that freezes the pooler
 */
async function startPgBouncer(t: Test, url: string, ...settings: string[]) {
  const cwd = await temporaryFolder(t);
  const account = serverAccount();
  if (account) await chown(cwd, account.uid, account.gid);
  const address = new URL(url);
  const { hostname, port, username } = address;
  const ownPort = await freePort();
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 200',
    ...settings,
  ];
  await writeFile(join(cwd, 'pgbouncer.ini'), lines.join('\n'));
  const pooler = launch(['pgbouncer', 'pgbouncer.ini'], { ...account, cwd, env: { PATH } });
  t.teardown(() => pooler.end('SIGKILL'));
  await pooler.waitFor(/process up/);
  address.port = String(ownPort);
  address.search = 'pgbouncer=true';
  return {
    url: address.href,
    /** Stops responding without closing a connection, as a machine that hangs does. */
    freeze: () => process.kill(pooler.pid, 'SIGSTOP'),
  };
}
