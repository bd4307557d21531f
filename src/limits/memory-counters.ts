import {
  type CallerId,
  type Count,
  type CountedWindow,
  describeCount,
  type Usage,
} from './counters.ts';
import type { Limits } from './plans.ts';
import { createRejections } from './rejections.ts';
import { currentSeconds, refresh, uptimeSeconds, type Window } from './window.ts';

export type MemoryCounters = ReturnType<typeof createMemoryCounters>;

const SWEEP_INTERVAL_SECONDS = 3_600;

/**
 * Counters in the memory of this process. They are exact, since nothing in them waits. A caller takes
 * about 300 bytes until its windows are over and swept.
 *
 * @param banAfter how many rejected requests of a key lead to a ban
 * @param maxCallers beyond them, and a hundredth more, those that called longest ago are forgotten
 */
export function createMemoryCounters(
  banAfter: number = Number.POSITIVE_INFINITY,
  maxCallers: number = Number.POSITIVE_INFINITY,
) {
  const usages = new Map<CallerId, Usage<Window>>();
  const rejections = createRejections(banAfter);
  /** The usage that was put at the end. */
  let latest: Usage<Window> | undefined;
  let sweptAtSeconds = 0;
  const maxKept = maxCallers + Math.floor(maxCallers / 100);

  function count(id: CallerId, limits: Limits, apiKeyId?: number): Count<Window> {
    const nowSeconds = currentSeconds();
    const usage = usageOf(id, nowSeconds);
    keep(id, usage, nowSeconds);
    const { minute, day } = usage;
    if (minute.used >= limits.perMinute || day.used >= limits.perDay) {
      const rejected = apiKeyId === undefined ? 1 : rejections.count(apiKeyId, nowSeconds);
      return describeCount(usage, limits, nowSeconds, rejected);
    }
    minute.used += 1;
    minute.unshared += 1;
    day.used += 1;
    day.unshared += 1;
    return describeCount(usage, limits, nowSeconds, 0);
  }

  function peek(id: CallerId, limits: Limits): Count {
    const nowSeconds = currentSeconds();
    return describeCount(usageOf(id, nowSeconds), limits, nowSeconds, 0);
  }

  function usageOf(id: CallerId, nowSeconds: number): Usage<Window> {
    const known = usages.get(id);
    const minute = refresh(known?.minute, 'minute', nowSeconds);
    const day = refresh(known?.day, 'day', nowSeconds);
    return known ?? { minute, day };
  }

  function keep(id: CallerId, usage: Usage<Window>, nowSeconds: number) {
    sweep(nowSeconds);
    if (usage === latest) return;
    latest = usage;
    // Put at the end, so that the first is the one that called longest ago.
    if (maxCallers !== Number.POSITIVE_INFINITY) usages.delete(id);
    usages.set(id, usage);
    if (usages.size > maxKept) evict();
  }

  /** Forgets several at once: to find the first, V8 steps over thousands that were deleted before it. */
  function evict() {
    const oldest = usages.keys();
    // There are as many.
    while (usages.size > maxCallers) usages.delete(oldest.next().value as CallerId);
  }

  /** Forgets windows that are over, so that memory is bounded by who has called within a day. */
  function sweep(nowSeconds: number) {
    if (Math.abs(nowSeconds - sweptAtSeconds) < SWEEP_INTERVAL_SECONDS) return;
    sweptAtSeconds = nowSeconds;
    latest = undefined;
    for (const [id, { minute, day }] of usages) {
      const used =
        refresh(minute, 'minute', nowSeconds).used + refresh(day, 'day', nowSeconds).used;
      if (used === 0) usages.delete(id);
    }
    rejections.sweep(nowSeconds);
  }

  /**
   * Replaces what is kept of a caller by what was counted elsewhere.
   *
   * @param nowSeconds the time there, whose clock may differ from this one
   */
  function adopt(id: CallerId, { minute, day }: Usage, nowSeconds: number) {
    const hereSeconds = currentSeconds();
    const uptime = uptimeSeconds();
    const copy = ({ openedAtSeconds, used }: CountedWindow) => ({
      openedAtSeconds: openedAtSeconds - nowSeconds + hereSeconds,
      openedAtUptimeSeconds: openedAtSeconds - nowSeconds + uptime,
      used,
      unshared: 0,
    });
    keep(id, { minute: copy(minute), day: copy(day) }, hereSeconds);
  }

  /** What is known of a caller, if anything. */
  function known(id: CallerId): Usage<Window> | undefined {
    return usages.has(id) ? usageOf(id, currentSeconds()) : undefined;
  }

  /** Callers with requests that the counters that instances share have not counted. */
  function* unshared(): Generator<[CallerId, Usage<Window>]> {
    const nowSeconds = currentSeconds();
    for (const [id, { minute, day }] of usages) {
      refresh(minute, 'minute', nowSeconds);
      refresh(day, 'day', nowSeconds);
      if (day.unshared > 0 || minute.unshared > 0) yield [id, { minute, day }];
    }
  }

  return { count, peek, adopt, known, unshared };
}
