// Connections to a real PostgreSQL: addresses, passwords, sessions, faults and TLS.

import { chmod, chown, writeFile } from 'node:fs/promises';
import { connect, createServer, Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { mock } from 'node:test';
import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { type DatabaseOptions, isDatabaseFault } from '../../../src/platform/database/index.ts';
import { Client } from '../../../src/platform/database/postgresql-client.ts';
import { createCustomer, listKeys, openKeyFinder } from '../../../src/platform/keys/index.ts';
import { createKeyCache } from '../../../src/platform/keys/key-cache.ts';
import { createAuthority } from '../../support/certificates.ts';
import { createClock } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { keyRules, keysOf } from '../../support/key-rules.ts';
import { startServer } from '../../support/processes.ts';
import { startProxy } from '../../support/proxy.ts';
import { listenOn } from '../../support/raw-http.ts';
import { mountSecret } from '../../support/rotation.ts';
import { ask, runScript } from '../../support/scripts.ts';
import { serverAccount } from '../../support/servers/postgres.ts';
import { applyMigrations, openDatabase } from '../../support/service-database.ts';
import { openPostgres } from '../../support/test-postgres.ts';
import { until } from '../../support/until.ts';
import { newWidget } from '../../support/widgets.ts';
import type { Prisma } from '../service/generated/prisma/sqlite/client.ts';
import { openShipments } from '../service/src/store/shipment-queries.ts';
import { openWidgets } from '../service/src/store/widget-queries.ts';

const folder = await temporaryFolder(t);
const rules = join(folder, 'pg_hba.conf');
await writeFile(
  rules,
  `host all ada,keeper all scram-sha-256
local all all trust
host all all all trust`,
);
const account = serverAccount();
if (account) await chown(folder, account.uid, account.gid);
const settings = [`hba_file=${rules}`, `unix_socket_directories=${folder}`];
const { url, NEEDS_POSTGRES } = await openPostgres(settings);
const { port } = new URL(url || 'postgresql://localhost');

/** What Node writes to stderr, but for what tests themselves use. */
const warnings: string[] = [];
const collect = ({ name, message }: Error) => {
  if (name !== 'ExperimentalWarning') warnings.push(message);
};
process.on('warning', collect);
t.teardown(() => process.off('warning', collect));

const NO_VALUES = { args: [], argTypes: [] };
const FIRST_PAGE = { after: undefined, count: 5, filter: {} };

/** Enough time on a busy machine. */
const PATIENT = { connectTimeoutMs: 20_000, statementTimeoutMs: 20_000, poolSize: 1 };

async function open(t: Test, address: string | (() => string), options: DatabaseOptions = PATIENT) {
  const database = await openDatabase(address, options);
  t.teardown(() => database.close());
  return database;
}

/** Acts as the operator of the server. */
async function openAdmin(t: Test) {
  const { client } = await open(t, url);
  const run = (sql: string) => client.$executeRawUnsafe(sql);
  return {
    run,
    setPassword: (role: string, password: string) =>
      run(`ALTER ROLE ${role} PASSWORD '${password}'`),
    /** As a restart of PostgreSQL or a firewall does. Perhaps only the next statement fails. */
    endConnections: (role: string) =>
      run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`),
  };
}

t.test('uses the last address while the new one cannot be read', NEEDS_POSTGRES, async (t) => {
  const { run, setPassword, endConnections } = await openAdmin(t);
  const password = 'a/b@c:d?e#f&g=h%';
  await run('CREATE ROLE ada LOGIN');
  await setPassword('ada', password);
  const login = `ada:${encodeURIComponent(password)}`;
  let address = `postgresql://${login}@127.0.0.1:${port}/postgres`;
  const { client } = await open(t, () => address);
  const user = () => client.$queryRaw`SELECT current_user::text AS name`;
  t.same(await user(), [{ name: 'ada' }]);
  address = 'postgresql://ada:secret@127.0.0.1/?sslmode=require&sslrootcert=/missing.crt';
  await endConnections('ada');
  await user().catch(() => undefined);
  t.same(await user(), [{ name: 'ada' }]);
});

t.test('a password in a file is changed without a restart', NEEDS_POSTGRES, async (t) => {
  const [first, ...others] = ['first-secret', 'second-secret', 'third-secret'] as const;
  const { run, setPassword, endConnections } = await openAdmin(t);
  await run(`CREATE ROLE keeper LOGIN PASSWORD '${first}'`);
  await run('CREATE DATABASE store OWNER keeper');
  const urlWith = (password: string) => `postgresql://keeper:${password}@127.0.0.1:${port}/store`;
  const secret = await mountSecret(t, `${urlWith(first)}\n`);
  const settings = { DATABASE_URL_FILE: secret.path };
  t.equal((await runScript(t, 'scripts/migrate.ts', [], { settings })).code, 0);
  const create = ['create', '--name', 'A', '--plan', 'business', '--json'];
  const { stdout } = await runScript(t, 'scripts/keys/index.ts', create, { settings });
  const { key } = JSON.parse(stdout);
  const service = await startServer(t, settings);
  await service.waitFor(new RegExp(`PostgreSQL 127.0.0.1:${port}/store, no Redis`));
  const untilStatus = (status: number) =>
    until(
      async () => (await ask(`${service.origin}/v1/widgets`, `Bearer ${key}`)).status === status,
    );
  await untilStatus(200);

  for (const password of others) {
    await setPassword('keeper', password);
    await secret.replace(urlWith(password));
    await endConnections('keeper');
    await untilStatus(200);
    await service.waitFor(/new connections use the new content of \S+/);
  }
  await setPassword('keeper', first);
  await endConnections('keeper');
  await untilStatus(503);
  await service.waitFor(/password authentication failed/);
  await secret.replace(urlWith(first));
  await untilStatus(200);

  const { code, stdout: log } = await service.end('SIGTERM');
  t.equal(code, 0);
  t.notMatch(log, /-secret/);
});

t.test('a command waits longer for a server than a request does', NEEDS_POSTGRES, async (t) => {
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

t.test('a host can be the folder of a Unix socket', NEEDS_POSTGRES, async (t) => {
  for (const address of [
    `postgresql://postgres@${encodeURIComponent(folder)}:${port}/postgres`,
    `postgresql://postgres@/postgres?host=${folder}&port=${port}`,
  ]) {
    const { client } = await open(t, address);
    t.same(await client.$queryRaw`SELECT inet_client_addr() IS NULL AS local`, [{ local: true }]);
  }
});

t.test('a connection that breaks before it is ready is a fault', NEEDS_POSTGRES, async (t) => {
  let broken: string | undefined = 'TimeZone';
  const front = createServer((client) => {
    const target = connect(Number(port), '127.0.0.1');
    for (const end of [client, target]) end.on('error', () => undefined);
    target.pipe(client);
    client.on('data', (bytes) => {
      if (broken && bytes.includes(broken)) client.destroy();
      else if (broken || !bytes.includes('TimeZone')) target.write(bytes);
    });
    client.on('close', () => target.destroy());
  });
  const address = `postgresql://postgres@127.0.0.1:${await listenOn(t, front)}/postgres`;
  await t.rejects(openDatabase(address, PATIENT), {
    message: 'The database cannot be opened: Connection terminated unexpectedly',
  });
  // When it looks for a pooler, which the server may allow no second connection for.
  broken = 'pg_backend_pid';
  await (await openDatabase(address, PATIENT)).close();
  broken = undefined;
  await t.rejects(openDatabase(address, { isTimed: false, connectTimeoutMs: 2_000 }), {
    // A busy machine may take so long to connect.
    message: /: (?:Query read timeout|timeout expired)$/,
  });
});

t.test('a connection ends, though the server does not close it', NEEDS_POSTGRES, async (t) => {
  // Passes on no end, in neither direction.
  const front = createServer({ allowHalfOpen: true }, (client) => {
    const target = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    for (const end of [client, target]) end.on('error', () => undefined);
    client.pipe(target, { end: false }).pipe(client, { end: false });
    t.teardown(() => client.destroy() && target.destroy());
  });
  const { client: admin } = await open(t, url);
  await admin.$executeRaw`CREATE DATABASE kept`;
  const address = `postgresql://postgres@127.0.0.1:${await listenOn(t, front)}/kept`;
  await applyMigrations(address);
  const { client, close } = await openDatabase(address, PATIENT);
  t.same(await client.$queryRaw`SELECT 1 AS one`, [{ one: 1 }]);
  await close();

  const one = new Client({ connectionString: address });
  await one.connect();
  const { adapter } = await openDatabase(address, { isTimed: false });
  const never = t.rejects(adapter.query('SELECT pg_sleep(600)', []));
  const sleepers = "pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%'";
  const endSleep = `SELECT pg_terminate_backend(pid) FROM ${sleepers}`;
  await until(async () => (await admin.$executeRawUnsafe(`SELECT FROM ${sleepers}`)) === 1);
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const ends = Promise.all([one.end(), adapter.dispose()]);
  mock.timers.tick(100);
  t.notOk(one.connection.stream.destroyed, 'it has a moment to close it');
  mock.timers.tick(400);
  await ends;
  mock.timers.reset();
  await admin.$executeRawUnsafe(endSleep);
  await never;
});

t.test('closing waits a moment for statements in progress', NEEDS_POSTGRES, async (t) => {
  const { query, close } = await openDatabase(url, PATIENT);
  await query('SELECT 1', []);
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const reading = query("SELECT 'read' FROM pg_sleep(0.2)", []);
  await nextTick();
  let isRead = false;
  const read = reading.then((rows) => {
    isRead = true;
    return rows;
  });
  const closing = close();
  await nextTick();
  mock.timers.tick(299);
  await closing;
  t.ok(isRead);
  t.same(await read, [['read']]);
});

t.test('no other uses a connection whose transaction may be open', NEEDS_POSTGRES, async (t) => {
  const network = await startProxy(t, Number(port));
  const address = url.replace(`:${port}/`, `:${network.port}/`);
  const { adapter } = await open(t, address, { ...PATIENT, statementTimeoutMs: 2_000 });
  const begin = async () => {
    const transaction = await adapter.startTransaction();
    const { rows } = await transaction.queryRaw({ ...NO_VALUES, sql: 'SELECT pg_backend_pid()' });
    return { transaction, session: rows[0]?.[0] };
  };
  const first = await begin();
  await first.transaction.rollback();
  const second = await begin();
  t.equal(second.session, first.session, 'which has ended');
  network.hang();
  await t.rejects(second.transaction.commit());
  network.resume();
  const third = await begin();
  t.not(third.session, second.session);
  await third.transaction.rollback();
});

t.test('a connection that the network has forgotten is noticed', NEEDS_POSTGRES, async (t) => {
  const keepAlive = mock.method(Socket.prototype, 'setKeepAlive');
  t.teardown(() => keepAlive.mock.restore());
  const { client } = await open(t, url);
  t.same(await client.$queryRaw`SELECT 1 AS one`, [{ one: 1 }]);
  t.ok(keepAlive.mock.callCount() > 0);
  for (const { arguments: given } of keepAlive.mock.calls) {
    const [isOn, afterMs = 0] = given;
    // Networks forget a connection after minutes.
    t.ok(isOn && afterMs >= 10_000 && afterMs <= 120_000, `after ${afterMs} ms without a byte`);
  }
});

t.test('a role may have one connection only', NEEDS_POSTGRES, async (t) => {
  const { run } = await openAdmin(t);
  await run('CREATE ROLE single LOGIN CONNECTION LIMIT 1');
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  const address = url.replace('postgres@', 'single@');
  const { client } = await open(t, address, { ...PATIENT, warn });
  const user = () => client.$queryRaw`SELECT current_user::text AS name`;
  // The server may take a moment to end the connection that was there before.
  await until(() =>
    user().then(
      () => true,
      () => false,
    ),
  );
  t.same(await user(), [{ name: 'single' }]);
  t.same(warnings, [], 'which says nothing of a pooler');
});

t.test('statements fail one by one, or with their connection', NEEDS_POSTGRES, async (t) => {
  const { query } = await open(t, url);
  const outcomes = await Promise.allSettled([
    query('SELECT 1', []),
    query('SELECT 1 FROM nothing', []),
    query('SELECT $1::int8', [2n ** 63n - 1n]),
  ]);
  t.match(outcomes, [
    { status: 'fulfilled', value: [[1]] },
    { status: 'rejected', reason: /"nothing" does not exist/ },
    { status: 'fulfilled', value: [['9223372036854775807']] },
  ]);
  const end = query('SELECT pg_terminate_backend(pg_backend_pid())', []);
  const ended = await Promise.allSettled([end, query('SELECT 1', [])]);
  t.match(ended, [{ status: 'rejected' }, { status: 'rejected' }]);
  t.same(await query('SELECT 2', []), [[2]], 'on another connection');
  // Node would warn of eleven listeners.
  for (let i = 0; i < 12; i += 1) await query('SELECT 2', []);
});

t.test('a session has the parameters of the address', NEEDS_POSTGRES, async (t) => {
  const parameters = 'application_name=store&options=-c%20work_mem%3D7MB';
  const options = { ...PATIENT, statementTimeoutMs: 7_000 };
  const { client } = await open(t, `${url}?${parameters}`, options);
  const setting = (name: string) => client.$queryRaw`SELECT current_setting(${name}) AS value`;
  t.same(await setting('application_name'), [{ value: 'store' }]);
  t.same(await setting('work_mem'), [{ value: '7MB' }]);
  t.same(await setting('TimeZone'), [{ value: 'UTC' }]);
  t.same(await setting('statement_timeout'), [{ value: '7s' }]);
});

/** Settings on which a result or an error of a statement could depend. */
const ODD_SETTINGS = {
  DateStyle: "'German, DMY'",
  TimeZone: "'Asia/Kolkata'",
  IntervalStyle: "'sql_standard'",
  extra_float_digits: '-15',
  bytea_output: "'escape'",
  standard_conforming_strings: 'off',
  default_transaction_isolation: "'serializable'",
  default_transaction_deferrable: 'on',
  lock_timeout: "'1ms'",
  search_path: 'nowhere, store, public',
  plan_cache_mode: "'force_generic_plan'",
};

t.test('a setting of the database or the role changes no result', NEEDS_POSTGRES, async (t) => {
  const { run } = await openAdmin(t);
  await run('CREATE DATABASE odd');
  for (const [name, value] of Object.entries(ODD_SETTINGS)) {
    await run(`ALTER DATABASE odd SET ${name} = ${value}`);
  }
  const address = url.replace(/postgres$/, 'odd');
  const { client: owner } = await open(t, address);
  await owner.$executeRaw`CREATE SCHEMA store`;
  await applyMigrations(address);
  const database = await open(t, address);
  const { client, query } = database;
  // Another table of that name, which the search_path finds first from now on.
  await client.$executeRaw`CREATE SCHEMA nowhere`;
  await client.$executeRaw`CREATE TABLE nowhere.api_keys (LIKE store.api_keys)`;

  const [past, future] = [new Date('2026-03-08T07:30:00.123Z'), new Date('2999-11-05T00:00:00Z')];
  const customer = { name: 'A', plan: 'pro' } as const;
  const valid = await createCustomer(keysOf(client), customer, { expiresAt: future });
  const expired = await createCustomer(keysOf(client), customer, { expiresAt: past });
  await client.apiKey.update({ where: { id: valid.id }, data: { bannedUntil: future } });
  const keys = createKeyCache(openKeyFinder(database), keyRules.plans, createClock());
  t.match(await keys.lookUp(valid.key), {
    kind: 'valid',
    customer: { customerId: 1n, ban: { untilMs: Number(future) } },
  });
  t.strictSame(await keys.lookUp(expired.key), { kind: 'expired' });
  const { value: listed } = await listKeys({ ...database, ...keyRules }).next();
  t.match(listed, [{ expiresAt: future }, { expiresAt: past, state: 'expired' }]);

  const widgets = openWidgets(database, Date.now);
  const key = { customerId: 1n, value: 'key', bodyHash: 'hash' };
  t.same(await widgets.create(newWidget(), key), { kind: 'created', id: 1n });
  const repeated = { kind: 'repeated', id: 1n };
  const both = await Promise.all([
    widgets.create(newWidget(), key),
    widgets.create(newWidget(), key),
  ]);
  t.same(both, [repeated, repeated]);
  const shipment = { widgetId: 1n, quantity: 1, status: 'placed', createdAt: past } as const;
  await client.shipment.create({ data: shipment });
  t.match(await openShipments(database).list.read(FIRST_PAGE), [{ createdAt: past }]);
  const plans = `SELECT sum(generic_plans), sum(custom_plans) > 4 FROM pg_prepared_statements
    WHERE cardinality(parameter_types) > 0`;
  t.same(await query(plans, []), [['0', 't']], 'plans are made for tables as they are now');
  // Where transactions are serializable, some fail that another instance disturbs.
  t.same(await query('SHOW default_transaction_isolation', []), [['read committed']]);
  const held = Promise.withResolvers<void>();
  const holding = owner.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT FROM store.customers WHERE id = 1 FOR UPDATE`;
    held.resolve();
    await wait(50);
  });
  await held.promise;
  await client.customer.update({ where: { id: 1n }, data: { name: 'B' } });
  await holding;
});

t.test('a command has no time limit, not even that of its role', NEEDS_POSTGRES, async (t) => {
  const { client } = await open(t, url);
  // A transaction would see the same activity again and again.
  const { client: watcher } = await open(t, url);
  await applyMigrations(url);
  await client.$executeRaw`CREATE ROLE hasty SUPERUSER LOGIN`;
  await client.$executeRaw`ALTER ROLE hasty SET statement_timeout = '1s'`;
  const settings = { DATABASE_URL: url.replace('postgres@', 'hasty@') };
  const lockTables = async (transaction: Prisma.TransactionClient) => {
    await transaction.$executeRaw`LOCK TABLE api_keys, widgets`;
    const commands = [
      runScript(t, 'scripts/keys/index.ts', ['list'], { settings }),
      runScript(t, 'scripts/seed.ts', ['--widgets', '1'], { settings }),
    ];
    // Both have waited for longer than a request does.
    const waiting = () => watcher.$executeRaw`SELECT FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND query_start < clock_timestamp() - interval '2 s'`;
    await until(async () => (await waiting()) === 2, 'both wait');
    return commands;
  };
  const commands = await client.$transaction(lockTables, { timeout: 60_000 });
  t.match(await Promise.all(commands), [{ code: 0 }, { code: 0 }]);
});

t.test('warns of an unencrypted connection to another machine', async (t) => {
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  for (const address of [
    'postgresql://ada:secret@nowhere.invalid/store',
    'postgresql://nowhere.invalid/store?sslmode=disable',
    'postgresql://127.0.0.1:1/store',
  ]) {
    await t.rejects(openDatabase(address, { warn, connectTimeoutMs: 100 }));
  }
  t.equal(warnings.length, 1);
  t.match(warnings[0], /no sslmode, so the connection to nowhere\.invalid is not encrypted: write/);
  t.notMatch(warnings[0], 'secret');
});

/*
 * TLS, with certificates of real authorities.
 */

const issue = await createAuthority(t);
const issueElsewhere = await createAuthority(t);
const server = await issue('localhost');
const user = await issue('postgres');
const unknownUser = await issueElsewhere('postgres');

/** The connections that each database accepts. */
const SECURE_RULES = join(dirname(server.key), 'pg_hba.conf');
await writeFile(
  SECURE_RULES,
  `hostssl encrypted all all trust
hostnossl plain all all trust
hostssl certified all all cert
host postgres all all trust`,
);
await chmod(SECURE_RULES, 0o644);

const { url: secureUrl } = await openPostgres([
  'ssl=on',
  `ssl_cert_file=${server.certificate}`,
  `ssl_key_file=${server.key}`,
  `ssl_ca_file=${server.authority}`,
  `hba_file=${SECURE_RULES}`,
]);

/** Connects. @returns whether TLS is in use, or why the connection failed */
async function connectWith(url: string, name: string, parameters: string, host: string) {
  const address = new URL(name, url);
  address.hostname = host;
  address.search = parameters;
  try {
    const { client, close } = await openDatabase(address.href, PATIENT);
    const [row] = await client.$queryRaw<{ ssl: boolean }[]>`
      SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
    await close();
    return row?.ssl ? 'TLS' : 'no TLS';
  } catch (error) {
    const { message, cause } = error as Error;
    // A file that is missing is a fault of the address.
    if (!message.includes('ENOENT')) t.ok(isDatabaseFault(cause), message);
    return message.replace('The database cannot be opened: ', '');
  }
}

const CA = `sslrootcert=${server.authority}`;
const OTHER_CA = `sslrootcert=${unknownUser.authority}`;
const certificateOf = ({ certificate, key }: typeof user) => `sslcert=${certificate}&sslkey=${key}`;

const NOT_ACCEPTED = /^no pg_hba.conf entry for host "127.0.0.1", user "postgres", database "\w+"/;
const UNTRUSTED = /self-signed certificate in certificate chain/;
const MISNAMED = /IP: 127.0.0.1 is not in the cert's list/;

const CASES: [parameters: string, database: string, host: string, outcome: string | RegExp][] = [
  ['', 'plain', '127.0.0.1', 'no TLS'],
  ['', 'encrypted', '127.0.0.1', NOT_ACCEPTED],
  ['sslmode=disable', 'plain', '127.0.0.1', 'no TLS'],
  ['sslmode=require', 'encrypted', '127.0.0.1', 'TLS'],
  ['sslmode=require', 'plain', '127.0.0.1', NOT_ACCEPTED],
  [`sslmode=require&${CA}`, 'encrypted', '127.0.0.1', 'TLS'],
  [`sslmode=require&${OTHER_CA}`, 'encrypted', '127.0.0.1', UNTRUSTED],
  [`sslmode=verify-ca&${CA}`, 'encrypted', '127.0.0.1', 'TLS'],
  [`sslmode=verify-full&${CA}`, 'encrypted', 'localhost', 'TLS'],
  [`sslmode=verify-full&${CA}`, 'encrypted', '127.0.0.1', MISNAMED],
  [`sslmode=verify-full&${OTHER_CA}`, 'encrypted', 'localhost', UNTRUSTED],
  ['sslmode=verify-full', 'encrypted', 'localhost', UNTRUSTED],
  [`sslmode=require&${certificateOf(user)}`, 'certified', '127.0.0.1', 'TLS'],
  [`sslmode=require&${certificateOf(unknownUser)}`, 'certified', '127.0.0.1', /unknown ca/],
  ['sslmode=require', 'certified', '127.0.0.1', /requires a valid client certificate/],
  ['sslmode=require&sslrootcert=/none', 'encrypted', '127.0.0.1', /^ENOENT: .*none'$/],
];

t.test('sslmode means what it means to libpq', NEEDS_POSTGRES, async (t) => {
  const { client, close } = await openDatabase(secureUrl, { isTimed: false });
  for (const name of ['encrypted', 'plain', 'certified']) {
    await client.$executeRawUnsafe(`CREATE DATABASE ${name}`);
  }
  await close();
  for (const [parameters, database, host, expected] of CASES) {
    const actual = await connectWith(secureUrl, database, parameters, host);
    t.match(actual.trim(), expected, `${parameters} to ${database} at ${host}`);
  }
  const refused = await connectWith(url, 'postgres', 'sslmode=require', '127.0.0.1');
  t.match(refused, /The server does not support SSL connections/);
  t.same(warnings, [], 'nothing is written to stderr');
});

t.test('a connection ends when its certificate is refused', NEEDS_POSTGRES, async (t) => {
  const clients = new Set<Socket>();
  // As a proxy that does not pass on that the server has closed the connection.
  const front = createServer((client) => {
    const target = connect(Number(new URL(secureUrl).port), '127.0.0.1');
    for (const end of [client, target]) end.on('error', () => undefined);
    client.pipe(target).pipe(client, { end: false });
    clients.add(client);
    client.on('close', () => clients.delete(client));
    t.teardown(() => client.destroy());
  });
  const origin = `postgresql://postgres@127.0.0.1:${await listenOn(t, front)}`;
  const addressWith = (certificate: typeof user) =>
    `${origin}/certified?sslmode=require&${certificateOf(certificate)}`;
  await t.rejects(openDatabase(addressWith(unknownUser), PATIENT), { message: /unknown ca/ });
  await until(() => clients.size === 0, 'the first connection ends');

  let certificate = user;
  const { client } = await open(t, () => addressWith(certificate));
  certificate = unknownUser;
  for (const used of clients) used.destroy();
  await t.rejects(client.$queryRaw`SELECT 1`);
  await t.rejects(client.$queryRaw`SELECT 1`, { message: /unknown ca/ });
  await until(() => clients.size === 0, 'those of the pool end');
});
