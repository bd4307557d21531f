// Programs that share an API key, on a clock that a test moves.

import type { Limits } from '../../src/platform/keys/index.ts';
import { leadsToBan } from '../../src/platform/limits/counting/late-rejections.ts';
import { type LimitState, shownWindow } from '../../src/platform/limits/counting/windows.ts';
import { createRandom } from './random.ts';

export interface Work {
  readonly limits: Limits;
  readonly workers: number;
  /** How often each of them calls while it is not told to wait. */
  readonly everySeconds: number;
  readonly forSeconds: number;
  /** Whether they wait for Retry-After after a 429, up to a quarter longer. */
  readonly isPatient: boolean;
  /** Sends a request to an instance, whose number only ever grows. */
  count(instance: number): LimitState | Promise<LimitState>;
  moveClock(seconds: number): unknown;
  /** Is called at the beginning of each minute. */
  atMinute?(minute: number): unknown;
}

const BAN_AFTER = 10;

/** Lets the programs work. @returns after how many seconds their key was banned, if it was */
export async function work(options: Work): Promise<number | undefined> {
  const { limits, workers, everySeconds, forSeconds, isPatient, count, moveClock } = options;
  const random = createRandom();
  const due = new Map<number, number>();
  const call = (atSeconds: number) => due.set(atSeconds, (due.get(atSeconds) ?? 0) + 1);
  for (let i = 0; i < workers; i += 1) call(Math.floor(random() * everySeconds));
  let requests = 0;
  let clockSeconds = 0;

  for (let nowSeconds = 0; nowSeconds < forSeconds; nowSeconds += 1) {
    if (nowSeconds % 60 === 0) await options.atMinute?.(nowSeconds / 60);
    const calls = due.get(nowSeconds) ?? 0;
    due.delete(nowSeconds);
    if (calls === 0) continue;
    await moveClock(nowSeconds - clockSeconds);
    clockSeconds = nowSeconds;
    // At once, as far as separate programs can.
    const states = await Promise.all(Array.from({ length: calls }, (_, i) => count(requests + i)));
    requests += calls;
    for (const state of states) {
      if (leadsToBan(state.lateRejections, limits.perMinute, BAN_AFTER)) return nowSeconds;
      const { secondsToReset } = shownWindow(state);
      const mustWait = isPatient && state.isRejected;
      const waitSeconds = mustWait ? secondsToReset * (1 + random() / 4) : everySeconds;
      call(nowSeconds + Math.ceil(waitSeconds));
    }
  }
  return undefined;
}
