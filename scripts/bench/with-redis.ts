import { startRedisServer } from '../testbed/redis.ts';
import { type Effort, takeTurns } from './measure.ts';
import { type Servers, startService } from './servers.ts';
import { makeServiceStore, type Stores } from './stores.ts';

export type RedisComparison = Awaited<ReturnType<typeof compareWithRedis>>[number];

/**
 * Compares the service with one that counts in Redis, on the real mix.
 *
 * @throws ENOENT on a machine without Redis
 */
export async function compareWithRedis(
  stores: Stores,
  { service, rows, databases }: Servers,
  counts: readonly number[],
  effort: Effort,
) {
  const redis = await startRedisServer();
  const url = await makeServiceStore(databases, stores.animals, stores.keys);
  const counting = await startService(url, stores.keys, { REDIS_URL: redis.url });
  const comparisons = [];
  for (const connections of counts) {
    const common = { row: rows.real, connections, database: databases };
    const subjects = {
      without: { servers: [service], ...common },
      with: { servers: [counting], ...common, redis },
    };
    comparisons.push({ connections, ...(await takeTurns(subjects, effort)) });
  }
  await counting.stop();
  await redis.stop();
  return comparisons;
}
