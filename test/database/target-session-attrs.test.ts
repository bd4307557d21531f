import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import t, { type Test } from 'tap';
import { freePort } from '../../scripts/testbed/ports.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { isDatabaseFault } from '../../src/database/faults.ts';
import { execute, startServers } from '../support/replication.ts';

/*
 * Which of several hosts is chosen, on a real primary with a real replica.
 */

const servers = await startServers(t);
const needsServers = { skip: servers ? false : 'there is no PostgreSQL on this machine' };
const primary = portOf(servers?.primary.url);
const standby = portOf(servers?.standby.url);
const nobody = String(await freePort());

function portOf(url = 'postgresql://127.0.0.1:1'): string {
  return new URL(url).port;
}

function address(ports: readonly string[], parameters = ''): string {
  return `postgresql://postgres@${ports.map((port) => `127.0.0.1:${port}`).join()}/postgres?${parameters}`;
}

async function open(t: Test, url: string): Promise<Database> {
  const database = await openDatabase(url);
  t.teardown(() => database.close());
  return database;
}

/** The port of the server that a new connection leads to. */
async function portReached(t: Test, url: string): Promise<string> {
  const { query } = await open(t, url);
  const [[port] = []] = await query<[number]>('SELECT inet_server_port()', []);
  return String(port);
}

t.test('takes the first host that is of the wanted kind', needsServers, async (t) => {
  const firstOf = {
    any: undefined,
    'read-write': primary,
    primary,
    'read-only': standby,
    standby,
    'prefer-standby': standby,
  };
  for (const ports of [
    [primary, standby],
    [standby, primary],
    [nobody, standby, primary],
  ]) {
    for (const [wanted, port] of Object.entries(firstOf)) {
      const url = address(ports, `target_session_attrs=${wanted}`);
      const first = ports.find((port) => port !== nobody);
      t.equal(await portReached(t, url), port ?? first, `${wanted} of ${ports}`);
    }
  }
  const alone = address([nobody, primary], 'target_session_attrs=prefer-standby');
  t.equal(await portReached(t, alone), primary, 'where there is no standby');
});

t.test('says why there is no such host', needsServers, async (t) => {
  for (const [port, wanted, reason] of [
    [primary, 'standby', 'is not a standby'],
    [primary, 'read-only', 'is not read-only'],
    [standby, 'primary', 'is a standby'],
    [standby, 'read-write', 'is read-only'],
  ]) {
    const url = address([nobody, `${port}`], `target_session_attrs=${wanted}`);
    const error = await openDatabase(url).catch((error) => error);
    t.equal(
      error.message,
      `The database cannot be opened: The server 127.0.0.1:${port} ${reason}: target_session_attrs=${wanted}`,
    );
    t.ok(isDatabaseFault(error.cause), 'which may change');
  }
});

t.test(
  'a primary whose sessions are read-only is a primary, and takes no writes',
  needsServers,
  async (t) => {
    if (!servers) return;
    await execute(servers.primary, 'ALTER SYSTEM SET default_transaction_read_only = on');
    await execute(servers.primary, 'SELECT pg_reload_conf()');
    const url = (wanted: string) => address([primary, standby], `target_session_attrs=${wanted}`);
    t.equal(await portReached(t, url('primary')), primary);
    t.equal(await portReached(t, url('read-only')), primary);
    await t.rejects(openDatabase(url('read-write')), { message: /is read-only/ });
    const writable = address([primary], 'options=-c%20default_transaction_read_only%3Doff');
    t.equal(await portReached(t, `${writable}&target_session_attrs=read-write`), primary);
    const { client } = await open(t, writable);
    await client.$executeRawUnsafe('ALTER SYSTEM RESET default_transaction_read_only');
    await client.$queryRawUnsafe('SELECT pg_reload_conf()');
  },
);

t.test(
  'a host that does not respond costs its part of the time to connect',
  needsServers,
  async (t) => {
    const silent = createServer().listen(0, '127.0.0.1');
    t.teardown(() => silent.close());
    await once(silent, 'listening');
    const hung = String((silent.address() as AddressInfo).port);
    t.equal(await portReached(t, address([hung, primary])), primary);
    t.equal(
      await portReached(t, address([hung, primary], 'target_session_attrs=read-write')),
      primary,
    );
  },
);

t.test('spreads connections over the hosts where it is asked to', needsServers, async (t) => {
  const url = address([primary, standby], 'load_balance_hosts=random');
  const reached = new Set<string>();
  while (reached.size < 2) reached.add(await portReached(t, url));
  t.same([...reached].sort(), [primary, standby].sort());
});
