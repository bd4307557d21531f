import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { slotOf } from '../../src/limits/redis-slots.ts';
import { customersOf, type Instance, type Line, openInstance } from '../support/counters.ts';
import { startCluster } from '../support/redis.ts';
import type { RedisNode } from '../support/servers/redis-cluster.ts';
import { beginMove, endMove, moveKeys, untilKnown } from '../support/servers/redis-cluster.ts';
import { until } from '../support/until.ts';

/*
 * Counting in a real Redis Cluster.
 */

t.test('a cluster of three masters and a replica', async (t) => {
  const cluster = await startCluster(t, {
    replicas: 1,
    settings: ['--cluster-require-full-coverage', 'no'],
  });
  if (!cluster) return;
  const { masters, replicas, nodes } = cluster;
  const [first, second, third] = masters as [RedisNode, RedisNode, RedisNode];
  const [replica] = replicas as [RedisNode];
  const all = [...customersOf(0), ...customersOf(1), ...customersOf(2)];

  /** What the cluster has counted of a customer's day. */
  async function usedOf(id: number): Promise<number> {
    const connected = nodes.filter(({ client }) => client.status === 'ready');
    const used = connected.map(({ client }) => client.hget(`shop:{${id}}:usage`, 'day_used'));
    const known = await Promise.allSettled(used);
    return Math.max(...known.map((result) => Number('value' in result ? result.value : 0)));
  }

  for (const [name, url] of [
    ['a master', first.url],
    ['a replica', replica.url],
    ['all of its nodes', nodes.map((node) => node.url).join()],
  ] as const) {
    t.test(`is found by the address of ${name}`, async (t) => {
      const { count, store, lines, hints } = await openInstance(t, url);
      for (const id of all) await count(id);
      t.equal(store.outages(), 0);
      t.strictSame(lines, []);
      const states = masters.map(({ port }) => ({ node: `127.0.0.1:${port}`, isUp: true }));
      t.strictSame(store.states(), states);
      t.equal(await store.isAvailable(), true);
      for (const hint of ['a', 'b', 'c', 'd', 'e', 'f']) {
        hints?.give(hint);
        await until(async () => hints?.has(hint) ?? false, 'the hint is known');
      }
      t.equal(store.outages(), 0);
    });
  }

  t.test('counts each caller once, on all masters', async (t) => {
    t.strictSame(new Set(await Promise.all(all.map(usedOf))), new Set([3]));
    for (const { client } of masters) t.ok((await client.keys('shop:*:usage')).length > 20);
  });

  t.test('moves slots while callers are counted', async (t) => {
    const { count, lines } = await openInstance(t, second.url);
    const ids = customersOf(0).slice(0, 20);
    const load = callUntilOver(ids, count);
    for (const slot of ids.slice(0, 5).map((id) => slotOf(String(id)))) {
      await beginMove(slot, first, third);
      await wait(30);
      await moveKeys(slot, first, third);
      await wait(30);
      await third.client.script('FLUSH');
      await endMove(slot, masters, third);
    }
    const counts = await load.end();
    t.strictSame(faultsIn(lines), []);
    const expected = ids.map((id) => 3 + Number(counts.get(id)));
    t.strictSame(await Promise.all(ids.map(usedOf)), expected);
  });

  t.test('a shard that is down is the only one that an instance counts alone', async (t) => {
    const { count, store, lines, untilAvailable } = await openInstance(t, first.url);
    const [lost, others] = [customersOf(1).slice(0, 10), customersOf(0).slice(0, 10)];
    for (const id of [...lost, ...others]) await count(id);
    const before = await Promise.all(lost.map(usedOf));
    const load = callUntilOver([...lost, ...others], count);
    await second.kill();
    const node = `127.0.0.1:${second.port}`;
    await until(() => faultsIn(lines).length >= 2, 'both reasons are logged');
    await wait(2_000);
    t.match(faultsIn(lines), [
      { node, text: /Redis is unavailable/ },
      { node, text: /still unavailable/, reason: /ECONNREFUSED/ },
    ]);
    t.ok(store.states().some((state) => state.node === node && !state.isUp));
    t.equal(await store.isAvailable(), false);
    const during = await usedOf(others[0] as number);
    const isCounted = async () => (await usedOf(others[0] as number)) > during;
    await until(isCounted, 'others are counted by all instances');
    await second.start();
    await untilAvailable();
    const counts = await load.end();
    t.equal(lines.filter((line) => line.node === node && /again/.test(line.text)).length, 1);
    const begun = faultsIn(lines).filter(({ text }) => /is unavailable/.test(text));
    t.equal(begun.length, 1, 'no other outage');
    const expected = lost.map((id, i) => Number(before[i]) + Number(counts.get(id)));
    t.strictSame(await Promise.all(lost.map(usedOf)), expected, 'nothing is lost or counted twice');
  });

  t.test('a shard that comes and goes causes few outages', async (t) => {
    const { count, store, lines } = await openInstance(t, first.url);
    const [flapping, others] = [customersOf(2).slice(0, 5), customersOf(0).slice(0, 5)];
    await Promise.all([...flapping, ...others].map((id) => count(id)));
    const load = callUntilOver([...flapping, ...others], count);
    const beganAtMs = performance.now();
    do {
      const before = store.outages();
      // A full Redis responds, and counts nothing.
      await third.client.config('SET', 'maxmemory', '1');
      await until(() => store.outages() > before, 'the outage is noticed');
      await third.client.config('SET', 'maxmemory', '0');
      await until(() => store.states().every(({ isUp }) => isUp), 'the outage is over');
    } while (performance.now() - beganAtMs < 6_000);
    await load.end();
    const outages = store.outages();
    // As many as of a Redis that comes back at once each time, were the attempts equally frequent: about 12.
    t.ok(outages >= 1 && outages <= 8, `${outages} outages`);
    t.equal(lines.length, 2 * outages);
    t.strictSame(new Set(lines.map(({ node }) => node)), new Set([`127.0.0.1:${third.port}`]));
  });

  t.test('a replica takes over', async (t) => {
    const { count, store, lines, untilAvailable } = await openInstance(t, first.url);
    const ids = customersOf(0).slice(20, 40);
    const before = await Promise.all(ids.map(usedOf));
    const load = callUntilOver(ids, count);
    await wait(100);
    await replica.client.call('CLUSTER', 'FAILOVER');
    await untilKnown(replica, 'ROLE', 'master');
    await untilKnown(first, 'INFO REPLICATION', 'master_link_status:up');
    await wait(300);
    await untilAvailable();
    t.ok(store.states().some(({ node }) => node === `127.0.0.1:${replica.port}`));
    const planned = store.outages();
    t.ok(planned <= 1, 'when it is told to');
    await replica.kill();
    await untilKnown(first, 'ROLE', 'master');
    await until(() => store.outages() > planned, 'the outage is noticed');
    await untilAvailable();
    const counts = await load.end();
    t.ok(store.states().some(({ node }) => node === `127.0.0.1:${first.port}`));
    t.ok(store.outages() <= planned + 2, `${store.outages()} outages`);
    t.equal(lines.at(-1)?.text.includes('available again'), true);
    const used = await Promise.all(
      ids.map((id) => first.client.hget(`shop:{${id}}:usage`, 'day_used')),
    );
    for (const [i, id] of ids.entries()) {
      const expected = Number(before[i]) + Number(counts.get(id));
      t.ok(Math.abs(Number(used[i]) - expected) <= 2, `${used[i]} of ${expected}`);
    }
  });
});

/** Why Redis was unavailable, without what a busy machine causes. */
function faultsIn(lines: readonly Line[]) {
  return lines.filter(({ reason }) => reason && !reason.startsWith('There was no response'));
}

/** Counts requests of customers, one of each at a time. */
function callUntilOver(ids: readonly number[], count: Instance['count']) {
  const counts = new Map<number, number>();
  let isOver = false;
  const calls = ids.map(async (id) => {
    while (!isOver) {
      await count(id);
      counts.set(id, (counts.get(id) ?? 0) + 1);
      await wait(1);
    }
  });
  return {
    counts,
    async end() {
      isOver = true;
      await Promise.all(calls);
      return counts;
    },
  };
}
