import type { SharedWrites } from '../database/index.ts';
import { createDeadlines } from './deadlines.ts';
import type { RedisCounters } from './redis-counters.ts';
import { MAX_WAIT_MS, type SharedStoreState } from './shared-store.ts';

/**
 * Tells all instances through Redis who has written, so that none of them reads a late replica for them. In
 * an outage Redis is not told: until it is over, and for a lifetime after it, anybody may have written.
 */
export function createSharedWrites(store: SharedStoreState, shared: RedisCounters): SharedWrites {
  const withDeadline = createDeadlines(MAX_WAIT_MS);
  let knownOutages = store.outages();
  let uncertainUntilMs = 0;

  async function isTold(customerId: number): Promise<boolean | undefined> {
    const name = nameOf(customerId);
    const isUp = store.isUp(shared.slotOfHint(name));
    if (!isUp || store.outages() !== knownOutages) return undefined;
    return withDeadline(shared.hasHint(name)).catch(() => undefined);
  }

  return {
    async tell(customerId, lifetimeSeconds) {
      try {
        // Tried in an outage too, which may be one of this instance alone.
        await withDeadline(shared.giveHint(nameOf(customerId), lifetimeSeconds));
      } catch {
        // In an outage of all instances nobody reads a replica.
      }
    },
    async mayHaveWritten(customerId, lifetimeSeconds) {
      const hasWritten = await isTold(customerId);
      if (hasWritten === undefined) {
        knownOutages = store.outages();
        uncertainUntilMs = performance.now() + lifetimeSeconds * 1_000;
      }
      return hasWritten !== false || performance.now() < uncertainUntilMs;
    },
  };
}

function nameOf(customerId: number): string {
  return `write:${customerId}`;
}
