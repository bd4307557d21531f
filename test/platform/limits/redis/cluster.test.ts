// Counting in a real Redis Cluster, in keys of all its masters. It needs a cluster of its own,
// since one server never redirects a command, moves a slot or fails over.

import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import t, { type Test } from 'tap';
import { createAuthority } from '../../../support/certificates.ts';
import { openInstance, PATIENT } from '../../../support/counters.ts';
import { NEEDS_REDIS } from '../../../support/redis.ts';
import { type RedisCluster, startCluster } from '../../../support/redis-cluster.ts';
import { until } from '../../../support/until.ts';

const IDS = Array.from({ length: 60 }, (_, i) => i + 1);
const PASSWORD = 'kept-secret';
const MANY = { perMinute: 1_000_000, perDay: 1_000_000 };

/** Reads how much the cluster has counted of a customer's day. */
async function usedIn({ nodes }: RedisCluster, id: number): Promise<number> {
  const connected = nodes.filter(({ client }) => client.status === 'ready');
  const used = connected.map(({ client }) => client.hget(`shop:limits:{${id}}`, 'day:used'));
  const known = await Promise.allSettled(used);
  return Math.max(...known.map((result) => Number('value' in result ? result.value : 0)));
}

function usedByAll(cluster: RedisCluster) {
  return Promise.all(IDS.map((id) => usedIn(cluster, id)));
}

function addressOf({ masters }: RedisCluster, password = PASSWORD, protocol = 'redis'): string {
  return masters.map(({ port }) => `${protocol}://:${password}@127.0.0.1:${port}`).join();
}

t.test('a cluster of three masters with a password', NEEDS_REDIS, async (t) => {
  const cluster = await startCluster(t, {
    replicas: 1,
    password: PASSWORD,
    settings: ['--cluster-require-full-coverage no'],
  });
  const { masters, replicas } = cluster;
  const [first, second, third] = masters;
  const url = addressOf(cluster);

  t.test('counts each caller exactly, on all masters', async (t) => {
    const instances = [await openInstance(t, url, PATIENT), await openInstance(t, url, PATIENT)];
    const few = { perMinute: 1_000, perDay: 5 };
    const counts = await Promise.all(
      instances.flatMap(({ count }) => IDS.flatMap((id) => [1, 2, 3, 4].map(() => count(id, few)))),
    );
    t.equal(counts.filter(({ rejectedBy }) => !rejectedBy).length, 5 * IDS.length);
    t.strictSame(new Set(await usedByAll(cluster)), new Set([5]));
    for (const { client } of masters) t.ok((await client.keys('shop:limits:*')).length > 5);
    for (const { lines, store } of instances) {
      t.strictSame(lines, []);
      t.equal(store.isUp(), true);
    }
  });

  t.test('is not used by the address of one node, and the log says why', async (t) => {
    const { count, lines } = await openInstance(t, second.url.replace('//', `//:${PASSWORD}@`));
    for (const id of IDS) t.notOk((await count(id)).rejectedBy);
    t.match(lines, [{ 'error.message': /^(MOVED|CROSSSLOT) / }]);
  });

  t.test('has no other database than 0', async (t) => {
    const node = second.url.replace('//', `//:${PASSWORD}@`);
    const message = 'REDIS_URL names the database 1: ERR SELECT is not allowed in cluster mode';
    await t.rejects(openInstance(t, `${node}/1`), { message });
  });

  t.test('goes on counting while slots are moved', async (t) => {
    const { count, lines } = await openInstance(t, url, PATIENT);
    const before = await usedByAll(cluster);
    const load = countRepeatedly(t, count);
    await cluster.moveSlots(2_000, first, third);
    const rounds = await load.end();
    t.strictSame(lines, []);
    const expected = before.map((used) => used + rounds);
    t.strictSame(await usedByAll(cluster), expected);
  });

  t.test('counts for a master that is down reach its replica', async (t) => {
    const { count, lines, store, untilAvailable } = await openInstance(t, url);
    await untilAvailable();
    const before = await usedByAll(cluster);
    const load = countRepeatedly(t, count);
    await until(() => load.rounds() > 3, 'requests are counted meanwhile');
    await cluster.endWrites();
    await first.kill();
    await until(() => lines.length > 0, 'the outage is known');
    t.equal(store.isUp(), false);
    for (const replica of replicas) await cluster.takeOver(replica);
    await untilAvailable();
    const rounds = await load.end();
    await untilAvailable();
    const expected = before.map((used) => used + rounds);
    t.strictSame(await usedByAll(cluster), expected);
    t.match(lines.at(-1), { msg: /Redis is available again/ });
  });
});

/** Counts for all callers again and again until the test ends. Its `end` returns how often. */
function countRepeatedly(t: Test, count: (id: number, limits: typeof MANY) => Promise<unknown>) {
  let isOver = false;
  t.teardown(() => {
    isOver = true;
  });
  let rounds = 0;
  async function countAll() {
    while (!isOver) {
      await Promise.all(IDS.map((id) => count(id, MANY)));
      rounds += 1;
      await wait(5);
    }
  }
  const ended = countAll();
  return {
    rounds: () => rounds,
    async end() {
      isOver = true;
      await ended;
      return rounds;
    },
  };
}

t.test('a cluster with TLS, whose password is changed while it runs', NEEDS_REDIS, async (t) => {
  const issue = await createAuthority(t);
  const certificate = await issue('localhost', 'DNS:localhost,IP:127.0.0.1');
  const cluster = await startCluster(t, { certificate, password: PASSWORD });
  const defaults = getCACertificates('default');
  setDefaultCACertificates([...defaults, await readFile(certificate.authority, 'utf8')]);
  t.teardown(() => setDefaultCACertificates(defaults));
  let url = addressOf(cluster, PASSWORD, 'rediss');
  const { count, lines, untilAvailable } = await openInstance(t, () => url, PATIENT);
  const countAll = () => Promise.all(IDS.map((id) => count(id)));
  await countAll();
  t.strictSame(lines, []);

  for (const { setConfig, endConnections } of cluster.masters) {
    await setConfig('requirepass', 'another-secret');
    await endConnections();
  }
  await until(async () => {
    await countAll();
    return lines.some((line) => /^WRONGPASS /.test(String(line['error.message'])));
  }, 'the password is wrong');
  url = addressOf(cluster, 'another-secret', 'rediss');
  await untilAvailable();
  t.notMatch(JSON.stringify(lines), /-secret/);
});
