// The windows in which the requests of a caller are counted, and what is left of them.

import type { Limits } from '../../keys/index.ts';

/** The length of each fixed window, which the first request in it opens. */
export const WINDOW_SECONDS = { minute: 60, day: 86_400 } as const;

export interface Window {
  /** Monotonic time in whole seconds, so that all headers agree to the second. */
  openedAtSeconds: number;
  /** When it was opened by the clock of Redis, which knows it by that; 0 if Redis does not. */
  sharedAtSeconds: number;
  /** How many requests all instances have admitted, as far as this one knows. */
  admitted: number;
  /** How many of these this instance has admitted. */
  admittedHere: number;
  /** What Redis has said last of its count of these, and is told again; empty before. */
  receipt: string;
}

export interface Windows {
  readonly minute: Window;
  readonly day: Window;
}

/** Windows in which nothing is counted. */
export function newWindows(): Windows {
  return { minute: newWindow(), day: newWindow() };
}

function newWindow(): Window {
  return { openedAtSeconds: 0, sharedAtSeconds: 0, admitted: 0, admittedHere: 0, receipt: '' };
}

const NAMES = ['minute', 'day'] as const;

function isOver(windows: Windows, name: keyof Windows, nowSeconds: number): boolean {
  return nowSeconds >= windows[name].openedAtSeconds + WINDOW_SECONDS[name];
}

/** Whether nothing of both windows needs to be kept. */
export function areOver(windows: Windows, nowSeconds: number): boolean {
  return NAMES.every((name) => windows[name].admitted === 0 || isOver(windows, name, nowSeconds));
}

/**
 * Empties windows that are over; an empty window opens now. So does one from the future, which was
 * stored or shared by a clock that is ahead, but keeps its counts: otherwise it would last too
 * long.
 */
export function refresh(windows: Windows, nowSeconds: number): Windows {
  for (const name of NAMES) {
    const window = windows[name];
    if (isOver(windows, name, nowSeconds)) {
      window.admitted = 0;
      window.admittedHere = 0;
      window.sharedAtSeconds = 0;
    }
    if (window.admitted === 0 || window.openedAtSeconds > nowSeconds) {
      window.openedAtSeconds = nowSeconds;
    }
  }
  return windows;
}

/** The limits of a caller after a request. */
export interface LimitState {
  readonly windows: readonly [minute: LimitWindow, day: LimitWindow];
  /** Unix time. */
  readonly nowSeconds: number;
  /** Whether one of the windows had no room for the request. */
  readonly isRejected: boolean;
  /** How many late rejections its key has had in this minute, if the request is rejected; or 0. */
  readonly lateRejections: number;
}

/** Whether a request can be counted in both windows. */
export function haveRoom({ minute, day }: Windows, { perMinute, perDay }: Limits): boolean {
  return minute.admitted < perMinute && day.admitted < perDay;
}

/** A window as its caller sees it. */
type LimitWindow = Readonly<ReturnType<typeof describeWindow>>;

/** A time in whole seconds. */
export interface Now {
  /** Monotonic time, by which windows are opened. */
  readonly seconds: number;
  /** How far the time of day is ahead of it. Callers see the time of day. */
  readonly wallAheadSeconds: number;
}

/** What is left of a caller's limits. Who rejects a request adds that. */
export function describeLimits(
  { minute, day }: Windows,
  { perMinute, perDay }: Limits,
  now: Now,
): LimitState {
  const windows = [
    describeWindow('minute', minute, perMinute, now),
    describeWindow('day', day, perDay, now),
  ] as const;
  const nowSeconds = now.seconds + now.wallAheadSeconds;
  return { windows, nowSeconds, isRejected: false, lateRejections: 0 };
}

function describeWindow(
  name: keyof Windows,
  { openedAtSeconds, admitted }: Window,
  limit: number,
  { seconds, wallAheadSeconds }: Now,
) {
  const remaining = Math.max(0, limit - admitted);
  const endsAtSeconds = openedAtSeconds + WINDOW_SECONDS[name];
  const resetsAtSeconds = endsAtSeconds + wallAheadSeconds;
  // `X-RateLimit-Reset` minus the `Date` of the response. At least 1, since the window is not over.
  const secondsToReset = endsAtSeconds - seconds;
  return { name, limit, remaining, resetsAtSeconds, secondsToReset };
}

/**
 * The window that `X-RateLimit-*` show, and that rejects: with the least remaining. Of two with as
 * much, the one that ends later, since a request needs room in both.
 */
export function shownWindow({ windows: [minute, day] }: LimitState): LimitWindow {
  if (day.remaining !== minute.remaining) return day.remaining < minute.remaining ? day : minute;
  return day.resetsAtSeconds > minute.resetsAtSeconds ? day : minute;
}
