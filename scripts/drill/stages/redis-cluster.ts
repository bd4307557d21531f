import { openDatabases, QUICK } from '../../testbed/databases.ts';
import {
  beginMove,
  endMove,
  moveKeys,
  type RedisCluster,
  type RedisNode,
  startRedisCluster,
  untilKnown,
} from '../../testbed/redis-cluster.ts';
import { startService } from '../service.ts';
import type { Fault, StageKind } from '../stage.ts';
import { UNNOTICED } from './expected.ts';

/* Two instances on PostgreSQL, with a Redis cluster of three primaries that have a replica each. */

const FAULTS = ['cluster-slot-migrated', 'cluster-shard-killed', 'cluster-failed-over'] as const;
type Name = (typeof FAULTS)[number];

export const redisCluster: StageKind<Name> = {
  faults: FAULTS,
  needs: 'PostgreSQL and Redis',
  async open() {
    const databases = await openDatabases('postgresql', QUICK);
    if (!databases) return undefined;
    const cluster = await startRedisCluster({ replicas: 3 });
    const url = await databases.create('store');
    const settings = { DATABASE_URL: url, REDIS_URL: cluster.masters[0]?.url ?? '' };
    const { kill, ...service } = await startService(url, settings, 2);
    return {
      ...service,
      url: () => url,
      faults: faultsOf(cluster),
      async close() {
        await kill();
        await Promise.all([cluster.stop(), databases.close()]);
      },
    };
  },
};

function faultsOf(cluster: RedisCluster): Record<Name, Fault> {
  const { masters, replicas } = cluster;
  let shard = 0;
  let slot = 0;
  // The shard that counts for the customer, which is the one to fail.
  const findShard = async () => {
    for (const [i, { client }] of masters.entries()) {
      const [key] = await client.keys('*');
      if (key === undefined) continue;
      slot = Number(await client.call('CLUSTER', 'KEYSLOT', key));
      shard = i;
    }
  };
  const at = (nodes: readonly RedisNode[], i: number) => nodes[i % nodes.length] as RedisNode;
  return {
    'cluster-slot-migrated': {
      expected: UNNOTICED,
      async inject() {
        await findShard();
        await beginMove(slot, at(masters, shard), at(masters, shard + 1));
      },
      async heal() {
        await moveKeys(slot, at(masters, shard), at(masters, shard + 1));
        await endMove(slot, masters, at(masters, shard + 1));
      },
    },
    'cluster-shard-killed': {
      expected: UNNOTICED,
      async inject() {
        await findShard();
        await Promise.all([at(replicas, shard).kill(), at(masters, shard).kill()]);
      },
      async heal() {
        await Promise.all([at(replicas, shard).start(), at(masters, shard).start()]);
        await untilKnown(at(masters, shard), 'CLUSTER INFO', 'cluster_state:ok');
        await untilKnown(at(replicas, shard), 'INFO REPLICATION', 'master_link_status:up');
      },
    },
    'cluster-failed-over': {
      expected: UNNOTICED,
      async inject() {
        await findShard();
        await at(masters, shard).kill();
      },
      heal: () => untilKnown(at(replicas, shard), 'INFO REPLICATION', 'role:master'),
    },
  };
}
