import type { RedisServer } from '../testbed/redis.ts';
import type { Server } from '../testbed/server.ts';
import { type Effort, takeTurns } from './measure.ts';
import { type Servers, startService } from './servers.ts';
import type { Stores } from './stores.ts';

export type InstancesReport = Awaited<ReturnType<typeof measureInstances>>;

/** Of each instance. */
const CONNECTIONS = 32;

/**
 * Measures what an instance costs alone, and what it costs beside others on the same PostgreSQL and
 * Redis. All share one core, so that the others slow it down, but what counts is its CPU time.
 */
export async function measureInstances(
  { urls, keys }: Stores,
  { rows, databases: database }: Servers,
  count: number,
  redis: RedisServer,
  effort: Effort,
) {
  const instances: Server[] = [];
  for (let i = 0; i < count; i += 1) {
    instances.push(await startService(urls.service, keys, { REDIS_URL: redis.url }));
  }
  const under = (servers: readonly Server[]) => {
    return { servers, row: rows.real, connections: CONNECTIONS * servers.length, database, redis };
  };
  const subjects = { alone: under(instances.slice(0, 1)), together: under(instances) };
  const figures = await takeTurns(subjects, effort);
  await Promise.all(instances.map((instance) => instance.stop()));
  return { count, connections: CONNECTIONS, ...figures };
}
