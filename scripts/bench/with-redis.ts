import type { RedisServer } from '../testbed/redis.ts';
import { type Effort, type Figures, takeTurns } from './measure.ts';
import { type Servers, startService } from './servers.ts';
import { makeServiceStore, type Stores } from './stores.ts';

export interface RedisComparison {
  readonly connections: number;
  readonly without: Figures;
  readonly with: Figures;
}

/** Compares the service with one that counts in Redis, on the real mix. */
export async function compareWithRedis(
  stores: Stores,
  { service, rows, databases }: Servers,
  counts: readonly number[],
  redis: RedisServer,
  effort: Effort,
): Promise<RedisComparison[]> {
  const url = await makeServiceStore(databases, stores.animals, stores.keys);
  const counting = await startService(url, stores.keys, { REDIS_URL: redis.url });
  const comparisons: RedisComparison[] = [];
  for (const connections of counts) {
    const common = { row: rows.real, connections, database: databases };
    const subjects = {
      without: { servers: [service], ...common },
      with: { servers: [counting], ...common, redis },
    };
    comparisons.push({ connections, ...(await takeTurns(subjects, effort)) });
  }
  await counting.stop();
  return comparisons;
}
