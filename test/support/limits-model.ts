// The rules of limits once more, as simply as they can be said, and a customer who tries them.

import type { Limits } from '../../src/platform/keys/index.ts';
import type { CountedCaller } from '../../src/platform/limits/counting/counters.ts';
import { LATE_AFTER_MS } from '../../src/platform/limits/counting/late-rejections.ts';
import { RESERVE_LIMITS } from '../../src/platform/limits/counting/reserve.ts';
import { type LimitState, shownWindow } from '../../src/platform/limits/counting/windows.ts';
import { customer } from './counters.ts';
import { createRandom } from './random.ts';

interface ModelWindow {
  readonly lengthSeconds: number;
  readonly limit: number;
  openedAtSeconds: number;
  used: number;
}

/** What a caller sees of a request. */
interface Seen {
  readonly isRejected: boolean;
  readonly limits: readonly number[];
  readonly remaining: readonly number[];
  readonly late: number;
}

/** A plan, its reserve, and the late rejections of each key. */
function createModel(limits: Limits) {
  const [plan, reserve] = [limits, RESERVE_LIMITS].map(({ perMinute, perDay }) => [
    { lengthSeconds: 60, limit: perMinute, openedAtSeconds: 0, used: 0 },
    { lengthSeconds: 86_400, limit: perDay, openedAtSeconds: 0, used: 0 },
  ]) as [ModelWindow[], ModelWindow[]];
  const rejections = new Map<number, { beganAt: number; endsAt: number; late: number }>();

  function hasRoom(windows: readonly ModelWindow[], now: number): boolean {
    for (const window of windows) {
      if (now >= window.openedAtSeconds + window.lengthSeconds) window.used = 0;
      if (window.used === 0) window.openedAtSeconds = now;
    }
    return windows.every(({ used, limit }) => used < limit);
  }

  function reject(apiKeyId: number, windows: readonly ModelWindow[], now: number): number {
    const left = windows.map(({ used, limit }) => limit - used);
    const full = windows.filter(({ used, limit }) => limit - used === Math.min(...left));
    const resetsAt = Math.max(
      ...full.map(({ openedAtSeconds, lengthSeconds }) => openedAtSeconds + lengthSeconds),
    );
    let minute = rejections.get(apiKeyId);
    if (!minute || now >= minute.endsAt) minute = { beganAt: now, endsAt: now + 60, late: 0 };
    rejections.set(apiKeyId, minute);
    minute.endsAt = Math.min(minute.endsAt, resetsAt);
    if ((now - minute.beganAt) * 1_000 <= LATE_AFTER_MS) return 0;
    minute.late += 1;
    return minute.late;
  }

  return function send(apiKeyId: number, isOfAccount: boolean, now: number): Seen {
    const isPlanFull = !hasRoom(plan, now);
    const windows = isPlanFull && isOfAccount ? reserve : plan;
    const isRejected = !hasRoom(windows, now);
    if (!isRejected) for (const window of windows) window.used += 1;
    return {
      isRejected,
      limits: windows.map(({ limit }) => limit),
      remaining: windows.map(({ limit, used }) => limit - used),
      late: isRejected ? reject(apiKeyId, windows, now) : 0,
    };
  };
}

/** What to try: an instance counts a request of the customer, and the clock moves on. */
export interface Tried {
  readonly customerId: number;
  readonly limits: Limits;
  /** Sends a request to an instance, whose number only ever grows. */
  count(caller: CountedCaller, instance: number): LimitState | Promise<LimitState>;
  moveClock(seconds: number): unknown;
}

/**
 * No sum of these is close to the length of a window, so that nothing depends on how long a test
 * itself takes.
 */
const MOVES = [22, 22, 110, 110, 110, 110, 110, 43_300];

/**
 * Lets two keys of a customer send random requests, of the account and others.
 *
 * @returns the first request that was counted in another way than the rules say, if there is one
 */
export async function findDeviation({ customerId, limits, count, moveClock }: Tried) {
  const random = createRandom(customerId);
  const send = createModel(limits);
  let clockSeconds = 1_000_000;
  for (let step = 0; step < 400; step += 1) {
    if (random() < 0.06) {
      const seconds = MOVES[Math.floor(random() * MOVES.length)] ?? 0;
      await moveClock(seconds);
      clockSeconds += seconds;
    }
    const apiKeyId = customerId * 10 + Math.floor(random() * 2);
    const isOfAccount = random() < 0.7;
    const caller = customer(customerId, limits, apiKeyId, isOfAccount);
    const state = await count(caller, step);
    const wanted = send(apiKeyId, isOfAccount, clockSeconds);
    const found: Seen = {
      isRejected: state.isRejected,
      limits: state.windows.map(({ limit }) => limit),
      remaining: state.windows.map(({ remaining }) => remaining),
      late: state.lateRejections,
    };
    const isRight = JSON.stringify(found) === JSON.stringify(wanted);
    // What rejects a request is what it shows.
    const isShown = !state.isRejected || shownWindow(state).remaining === 0;
    if (!isRight || !isShown) return { step, isOfAccount, wanted, found };
  }
  return undefined;
}
