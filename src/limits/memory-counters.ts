import type { Customer } from './caller.ts';
import { type Count, describeCount, type Usage } from './counters.ts';
import { currentSeconds, refresh, type Window } from './window.ts';

export type MemoryCounters = ReturnType<typeof createMemoryCounters>;

const SWEEP_INTERVAL_SECONDS = 3_600;

/**
 * Counters in the memory of this process. They are exact, since nothing in them waits. A customer
 * takes about 300 bytes until its day is over, a key with rejected requests about 100 until the next
 * sweep; anonymous callers take none.
 */
export function createMemoryCounters() {
  const usages = new Map<number, Usage>();
  const rejections = new Map<number, Window>();
  let sweptAtSeconds = 0;

  function count({ customerId, apiKeyId, limits }: Customer): Count {
    const nowSeconds = currentSeconds();
    sweep(nowSeconds);
    const usage = usageOf(customerId, nowSeconds);
    if (usage.minute.used >= limits.perMinute || usage.day.used >= limits.perDay) {
      return describeCount(usage, limits, nowSeconds, countRejection(apiKeyId, nowSeconds));
    }
    usage.minute.used += 1;
    usage.day.used += 1;
    return describeCount(usage, limits, nowSeconds, 0);
  }

  function peek({ customerId, limits }: Customer): Count {
    const nowSeconds = currentSeconds();
    return describeCount(usageOf(customerId, nowSeconds), limits, nowSeconds, 0);
  }

  function usageOf(customerId: number, nowSeconds: number): Usage {
    const known = usages.get(customerId);
    const minute = refresh(known?.minute, 'minute', nowSeconds);
    const day = refresh(known?.day, 'day', nowSeconds);
    const usage = known ?? { minute, day };
    usages.set(customerId, usage);
    return usage;
  }

  function countRejection(apiKeyId: number, nowSeconds: number): number {
    const window = refresh(rejections.get(apiKeyId), 'minute', nowSeconds);
    rejections.set(apiKeyId, window);
    window.used += 1;
    return window.used;
  }

  /** Forgets windows that are over, so that memory is bounded by who has called within a day. */
  function sweep(nowSeconds: number) {
    if (Math.abs(nowSeconds - sweptAtSeconds) < SWEEP_INTERVAL_SECONDS) return;
    sweptAtSeconds = nowSeconds;
    for (const [id, { day }] of usages) {
      if (refresh(day, 'day', nowSeconds).used === 0) usages.delete(id);
    }
    for (const [id, window] of rejections) {
      if (refresh(window, 'minute', nowSeconds).used === 0) rejections.delete(id);
    }
  }

  /** Replaces what is kept of a customer. */
  function adopt(customerId: number, usage: Usage) {
    usages.set(customerId, usage);
  }

  return { count, peek, adopt };
}
