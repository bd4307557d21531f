import { readFile } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import t from 'tap';
import { openInstance } from '../support/counters.ts';
import { createDatabase } from '../support/databases.ts';
import { startServer } from '../support/processes.ts';
import { startCluster } from '../support/redis.ts';
import { createAuthority } from '../support/servers/certificates.ts';
import type { RedisNode } from '../support/servers/redis-cluster.ts';
import { until } from '../support/until.ts';

/*
 * Credentials and certificates of a Redis Cluster, whose nodes accept TLS alone.
 */

const MAIN = 'main/secret';
const RIGHTS =
  '~shop:* ~animal-store:* +@connection +@scripting +@hash +time +expire +del +set +exists';
const IDS = Array.from({ length: 30 }, (_, i) => i + 1);

t.test('a cluster with TLS, passwords and users', async (t) => {
  const authority = await createAuthority();
  t.teardown(authority.remove);
  const certificates = { ca: authority.certificate, ...(await authority.issue('localhost')) };
  const cluster = await startCluster(t, {
    certificates,
    password: MAIN,
    users: [
      `counter on >its/secret ${RIGHTS} +cluster`,
      `stranger on >its/secret ${RIGHTS}`,
      `asker on >its/secret ${RIGHTS} +cluster|slots`,
    ],
  });
  if (!cluster) return;
  const defaults = getCACertificates('default');
  setDefaultCACertificates([...defaults, await readFile(certificates.ca, 'utf8')]);
  t.teardown(() => setDefaultCACertificates(defaults));
  const { masters } = cluster;
  const [first, second, third] = masters as [RedisNode, RedisNode, RedisNode];
  const counter = `counter:${encodeURIComponent('its/secret')}`;
  const addressOf = ({ port }: RedisNode, user: string) => `rediss://${user}@localhost:${port}`;
  const configure = (name: string, value: string) =>
    Promise.all(masters.map(({ client }) => client.config('SET', name, value)));

  t.test('names a certificate that is for another name than the announced one', async (t) => {
    const { lines, untilAvailable } = await openInstance(t, addressOf(first, counter));
    t.equal(lines.length, 3);
    for (const { node, reason } of lines) {
      t.match(reason, /^127\.0\.0\.1:\d+: .*cert.* \(ERR_TLS_CERT_ALTNAME_INVALID\)$/);
      t.match(reason, node);
    }
    await configure('cluster-announce-hostname', 'localhost');
    await untilAvailable();
  });

  t.test('takes the announced name for the name', async (t) => {
    for (const { client } of masters) {
      const namesOf = async () => JSON.stringify(await client.cluster('SLOTS')).split('localhost');
      await until(async () => (await namesOf()).length >= 4, 'all nodes are known by name');
    }
    for (const type of ['ip', 'hostname', 'unknown-endpoint']) {
      await configure('cluster-preferred-endpoint-type', type);
      const { count, lines, store } = await openInstance(t, addressOf(second, counter));
      for (const id of IDS) await count(id);
      t.strictSame(lines, [], type);
      const host = type === 'ip' ? '127.0.0.1' : 'localhost';
      const nodes = masters.map(({ port }) => `${host}:${port}`);
      t.strictSame(
        store.states(),
        nodes.map((node) => ({ node, isUp: true })),
      );
    }
    await configure('cluster-preferred-endpoint-type', 'ip');
  });

  t.test('needs no other right to ask about the cluster than to its slots', async (t) => {
    const asker = counter.replace('counter', 'asker');
    const { count, lines } = await openInstance(t, addressOf(third, asker));
    for (const id of IDS) await count(id);
    t.strictSame(lines, []);
  });

  t.test('uses the credentials of each address, and the first ones elsewhere', async (t) => {
    await second.client.acl('SETUSER', 'counter', 'resetpass', '>another/secret');
    const another = `counter:${encodeURIComponent('another/secret')}`;
    const { count, lines } = await openInstance(
      t,
      `${addressOf(third, counter)},${addressOf(second, another)}`,
    );
    for (const id of IDS) await count(id);
    t.strictSame(lines, []);
    await second.client.acl('SETUSER', 'counter', 'resetpass', '>its/secret');
  });

  for (const [name, user, reason] of [
    ['a missing password', '', /^NOAUTH /],
    ['a wrong password', 'counter:wrong', /^WRONGPASS /],
    [
      'a user that may not ask about the cluster',
      counter.replace('counter', 'stranger'),
      /^NOPERM .*cluster/,
    ],
  ] as const) {
    for (const listed of [[first], [first, second]]) {
      t.test(`names ${name} for ${listed.length} of its nodes`, async (t) => {
        const url = listed.map((node) => addressOf(node, user)).join();
        const { count, lines, store } = await openInstance(t, url);
        t.match(lines, [{ text: /Redis is unavailable/, reason }]);
        for (const id of IDS) await count(id);
        t.equal(store.outages(), 1);
        t.notMatch(JSON.stringify(lines), /secret/);
      });
    }
  }

  t.test('takes another password for all nodes once the setting holds it', async (t) => {
    let url = addressOf(first, counter);
    const { count, lines, untilAvailable } = await openInstance(t, () => url);
    for (const { client } of masters) {
      await client.acl('SETUSER', 'counter', 'resetpass', '>third/secret');
      await client.call('CLIENT', 'KILL', 'USER', 'counter');
    }
    await until(async () => {
      for (const id of IDS) await count(id);
      return lines.some(({ reason }) => reason?.startsWith('WRONGPASS '));
    }, 'the password is wrong');
    url = addressOf(first, `counter:${encodeURIComponent('third/secret')}`);
    await untilAvailable();
    t.notMatch(JSON.stringify(lines), /secret/);
    for (const { client } of masters) {
      await client.acl('SETUSER', 'counter', 'resetpass', '>its/secret');
    }
  });

  t.test('a process trusts the authority that NODE_EXTRA_CA_CERTS names', async (t) => {
    const { origin } = await startServer(t, {
      DATABASE_URL: await createDatabase(t),
      REDIS_URL: addressOf(first, counter),
      NODE_EXTRA_CA_CERTS: certificates.ca,
    });
    const readiness = async () => (await fetch(`${origin}/readyz`)).text();
    const isAvailable = async () => (await readiness()).includes('"redis":"ok"');
    await until(isAvailable, 'all of Redis is available');
  });
});
