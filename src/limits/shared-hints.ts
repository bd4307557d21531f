import { createDeadlines } from './deadlines.ts';
import type { RedisCounters } from './redis-counters.ts';
import { MAX_WAIT_MS, type SharedStoreState } from './shared-store.ts';

/** What instances tell each other through Redis, without relying on it. */
export interface SharedHints {
  /** Gives a hint for a while. Nothing waits for it, or notices that it fails. */
  give(name: string): void;
  /** Whether any instance has given it; false while Redis is unavailable. */
  has(name: string): Promise<boolean>;
}

const LIFETIME_SECONDS = 600;

export function createSharedHints(store: SharedStoreState, shared: RedisCounters): SharedHints {
  const withDeadline = createDeadlines(MAX_WAIT_MS);
  return {
    give(name) {
      const isUp = store.isUp(shared.slotOfHint(name));
      if (isUp) shared.giveHint(name, LIFETIME_SECONDS).catch(() => undefined);
    },
    async has(name) {
      // No outage begins by it, since counting may work all the same.
      const isUp = store.isUp(shared.slotOfHint(name));
      return isUp && withDeadline(shared.hasHint(name)).catch(() => false);
    },
  };
}
