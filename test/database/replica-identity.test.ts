import t from 'tap';
import { startPostgres } from '../../scripts/testbed/postgres.ts';
import { openInstance } from '../support/instances.ts';
import { startServer } from '../support/processes.ts';
import { execute, newDatabase, startServers } from '../support/replication.ts';
import { until } from '../support/until.ts';

/*
 * Which servers are read from: replicas of this database, on the history of this primary.
 */

const SHORT_LAG = { DATABASE_READ_MAX_LAG_SECONDS: '1' };

t.test('only a replica of this database is read from, or the primary itself', async (t) => {
  const servers = await startServers(t);
  const stranger = servers && (await startPostgres());
  if (!stranger) return;
  t.teardown(() => stranger.stop());
  const other = await openInstance(t, { ...servers, standby: stranger }, SHORT_LAG);
  const swapped = { primary: servers.standby, standby: servers.primary };
  const reversed = await openInstance(t, swapped, SHORT_LAG);
  const same = await openInstance(t, { ...servers, standby: servers.primary }, SHORT_LAG);
  await same.untilReplicaIs('ok');
  await other.untilLogged(/DATABASE_READ_URL leads to another database than DATABASE_URL$/);
  await reversed.untilLogged(/DATABASE_URL leads to a replica$/);
  t.pass('others are not');
});

t.test('another database on the same replica is not read from', async (t) => {
  const servers = await startServers(t);
  if (!servers) return;
  const { standby } = await newDatabase(t, servers);
  const a = await openInstance(t, { ...servers, standby }, SHORT_LAG);
  await a.untilLogged(/DATABASE_READ_URL leads to another database than DATABASE_URL$/);
  t.pass('and the log says why');
});

t.test('a replica that becomes a primary of its own is not read from', async (t) => {
  const servers = await startServers(t);
  if (!servers) return;
  const a = await openInstance(t, servers, SHORT_LAG);
  await a.untilReplicaIs('ok');
  await servers.standby.promote();
  await a.untilLogged(/DATABASE_READ_URL leads to another primary than DATABASE_URL$/);
  t.pass('and the log says why');
});

t.test(
  'a replica that still follows the old primary is not read from, however far ahead it is',
  async (t) => {
    const servers = await startServers(t);
    if (!servers) return;
    const { primary, standby } = servers;
    const other = await primary.startStandby();
    t.teardown(() => other.stop());
    await standby.promote();
    // On the old primary alone, and far ahead of the new one.
    await execute(primary, 'CREATE TABLE divergent AS SELECT generate_series(1, 100000)');
    const a = await openInstance(t, { primary: standby, standby: other }, SHORT_LAG);
    await a.untilLogged(/The replica has not yet followed the promotion of another server$/);
    t.pass('and the log says why');
  },
);

t.test('a replica follows a promotion, and is read from again', async (t) => {
  const servers = await startServers(t);
  if (!servers) return;
  const { primary, standby } = servers;
  const other = await primary.startStandby(['wal_retrieve_retry_interval=200ms']);
  t.teardown(() => other.stop());
  await primary.kill();
  await standby.promote();
  const a = await openInstance(t, { primary: standby, standby: other }, SHORT_LAG);
  const key = await a.newKey();
  await a.untilReplicaIs('degraded');
  const { hostname, port } = new URL(standby.url);
  const source = `host=${hostname} port=${port} user=postgres`;
  await execute(other, `ALTER SYSTEM SET primary_conninfo = '${source}'`);
  await execute(other, 'SELECT pg_reload_conf()');
  await a.create(key, 'new');
  await a.untilReplicaIs('ok');
  t.same(await a.names(key), ['new']);
});

t.test('the start names the replica without its password, and a stop ends it', async (t) => {
  const servers = await startServers(t);
  if (!servers) return;
  const { primary, standby } = servers;
  const server = await startServer(t, {
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: standby.url.replace('postgres@', 'postgres:secret@'),
  });
  await until(async () => {
    const response = await fetch(`${server.origin}/readyz`);
    return (await response.text()).includes('"replica":"ok"');
  });
  const { code, stdout, stderr } = await server.end('SIGTERM');
  t.strictSame([code, stderr], [0, '']);
  t.match(stdout, `reads from PostgreSQL ${new URL(standby.url).host}/postgres`);
  t.notMatch(stdout, 'secret');
});
