import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import type { RedisNode } from '../../scripts/testbed/redis-cluster.ts';
import { beginMove, endMove, moveKeys, untilKnown } from '../../scripts/testbed/redis-cluster.ts';
import { slotOf } from '../../src/limits/redis-slots.ts';
import { customersOf, type Instance, openInstance } from '../support/counters.ts';
import { startCluster } from '../support/redis.ts';

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
    const used = nodes.map(({ client }) => client.hget(`shop:{${id}}:usage`, 'day_used'));
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
      for (const id of all) t.equal((await count(id)).rejectedBy, undefined);
      t.equal(store.outages(), 0);
      t.strictSame(lines, []);
      const states = masters.map(({ port }) => ({ node: `127.0.0.1:${port}`, isUp: true }));
      t.strictSame(store.states(), states);
      t.equal(await store.isAvailable(), true);
      for (const hint of ['a', 'b', 'c', 'd', 'e', 'f']) {
        hints?.give(hint);
        while (!(await hints?.has(hint))) await wait(10);
      }
      t.equal(store.outages(), 0);
    });
  }

  t.test('counts each caller once, on all masters', async (t) => {
    for (const id of all) t.equal(await usedOf(id), 3);
    for (const { client } of masters) t.ok((await client.keys('shop:*:usage')).length > 20);
  });

  t.test('moves slots while callers are counted', async (t) => {
    const { count, store, lines } = await openInstance(t, second.url);
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
    t.equal(store.outages(), 0);
    t.strictSame(lines, []);
    for (const id of ids) t.equal(await usedOf(id), 3 + Number(counts.get(id)), `of ${id}`);
  });
});

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
