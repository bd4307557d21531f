/** The length of each fixed window. */
export const WINDOW_SECONDS = { minute: 60, day: 86_400 } as const;

type WindowName = keyof typeof WINDOW_SECONDS;

/** What is kept of a fixed window. The first request in it opens it. */
export interface Window {
  /** Unix time in whole seconds, so that all headers agree to the second. */
  openedAtSeconds: number;
  /** The same by a clock that is never set. */
  openedAtUptimeSeconds: number;
  used: number;
  /** How many of these requests the counters that instances share have not counted. */
  unshared: number;
}

/** A window as its caller sees it, after the request has been counted. */
export type LimitWindow = Readonly<ReturnType<typeof describeWindow>>;

/**
 * Empties a window that is over; an empty one opens now. A window opened in the future, since the
 * clock was set back, is opened now with what is used, so that it lasts no longer than its length.
 *
 * @param window a new one if there is none yet
 */
export function refresh(
  window: Window = { openedAtSeconds: 0, openedAtUptimeSeconds: 0, used: 0, unshared: 0 },
  name: WindowName,
  nowSeconds: number,
): Window {
  if (nowSeconds >= window.openedAtSeconds + WINDOW_SECONDS[name]) {
    window.used = 0;
    window.unshared = 0;
  }
  if (window.used === 0) window.openedAtUptimeSeconds = uptimeSeconds();
  if (window.used === 0 || window.openedAtSeconds > nowSeconds) window.openedAtSeconds = nowSeconds;
  return window;
}

/** Describes a window that has been refreshed. */
export function describeWindow(
  name: WindowName,
  window: Pick<Window, 'openedAtSeconds' | 'used'>,
  limit: number,
) {
  const remaining = Math.max(0, limit - window.used);
  const resetsAtSeconds = window.openedAtSeconds + WINDOW_SECONDS[name];
  return { name, limit, remaining, resetsAtSeconds };
}

/** The current Unix time in whole seconds. */
export function currentSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}

/** Whole seconds by a clock that is never set, and may stop while the machine sleeps. */
export function uptimeSeconds(): number {
  return Math.floor(performance.now() / 1_000);
}

/** Whole seconds since a window was opened, by the clock that says more. */
export function ageOf({ openedAtSeconds, openedAtUptimeSeconds }: Window): number {
  return Math.max(currentSeconds() - openedAtSeconds, uptimeSeconds() - openedAtUptimeSeconds);
}
