import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import t from 'tap';
import { slotOf } from '../../src/limits/redis-slots.ts';
import { createRedisTopology } from '../../src/limits/redis-topology.ts';
import { customersOf, type Instance, openInstance } from '../support/counters.ts';
import { type RedisServer, startCluster, startRedis, startRedisWith } from '../support/redis.ts';
import { freePort } from '../support/servers/ports.ts';
import type { RedisNode } from '../support/servers/redis-cluster.ts';
import { until } from '../support/until.ts';

/*
 * What goes wrong in a cluster of Redis beside the failure of a node.
 */

t.test('a cluster of three masters', async (t) => {
  const cluster = await startCluster(t, {
    settings: ['--cluster-require-full-coverage', 'no'],
  });
  if (!cluster) return;
  const { masters } = cluster;
  const [first, second, third] = masters as [RedisNode, RedisNode, RedisNode];
  const idOf = async ({ client }: RedisNode) => String(await client.call('CLUSTER', 'MYID'));
  const assign = async (slot: number, at: RedisNode, owner: RedisNode) =>
    at.client.call('CLUSTER', 'SETSLOT', slot, 'NODE', await idOf(owner));
  const [id = 0, other = 0] = customersOf(0);
  const slot = slotOf(String(id));

  t.test('is found once its only listed node can be reached', async (t) => {
    await second.kill();
    const { count, lines, store, untilAvailable } = await openInstance(t, second.url);
    t.match(lines, [{ reason: /ECONNREFUSED/ }]);
    await count(id);
    await second.start();
    await untilAvailable();
    t.equal(lines.at(-1)?.text.includes('available again'), true);
    t.equal(store.states().length, 3);
    t.equal(await first.client.hget(`shop:{${id}}:usage`, 'day_used'), '1', 'and told');
  });

  t.test('says why no slot is served', async (t) => {
    await Promise.all(
      masters.map(({ client }) => client.config('SET', 'cluster-require-full-coverage', 'yes')),
    );
    const { count, lines, untilAvailable } = await openInstance(t, first.url);
    await third.kill();
    await until(async () => {
      await count(id);
      return lines.some(({ reason }) => reason?.startsWith('CLUSTERDOWN '));
    }, 'the reason is logged');
    await third.start();
    await untilAvailable();
    await Promise.all(
      masters.map(({ client }) => client.config('SET', 'cluster-require-full-coverage', 'no')),
    );
  });

  t.test('counts callers alone whose slot nobody serves, and no others', async (t) => {
    const { count, lines, store, untilAvailable } = await openInstance(t, first.url);
    for (const { client } of masters) await client.call('CLUSTER', 'DELSLOTS', slot);
    await untilFailing(store, () => count(id));
    t.match(lines[0]?.reason, /^CLUSTERDOWN /);
    const down = () => store.states().flatMap(({ node, isUp }) => (isUp ? [] : [node]));
    await until(() => down().join() === 'none', 'the slot is the only one that is unavailable');
    const used = async () => Number(await first.client.hget(`shop:{${other}}:usage`, 'day_used'));
    const before = await used();
    await count(other);
    t.equal(await used(), before + 1);
    await first.client.call('CLUSTER', 'ADDSLOTS', slot);
    await untilAvailable();
    const [begun] = lines.filter(({ text }) => text.includes('again'));
    t.ok(begun);
  });

  t.test('a move to a node that is gone takes its slot alone', async (t) => {
    const { count, lines, store, untilAvailable } = await openInstance(t, first.url);
    await first.client.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', await idOf(third));
    await first.client.del(`shop:{${id}}:usage`);
    await third.kill();
    await untilFailing(store, () => count(id));
    t.match(lines[0]?.reason, /ECONNREFUSED|closed/);
    const used = async () => Number(await first.client.hget(`shop:{${other}}:usage`, 'day_used'));
    const before = await used();
    await until(async () => {
      await count(other);
      return (await used()) > before;
    }, 'others are counted by all instances');
    t.equal(await store.isAvailable(), false);
    await first.client.call('CLUSTER', 'SETSLOT', slot, 'STABLE');
    await third.start();
    await untilAvailable();
  });

  t.test('names nodes that redirect to each other', async (t) => {
    const { count, lines, store, untilAvailable } = await openInstance(t, first.url);
    await first.client.del(`shop:{${id}}:usage`);
    await assign(slot, second, first);
    await assign(slot, first, second);
    await untilFailing(store, () => count(id));
    t.match(lines[0]?.reason, /^redirected 5 times, at last by MOVED/);
    await assign(slot, second, second);
    await untilAvailable();
  });

  t.test('connects to nobody any more once it is closed', async (t) => {
    const clients: Redis[] = [];
    const { refresh, close } = createRedisTopology(
      () => [first.url, second.url],
      (client) => {
        clients.push(client);
      },
    );
    await until(() => clients.every(({ status }) => status === 'ready'), 'both are connected');
    second.freeze();
    t.teardown(() => second.thaw());
    const refreshing = refresh();
    await wait(50);
    close();
    await refreshing;
    t.equal(clients.length, 2, 'although the first one has named the third');
  });
});

/** Does something until an outage begins. */
function untilFailing(store: Instance['store'], act: () => unknown) {
  return until(async () => {
    await act();
    return store.outages() > 0;
  }, 'an outage begins');
}

t.test('an address may become that of a cluster, and of one server again', async (t) => {
  const single = await startRedis(t);
  if (!single) return;
  const { port, url } = single;
  const { count, lines, untilAvailable } = await openInstance(t, url);
  const replaceBy = async (settings: string[], prepare: (client: Redis) => Promise<unknown>) => {
    const server = (await startRedisWith(t, { port, settings })) as RedisServer;
    await prepare(server.client);
    await untilAvailable();
    await count(1);
    t.equal(await server.client.hget('shop:{1}:usage', 'day_used'), String(used + 1));
    await server.kill();
    await count(1);
    used += 2;
  };
  let used = 1;
  await count(1);
  await single.kill();
  await count(1);
  used += 1;
  const cluster = ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())];
  const assignAll = (client: Redis) => client.call('CLUSTER', 'ADDSLOTSRANGE', 0, 16_383);
  await replaceBy(cluster, assignAll);
  await replaceBy([], (client) => client.ping());
  t.strictSame(
    lines.filter(({ text }) => text.includes('again')).map(({ node }) => node),
    [`127.0.0.1:${port}`, undefined],
  );
});
