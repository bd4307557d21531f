import type { SharedWrites } from '../database/index.ts';
import { createDeadlines } from './deadlines.ts';
import type { RedisCounters } from './redis-counters.ts';
import { MAX_WAIT_MS, type SharedStoreState } from './shared-store.ts';

/**
 * Tells all instances through Redis who has written, so that none of them reads a late replica for them.
 * What Redis was told before or in an outage may be lost: until that is over, and for a lifetime after
 * it, anybody may have written.
 */
export function createSharedWrites(store: SharedStoreState, shared: RedisCounters): SharedWrites {
  const withDeadline = createDeadlines(MAX_WAIT_MS);
  let knownOutages = store.outages();
  let uncertainUntilMs = 0;

  function isCertain(lifetimeSeconds: number): boolean {
    const nowMs = performance.now();
    if (!store.isUp() || store.outages() !== knownOutages) {
      knownOutages = store.outages();
      uncertainUntilMs = nowMs + lifetimeSeconds * 1_000;
    }
    return nowMs >= uncertainUntilMs;
  }

  return {
    async tell(customerId, lifetimeSeconds) {
      // Tried in an outage too, which may be one of this instance alone.
      await withDeadline(shared.giveHint(nameOf(customerId), lifetimeSeconds)).catch(
        () => undefined,
      );
    },
    async mayHaveWritten(customerId, lifetimeSeconds) {
      if (!isCertain(lifetimeSeconds)) return true;
      return withDeadline(shared.hasHint(nameOf(customerId))).catch(() => true);
    },
  };
}

function nameOf(customerId: number): string {
  return `write:${customerId}`;
}
