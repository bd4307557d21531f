import { once } from 'node:events';
import { chown, readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openDatabase } from '../../src/database/database.ts';
import { isDatabaseFault } from '../../src/database/faults.ts';
import type { DatabaseOptions } from '../../src/database/options.ts';
import { temporaryFolder } from '../support/databases.ts';
import { startProxy } from '../support/proxy.ts';
import { freePort } from '../support/servers/ports.ts';
import { serverAccount, startPostgres } from '../support/servers/postgres.ts';

/*
 * Connections to a real PostgreSQL: where they lead, with which password, and what becomes of them.
 */

const folder = await temporaryFolder(t);
const rules = join(folder, 'pg_hba.conf');
await writeFile(
  rules,
  'local all all trust\nhost all ada all scram-sha-256\nhost all all all trust',
);
const account = serverAccount();
if (account) await chown(folder, account.uid, account.gid);

const server = await startPostgres([`hba_file=${rules}`, `unix_socket_directories=${folder}`]);
if (!server && process.env.CI) throw new Error('There is no PostgreSQL on this machine.');
const options = { skip: server ? false : 'there is no PostgreSQL on this machine' };
t.teardown(() => server?.stop());
const url = server?.url ?? '';
const { port } = new URL(url || 'postgresql://localhost');

/** How long everything may take on a machine with much other work. */
const PATIENT = { connectTimeoutMs: 20_000, statementTimeoutMs: 20_000, poolSize: 1 };

async function open(
  t: Test,
  address: string | (() => string),
  settings: DatabaseOptions = PATIENT,
) {
  const database = await openDatabase(address, settings);
  t.teardown(() => database.close());
  return database;
}

t.test('a password can change while the service runs', options, async (t) => {
  const admin = await open(t, url);
  const setPassword = (password: string) =>
    admin.client.$executeRawUnsafe(`ALTER ROLE ada PASSWORD '${password}'`);
  await admin.client.$executeRaw`CREATE ROLE ada LOGIN`;
  const addressWith = (password: string) =>
    `postgresql://ada:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  await setPassword('a/b@c:d?e#f&g=h%');
  let address = addressWith('a/b@c:d?e#f&g=h%');
  const { client } = await open(t, () => address);
  const user = () => client.$queryRaw`SELECT current_user::text AS name`;
  /** As PostgreSQL does when it restarts, or a firewall. The next statement may be the one to notice. */
  const endConnections = async () => {
    await admin.client.$queryRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'ada'`;
    await user().catch(() => undefined);
  };
  t.same(await user(), [{ name: 'ada' }]);

  await setPassword('second');
  t.same(await user(), [{ name: 'ada' }], 'open connections go on');
  await endConnections();
  const refused = await user().catch((error: unknown) => error);
  t.equal(isDatabaseFault(refused), true);
  t.match(refused, { meta: { driverAdapterError: { cause: { originalCode: '28P01' } } } });
  t.notMatch(String(refused), 'second');
  address = addressWith('second');
  t.same(await user(), [{ name: 'ada' }]);

  address = 'postgresql://ada:secret@/?sslmode=none';
  await endConnections();
  const unreadable = await user().catch((error: unknown) => error);
  t.equal(isDatabaseFault(unreadable), true, 'while nobody can read the address');
  t.match(unreadable, /sslmode=none/);
  t.notMatch(String(unreadable), 'secret');
  address = addressWith('second');
  t.same(await user(), [{ name: 'ada' }]);
});

t.test('the first of several hosts that responds is used', options, async (t) => {
  const closed = await freePort();
  const { client } = await open(
    t,
    `postgresql://postgres@127.0.0.1:${closed},127.0.0.1:${port}/postgres`,
  );
  t.same(await client.$queryRaw`SELECT 1 AS one`, [{ one: 1 }]);
  const silent = createServer().listen(0, '127.0.0.1');
  t.teardown(() => silent.close());
  await once(silent, 'listening');
  const { port: silentPort } = silent.address() as { port: number };
  const slow = await open(
    t,
    `postgresql://postgres@127.0.0.1:${silentPort},127.0.0.1:${port}/postgres`,
    { connectTimeoutMs: 4_000 },
  );
  t.same(await slow.client.$queryRaw`SELECT 1 AS one`, [{ one: 1 }]);
  const error = await openDatabase(
    `postgresql://postgres@127.0.0.1:${silentPort},127.0.0.1:${silentPort}/postgres`,
    { connectTimeoutMs: 400 },
  ).catch((error: Error) => error.cause);
  t.equal(isDatabaseFault(error), true);
  const mute = createServer((client) => client.once('data', () => client.write('S')));
  mute.listen(0, '127.0.0.1');
  t.teardown(() => mute.close());
  await once(mute, 'listening');
  const { port: mutePort } = mute.address() as { port: number };
  await t.rejects(
    openDatabase(`postgresql://postgres@127.0.0.1:${mutePort}/postgres`, { connectTimeoutMs: 400 }),
    { message: /timeout/ },
    'that says it speaks TLS, and does not',
  );
  await t.rejects(
    openDatabase(`postgresql://postgres@127.0.0.1:${port},127.0.0.1:${closed}/missing`, PATIENT),
    { message: 'The database cannot be opened: database "missing" does not exist' },
    'once a server has responded',
  );
});

t.test('a command waits longer for a server than a request does', options, async (t) => {
  const proxy = await startProxy(t, Number(port));
  proxy.hang();
  const address = `postgresql://postgres@127.0.0.1:${proxy.port}/postgres`;
  const command = openDatabase(address, { isTimed: false });
  await t.rejects(openDatabase(address), { message: /timeout/ });
  proxy.resume();
  const { client, close } = await command;
  t.same(await client.$queryRaw`SELECT 1 AS one`, [{ one: 1 }]);
  await close();
});

t.test('a host can be the folder of a Unix socket', options, async (t) => {
  const host = encodeURIComponent(folder);
  for (const parameters of ['', '?sslmode=require']) {
    const { client } = await open(t, `postgresql://postgres@${host}:${port}/postgres${parameters}`);
    t.same(await client.$queryRaw`SELECT inet_client_addr() IS NULL AS local`, [{ local: true }]);
  }
});

t.test('a connection that breaks before it is ready', options, async (t) => {
  const front = createServer((client) => {
    const target = connect(Number(port), '127.0.0.1');
    for (const end of [client, target]) end.on('error', () => undefined);
    target.pipe(client);
    client.on('data', (bytes) => {
      if (bytes.includes('pg_backend_pid')) client.destroy();
      else target.write(bytes);
    });
    client.on('close', () => target.destroy());
  }).listen(0, '127.0.0.1');
  t.teardown(() => front.close());
  await once(front, 'listening');
  const { port: frontPort } = front.address() as { port: number };
  await t.rejects(openDatabase(`postgresql://postgres@127.0.0.1:${frontPort}/postgres`, PATIENT), {
    message: 'The database cannot be opened: Connection terminated unexpectedly',
  });
});

t.test('a statement that fails in a transaction undoes it', options, async (t) => {
  const { client } = await open(t, url);
  await client.$executeRaw`CREATE TABLE notes (text VARCHAR(4))`;
  const transaction = client.$transaction(async (transaction) => {
    await transaction.$executeRaw`INSERT INTO notes VALUES ('kept')`;
    await transaction.$executeRaw`INSERT INTO notes VALUES ('too long')`;
  });
  await t.rejects(transaction, /too long/);
  t.same(await client.$queryRaw`SELECT * FROM notes`, []);
});

t.test('the session is what the address says', options, async (t) => {
  const parameters = 'application_name=store&options=-c%20work_mem%3D7MB';
  const { client } = await open(t, `${url}?${parameters}`, {
    ...PATIENT,
    statementTimeoutMs: 7_000,
  });
  const setting = (name: string) => client.$queryRaw`SELECT current_setting(${name}) AS value`;
  t.same(await setting('application_name'), [{ value: 'store' }]);
  t.same(await setting('work_mem'), [{ value: '7MB' }]);
  t.same(await setting('TimeZone'), [{ value: 'UTC' }]);
  t.same(await setting('statement_timeout'), [{ value: '7s' }]);
});

t.test('without a time limit, that of the role is lifted too', options, async (t) => {
  const admin = await open(t, url);
  await admin.client.$executeRaw`CREATE ROLE hasty SUPERUSER LOGIN`;
  // Long enough for what is asked before it is lifted.
  await admin.client.$executeRaw`ALTER ROLE hasty SET statement_timeout = '1s'`;
  const { client } = await open(t, url.replace('postgres@', 'hasty@'), { isTimed: false });
  t.same(await client.$queryRaw`SELECT 1 AS one FROM pg_sleep(1.2)`, [{ one: 1 }]);
});

const hasTable = process.platform === 'linux';
t.test('connections are kept alive', { skip: options.skip || !hasTable }, async (t) => {
  /** The timer of the socket in the kernel, and in how many hundredths of a second it is due. */
  const timer = async (parameters: string) => {
    const { client } = await open(t, `${url}?${parameters}`);
    const [row] = await client.$queryRaw<{ port: number }[]>`SELECT inet_client_port() AS port`;
    const local = (row?.port ?? 0).toString(16).toUpperCase().padStart(4, '0');
    for (;;) {
      const table = await readFile('/proc/net/tcp', 'utf8');
      const line = table.split('\n').find((line) => line.includes(`: 0100007F:${local} `));
      const [, kind, due = '0'] = / (\w\w):(\w{8}) \w{8} /.exec(line ?? '') ?? [];
      // Until the last packet is acknowledged, the timer is for that.
      if (kind !== '01') return { isOn: kind === '02', due: Number.parseInt(due, 16) };
    }
  };
  const usual = await timer('');
  t.equal(usual.isOn, true);
  t.ok(usual.due <= 6_000, `${usual.due}`);
  const soon = await timer('keepalives_idle=10&keepalives_interval=5&keepalives_count=3');
  t.equal(soon.isOn, true);
  t.ok(soon.due <= 1_000, `${soon.due}`);
  t.equal((await timer('keepalives=0')).isOn, false);
});

t.test('shows what the pool is doing', options, async (t) => {
  const database = await open(t, url, { ...PATIENT, poolSize: 2 });
  t.same(database.pool(), { size: 2, used: 0, idle: 1, waiting: 0 });
  const sleeping = [1, 2, 3].map(() =>
    database.client.$queryRaw`SELECT 1 FROM pg_sleep(0.5)`.then(),
  );
  while (database.pool()?.waiting !== 1) await new Promise(setImmediate);
  t.same(database.pool(), { size: 2, used: 2, idle: 0, waiting: 1 });
  await Promise.all(sleeping);
  t.same(database.pool(), { size: 2, used: 0, idle: 2, waiting: 0 });
  const embedded = await open(t, `file:${folder}/store.db`);
  t.equal(embedded.pool(), undefined);
});

t.test(
  'asks before each statement, and gives up the connection of one that fails',
  options,
  async (t) => {
    let refusal: Error | undefined;
    const beforeQuery = async () => {
      if (refusal) throw refusal;
    };
    const database = await open(t, url, { ...PATIENT, beforeQuery });
    const processId = async () => (await database.query('SELECT pg_backend_pid()', []))[0]?.[0];
    const first = await processId();
    t.equal(await processId(), first);
    await t.rejects(database.query('SELECT 1 FROM nothing', []), /"nothing" does not exist/);
    const second = await processId();
    t.not(second, first);
    refusal = new Error('not this one');
    await t.rejects(processId(), refusal);
    refusal = undefined;
    t.not(await processId(), second);
  },
);
