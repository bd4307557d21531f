import type { FastifyBaseLogger } from 'fastify';
import { withTimeout } from '../database/index.ts';
import type { Customer } from './caller.ts';
import type { Count, Counters } from './counters.ts';
import type { MemoryCounters } from './memory-counters.ts';
import type { RedisCounters } from './redis-counters.ts';

/** The longest that a request waits for Redis. */
const MAX_WAIT_MS = 80;
const RETRY_INTERVAL_MS = 500;

/**
 * Counts in Redis, and in the memory of this process while Redis is unavailable: it fails, or takes
 * too long. Counting continues from the last response of Redis, and returns to Redis by itself.
 */
export function createFallbackCounters(
  shared: RedisCounters,
  local: MemoryCounters,
  log: FastifyBaseLogger,
): Counters {
  let isAvailable = true;
  let outages = 0;
  let retry: NodeJS.Timeout | undefined;

  async function ask(method: 'count' | 'peek', customer: Customer): Promise<Count> {
    if (!isAvailable) return local[method](customer);
    try {
      const count = await withTimeout(shared[method](customer), MAX_WAIT_MS);
      local.adopt(customer.customerId, count.usage);
      return count;
    } catch (cause) {
      beginOutage(cause);
      return local[method](customer);
    }
  }

  function beginOutage(err: unknown) {
    // Requests that were in flight together fail together.
    if (!isAvailable) return;
    isAvailable = false;
    outages += 1;
    log.error({ err }, 'Redis is unavailable: requests are counted by this instance alone');
    retry = setInterval(check, RETRY_INTERVAL_MS).unref();
  }

  function endOutage() {
    if (isAvailable) return;
    isAvailable = true;
    clearInterval(retry);
    log.info('Redis is available again: requests are counted by all instances together');
  }

  async function check() {
    await withTimeout(shared.ping(), MAX_WAIT_MS).then(endOutage, beginOutage);
    return isAvailable;
  }

  async function close() {
    clearInterval(retry);
    shared.close();
  }

  return {
    count: (customer) => ask('count', customer),
    peek: (customer) => ask('peek', customer),
    sharedStore: { isAvailable: check, outages: () => outages },
    close,
  };
}
