import type { CallerId, Count, Counters, Usage } from './counters.ts';
import { createDeadlines } from './deadlines.ts';
import type { MemoryCounters } from './memory-counters.ts';
import type { Limits } from './plans.ts';
import { isOfKey } from './redis-commands.ts';
import type { RedisCounters } from './redis-counters.ts';
import type { SharedStoreState } from './shared-store.ts';
import type { Window } from './window.ts';

/** Requests wait for the merges that are sent before theirs. */
const MERGES_AT_ONCE = 200;
/** No request waits for a merge, and one that is given up too early would be counted twice. */
const MAX_MERGE_MS = 1_000;

type LocalUsage = Usage<Window>;

/**
 * Counts in Redis, and in the memory of this process while Redis is unavailable. Counting continues
 * from the last response of Redis, and what was counted here is merged into Redis when it is
 * available again: each window has at most its limit, and what instances could not see of each other.
 *
 * @param isAnonymous for callers by address, who have no limit per day and cannot be banned
 */
export function createFallbackCounters(
  store: SharedStoreState,
  shared: RedisCounters,
  local: MemoryCounters,
  isAnonymous: boolean,
): Counters {
  const withDeadline = createDeadlines(MAX_MERGE_MS);
  store.add({ rejoin, rejoinNow });

  async function count(id: CallerId, limits: Limits, apiKeyId?: number): Promise<Count> {
    const slot = shared.slotOf(id);
    if (!store.isUp(slot) || isKnownToBeFull(id, limits)) return local.count(id, limits, apiKeyId);
    const counting = shared.count(id, limits, apiKeyId, local.known(id));
    try {
      const counted = await store.inTime(counting, slot);
      if (store.isUp(slot)) local.adopt(id, counted.usage, counted.nowSeconds);
      // Another request began an outage meanwhile, in which requests were counted here.
      else if (!counted.rejectedBy) share(local.count(id, limits));
      return counted;
    } catch {
      const counted = local.count(id, limits, apiKeyId);
      // Redis may have counted the request all the same, and respond later.
      counting.then((late) => !late.rejectedBy && share(counted)).catch(() => undefined);
      return counted;
    }
  }

  async function peek(id: CallerId, limits: Limits): Promise<Count> {
    const slot = shared.slotOf(id);
    if (!store.isUp(slot)) return local.peek(id, limits);
    return store
      .inTime(shared.peek(id, limits, local.known(id)), slot)
      .catch(() => local.peek(id, limits));
  }

  /** A flood of anonymous callers over their limit costs Redis nothing. */
  function isKnownToBeFull(id: CallerId, limits: Limits): boolean {
    return isAnonymous && local.peek(id, limits).windows[0].remaining === 0;
  }

  /** What was counted here alone for callers whose counts have one of these slots. */
  function* unsharedIn(slots: ReadonlySet<number>) {
    for (const [id, usage] of local.unshared()) {
      const slot = shared.slotOf(id);
      if (slots.has(slot)) yield { id, usage, slot };
    }
  }

  async function rejoin(slots: ReadonlySet<number>) {
    let batch: Promise<void>[] = [];
    for (const { id, usage } of unsharedIn(slots)) {
      batch.push(merge(id, usage));
      if (batch.length < MERGES_AT_ONCE) continue;
      await Promise.all(batch);
      batch = [];
    }
    await Promise.all(batch);
  }

  function rejoinNow(slots: ReadonlySet<number>) {
    for (const { id, usage, slot } of unsharedIn(slots)) {
      merge(id, usage).catch((cause) => store.beginOutage(cause, slot));
    }
  }

  async function merge(id: CallerId, { minute, day }: LocalUsage) {
    const sent = { minute: { ...minute }, day: { ...day } };
    minute.unshared = 0;
    day.unshared = 0;
    try {
      await withDeadline(shared.merge(id, sent, !isAnonymous));
    } catch (error) {
      keepUnshared(minute, sent.minute);
      keepUnshared(day, sent.day);
      // Promises are rejected with errors here.
      if (!isOfKey((error as Error).message)) throw error;
    }
  }

  return { count, peek };
}

/** Notes that Redis has counted a request that was also counted here. */
function share({ usage, rejectedBy, nowSeconds }: Count<Window>) {
  if (rejectedBy) return;
  for (const window of [usage.minute, usage.day]) {
    // Unless the window in which it was counted is over.
    if (window.openedAtSeconds <= nowSeconds && window.unshared > 0) window.unshared -= 1;
  }
}

/** Takes back what could not be merged, unless the window in which it was counted is over. */
function keepUnshared(window: Window, { openedAtSeconds, unshared }: Window) {
  if (window.openedAtSeconds === openedAtSeconds) window.unshared += unshared;
}
