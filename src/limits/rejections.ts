import { WINDOW_SECONDS } from './window.ts';

/**
 * Counts the rejected requests of each key within the last minute, to the second. A key takes at most
 * 60 small entries, however many of its requests are rejected.
 *
 * @param most how many lead to a ban, and are counted from the beginning after it
 */
export function createRejections(most: number) {
  const rejections = new Map<number, Map<number, number>>();

  /** Counts a rejection of a key. Returns how many there were within the last minute. */
  function count(apiKeyId: number, nowSeconds: number): number {
    const perSecond = rejections.get(apiKeyId) ?? new Map<number, number>();
    rejections.set(apiKeyId, perSecond);
    perSecond.set(nowSeconds, (perSecond.get(nowSeconds) ?? 0) + 1);
    const sum = sumOfLastMinute(perSecond, nowSeconds);
    if (sum >= most) rejections.delete(apiKeyId);
    return sum;
  }

  /** Forgets keys without a rejection within the last minute. */
  function sweep(nowSeconds: number) {
    for (const [apiKeyId, perSecond] of rejections) {
      if (sumOfLastMinute(perSecond, nowSeconds) === 0) rejections.delete(apiKeyId);
    }
  }

  return { count, sweep };
}

/** Forgets what is older, and what a clock that was set back has left in the future. */
function sumOfLastMinute(perSecond: Map<number, number>, nowSeconds: number): number {
  let sum = 0;
  for (const [second, count] of perSecond) {
    const isRecent = second > nowSeconds - WINDOW_SECONDS.minute && second <= nowSeconds;
    if (isRecent) sum += count;
    else perSecond.delete(second);
  }
  return sum;
}
