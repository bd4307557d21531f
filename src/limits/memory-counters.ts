import {
  type Count,
  type Counters,
  currentSeconds,
  DAY_SECONDS,
  describeCount,
  MINUTE_SECONDS,
  type Subject,
  type Usage,
  type Window,
} from './counters.ts';

/** Counters that can be filled from elsewhere, and say what has changed. */
export interface MemoryCounters extends Counters {
  count(subject: Subject): Count;
  peek(subject: Subject): Count;
  /** Takes over what is known of a customer. */
  adopt(customerId: number, usage: Usage): void;
  /** The day windows that were counted in since the last call. */
  takeChangedDays(): Map<number, Window>;
}

const SWEEP_INTERVAL_SECONDS = 3_600;

/**
 * Counters in the memory of this process. They are exact, since nothing in them waits. A customer
 * takes about 300 bytes until its day is over, a key with refused requests about 100 for a minute
 * or two; nothing that a stranger does takes any.
 */
export function createMemoryCounters(): MemoryCounters {
  const usages = new Map<number, Usage>();
  const refusals = new Map<number, Window>();
  const changed = new Set<number>();
  let sweptAtSeconds = 0;

  function count(subject: Subject): Count {
    const { customerId, limits } = subject;
    const nowSeconds = currentSeconds();
    sweep(nowSeconds);
    const usage = usageOf(customerId, nowSeconds);
    const wasRefused = usage.minute.used >= limits.perMinute || usage.day.used >= limits.perDay;
    if (!wasRefused) {
      take(usage.minute, nowSeconds);
      take(usage.day, nowSeconds);
      changed.add(customerId);
    }
    const refused = wasRefused ? countRefusal(subject.apiKeyId, nowSeconds) : 0;
    return describeCount(usage, limits, { wasRefused, refusals: refused, nowSeconds });
  }

  function peek({ customerId, limits }: Subject): Count {
    const nowSeconds = currentSeconds();
    const usage = usageOf(customerId, nowSeconds);
    return describeCount(usage, limits, { wasRefused: false, refusals: 0, nowSeconds });
  }

  function usageOf(customerId: number, nowSeconds: number): Usage {
    const usage = usages.get(customerId) ?? { minute: closedWindow(), day: closedWindow() };
    usages.set(customerId, usage);
    renew(usage.minute, MINUTE_SECONDS, nowSeconds);
    renew(usage.day, DAY_SECONDS, nowSeconds);
    return usage;
  }

  function countRefusal(apiKeyId: number, nowSeconds: number): number {
    const window = refusals.get(apiKeyId) ?? closedWindow();
    refusals.set(apiKeyId, window);
    renew(window, MINUTE_SECONDS, nowSeconds);
    take(window, nowSeconds);
    return window.used;
  }

  /** Forgets windows that are over, so that memory is bounded by who has called within a day. */
  function sweep(nowSeconds: number) {
    if (Math.abs(nowSeconds - sweptAtSeconds) < SWEEP_INTERVAL_SECONDS) return;
    sweptAtSeconds = nowSeconds;
    for (const [id, { day }] of usages) if (isOver(day, DAY_SECONDS, nowSeconds)) usages.delete(id);
    for (const [id, window] of refusals) {
      if (isOver(window, MINUTE_SECONDS, nowSeconds)) refusals.delete(id);
    }
  }

  function takeChangedDays() {
    const days = [...changed].flatMap((id): [number, Window][] => {
      const usage = usages.get(id);
      return usage ? [[id, { ...usage.day }]] : [];
    });
    changed.clear();
    return new Map(days);
  }

  return {
    count,
    peek,
    adopt: (customerId, { minute, day }) =>
      usages.set(customerId, { minute: { ...minute }, day: { ...day } }),
    takeChangedDays,
    close: async () => usages.clear(),
  };
}

function closedWindow(): Window {
  return { openedAtSeconds: 0, used: 0 };
}

/** Empties a window that is over. One that lies ahead, since the clock was set back, opens now with what was used. */
function renew(window: Window, lengthSeconds: number, nowSeconds: number) {
  if (isOver(window, lengthSeconds, nowSeconds)) window.used = 0;
  window.openedAtSeconds = Math.min(window.openedAtSeconds, nowSeconds);
}

function isOver({ openedAtSeconds }: Window, lengthSeconds: number, nowSeconds: number) {
  return nowSeconds >= openedAtSeconds + lengthSeconds;
}

function take(window: Window, nowSeconds: number) {
  if (window.used === 0) window.openedAtSeconds = nowSeconds;
  window.used += 1;
}
