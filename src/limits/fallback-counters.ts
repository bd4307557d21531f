import type { FastifyBaseLogger } from 'fastify';
import { withTimeout } from '../database/index.ts';
import { type Count, type Counters, type Subject, usageIn } from './counters.ts';
import type { MemoryCounters } from './memory-counters.ts';
import type { RedisCounters } from './redis-counters.ts';

/** The longest that a request waits for Redis. */
const MAX_WAIT_MS = 80;
const RETRY_INTERVAL_MS = 500;

/**
 * Counts in Redis, and in the memory of this process while Redis is lost: it fails, or is slow.
 * What Redis said last is where counting goes on from. Recovers by itself.
 */
export function createFallbackCounters(
  shared: RedisCounters,
  local: MemoryCounters,
  log: FastifyBaseLogger,
): Counters {
  let isLost = false;
  let losses = 0;
  let retry: NodeJS.Timeout | undefined;

  function ask(question: 'count' | 'peek', subject: Subject): Count | Promise<Count> {
    return isLost ? local[question](subject) : askShared(question, subject);
  }

  async function askShared(question: 'count' | 'peek', subject: Subject): Promise<Count> {
    try {
      const count = await withTimeout(shared[question](subject), MAX_WAIT_MS);
      local.adopt(subject.customerId, usageIn(count));
      return count;
    } catch (cause) {
      if (!isLost) lose(cause);
      return local[question](subject);
    }
  }

  function lose(cause: unknown) {
    isLost = true;
    losses += 1;
    log.error({ err: cause }, 'Redis is lost: requests are counted by this instance alone');
    scheduleRetry();
  }

  function scheduleRetry() {
    retry = setTimeout(() => {
      withTimeout(shared.ping(), MAX_WAIT_MS).then(recover, scheduleRetry);
    }, RETRY_INTERVAL_MS).unref();
  }

  function recover() {
    isLost = false;
    log.info('Redis is back: requests are counted by all instances together');
  }

  async function check() {
    try {
      if (!isLost) await withTimeout(shared.ping(), MAX_WAIT_MS);
    } catch (cause) {
      if (!isLost) lose(cause);
    }
    return !isLost;
  }

  async function close() {
    clearTimeout(retry);
    await Promise.all([shared.close(), local.close()]);
  }

  return {
    count: (subject) => ask('count', subject),
    peek: (subject) => ask('peek', subject),
    sharing: { check, losses: () => losses },
    close,
  };
}
