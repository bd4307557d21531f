import type { Customer } from './caller.ts';
import { type Count, type Counters, describeCount, type Usage } from './counters.ts';
import { countIn, currentSeconds, emptyWindow, isOver, refresh, type Window } from './window.ts';

/** Counters that can be filled from elsewhere, and report what has changed. */
export interface MemoryCounters extends Counters {
  count(customer: Customer): Count;
  peek(customer: Customer): Count;
  /** Replaces what is kept of a customer. */
  adopt(customerId: number, usage: Usage): void;
  /** Returns the day windows, by customer, that were counted in since the last call. */
  takeChangedDays(): Map<number, Window>;
}

const SWEEP_INTERVAL_SECONDS = 3_600;

/**
 * Counters in the memory of this process. They are exact, since nothing in them waits. A customer
 * takes about 300 bytes until its day is over, a key with rejected requests about 100 until the next
 * sweep; anonymous callers take none.
 */
export function createMemoryCounters(): MemoryCounters {
  const usages = new Map<number, Usage>();
  const rejections = new Map<number, Window>();
  const changedDays = new Map<number, Window>();
  let sweptAtSeconds = 0;

  function count({ customerId, apiKeyId, limits }: Customer): Count {
    const nowSeconds = currentSeconds();
    sweep(nowSeconds);
    const usage = usageOf(customerId, nowSeconds);
    if (usage.minute.used >= limits.perMinute || usage.day.used >= limits.perDay) {
      const rejected = countRejection(apiKeyId, nowSeconds);
      return describeCount(usage, limits, { isRejected: true, rejections: rejected, nowSeconds });
    }
    countIn(usage.minute, nowSeconds);
    countIn(usage.day, nowSeconds);
    changedDays.set(customerId, usage.day);
    return describeCount(usage, limits, { isRejected: false, rejections: 0, nowSeconds });
  }

  function peek({ customerId, limits }: Customer): Count {
    const nowSeconds = currentSeconds();
    const usage = usageOf(customerId, nowSeconds);
    return describeCount(usage, limits, { isRejected: false, rejections: 0, nowSeconds });
  }

  function usageOf(customerId: number, nowSeconds: number): Usage {
    const usage = usages.get(customerId) ?? { minute: emptyWindow(), day: emptyWindow() };
    usages.set(customerId, usage);
    refresh(usage.minute, 'minute', nowSeconds);
    refresh(usage.day, 'day', nowSeconds);
    return usage;
  }

  function countRejection(apiKeyId: number, nowSeconds: number): number {
    const window = refresh(rejections.get(apiKeyId) ?? emptyWindow(), 'minute', nowSeconds);
    rejections.set(apiKeyId, window);
    countIn(window, nowSeconds);
    return window.used;
  }

  /** Forgets windows that are over, so that memory is bounded by who has called within a day. */
  function sweep(nowSeconds: number) {
    if (Math.abs(nowSeconds - sweptAtSeconds) < SWEEP_INTERVAL_SECONDS) return;
    sweptAtSeconds = nowSeconds;
    for (const [id, { day }] of usages) {
      if (!isOver(day, 'day', nowSeconds)) continue;
      usages.delete(id);
      changedDays.delete(id);
    }
    for (const [id, window] of rejections) {
      if (isOver(window, 'minute', nowSeconds)) rejections.delete(id);
    }
  }

  function takeChangedDays() {
    const days = new Map([...changedDays].map(([id, day]) => [id, { ...day }]));
    changedDays.clear();
    return days;
  }

  return {
    count,
    peek,
    adopt: (customerId, usage) => usages.set(customerId, usage),
    takeChangedDays,
    close: async () => usages.clear(),
  };
}
