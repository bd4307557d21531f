import t from 'tap';
import type { RedisNode } from '../../scripts/testbed/redis-cluster.ts';
import { beginMove, endMove, moveKeys } from '../../scripts/testbed/redis-cluster.ts';
import { slotOf } from '../../src/limits/redis-slots.ts';
import { MAX_WAIT_MS } from '../../src/limits/shared-store.ts';
import { customersOf, openInstance } from '../support/counters.ts';
import { startCluster } from '../support/redis.ts';

/*
 * What is counted within one tick, in a Redis Cluster.
 */

t.test('a cluster of three masters', async (t) => {
  const cluster = await startCluster(t, {
    settings: ['--cluster-require-full-coverage', 'no'],
  });
  if (!cluster) return;
  const { masters, nodes } = cluster;
  const [first, second, third] = masters as [RedisNode, RedisNode, RedisNode];
  const idsOf = (master: number) => customersOf(master).slice(0, 20);
  const ids = [0, 1, 2].flatMap(idsOf);

  /** What the cluster has counted of each customer's day. */
  async function used(of: readonly number[] = ids): Promise<number[]> {
    const usedAt = (id: number) =>
      nodes.map(({ client }) => client.hget(`shop:{${id}}:usage`, 'day_used'));
    const known = of.map(async (id) => {
      const results = await Promise.allSettled(usedAt(id));
      return Math.max(...results.map((result) => Number('value' in result ? result.value : 0)));
    });
    return Promise.all(known);
  }

  t.test('each customer has one call, and each node one write', async (t) => {
    const { count, peek, hints, lines } = await openInstance(t, first.url);
    // The first call of a connection has the script itself.
    await Promise.all(ids.map(peek));
    for (const { client } of masters) await client.config('RESETSTAT');
    await Promise.all([
      hints?.has('a'),
      ...[...ids, ...ids].map((id) => count(id)),
      hints?.has('b'),
    ]);
    for (const { client } of masters) {
      const info = await client.info('all');
      t.equal(Number(/cmdstat_evalsha:calls=(\d+)/.exec(info)?.[1]), 20);
      // With this command itself.
      t.equal(Number(/total_reads_processed:(\d+)/.exec(info)?.[1]), 2);
    }
    t.strictSame(new Set(await used()), new Set([2]));
    t.strictSame(lines, []);
  });

  t.test('the requests of a customer have a place each', async (t) => {
    const { count } = await openInstance(t, second.url);
    const three = { perMinute: 100, perDay: 5 };
    const [one = 0, other = 0] = ids;
    const counts = await Promise.all(
      [one, other, one, one, one, other].map((id) => count(id, three)),
    );
    t.strictSame(
      counts.map(({ windows, rejections }) => [windows[1].remaining, rejections]),
      [
        [2, 0],
        [2, 0],
        [1, 0],
        [0, 0],
        [0, 1],
        [1, 0],
      ],
    );
  });

  t.test('a key that cannot be counted in fails alone', async (t) => {
    const { count, store, lines } = await openInstance(t, first.url);
    const [id = 0, ...others] = idsOf(0);
    const before = await used(others);
    await first.client.set(`shop:{${id}}:usage`, 'something else');
    await Promise.all(idsOf(0).map((id) => count(id)));
    t.strictSame(
      await used(others),
      before.map((used) => used + 1),
    );
    t.equal(store.outages(), 0);
    t.equal(lines.length, 1);
    await first.client.del(`shop:{${id}}:usage`);
  });

  t.test('slots of one tick are moved in different states', async (t) => {
    const { count, lines } = await openInstance(t, first.url);
    const moving = idsOf(0).slice(5, 9);
    const [begun = 0, moved = 0, ended = 0, unknown = 0] = moving;
    await Promise.all(ids.map((id) => count(id)));
    await first.client.del(`shop:{${unknown}}:usage`);
    const before = await used();
    for (const id of moving) await beginMove(slotOf(String(id)), first, third);
    for (const id of [moved, ended]) await moveKeys(slotOf(String(id)), first, third);
    await endMove(slotOf(String(ended)), masters, third);
    await Promise.all([...ids, ...ids].map((id) => count(id)));
    t.strictSame(lines, []);
    for (const id of [begun, moved, unknown]) {
      await moveKeys(slotOf(String(id)), first, third);
      await endMove(slotOf(String(id)), masters, third);
    }
    const known = ids.map((id, i) => (id === unknown ? before[i - 1] : before[i]));
    t.strictSame(
      await used(),
      known.map((used) => Number(used) + 2),
    );
  });

  t.test('a node that ends within a tick takes its callers alone', async (t) => {
    const { count, store, untilAvailable } = await openInstance(t, first.url);
    await Promise.all(ids.map((id) => count(id)));
    const before = await used();
    second.freeze();
    const counting = Promise.all([...ids, ...ids].map((id) => count(id)));
    // All has left this process when the connection ends.
    await new Promise(setImmediate);
    await second.kill();
    await counting;
    t.equal(store.outages(), 1);
    await second.start();
    await untilAvailable();
    t.strictSame(
      await used(),
      before.map((used) => used + 2),
    );
  });

  t.test('what a node counts late is counted once', async (t) => {
    const { count, store, untilAvailable } = await openInstance(t, first.url, MAX_WAIT_MS);
    await untilAvailable();
    const before = await used();
    third.freeze();
    await Promise.all([...ids, ...ids].map((id) => count(id)));
    third.thaw();
    t.ok(store.outages() > 0);
    await untilAvailable();
    t.strictSame(
      await used(),
      before.map((used) => used + 2),
    );
  });
});
