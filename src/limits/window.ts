/** The length of each fixed window. */
export const WINDOW_SECONDS = { minute: 60, day: 86_400 } as const;

export type WindowName = keyof typeof WINDOW_SECONDS;

/** What is kept of a fixed window. The first request in it opens it. */
export interface Window {
  /** Unix time in whole seconds, so that all headers agree to the second. */
  openedAtSeconds: number;
  used: number;
}

/** A window as its caller sees it, after the request has been counted. */
export interface LimitWindow {
  readonly name: WindowName;
  readonly lengthSeconds: number;
  readonly limit: number;
  readonly remaining: number;
  /** Unix time in whole seconds. */
  readonly resetsAtSeconds: number;
}

export function emptyWindow(): Window {
  return { openedAtSeconds: 0, used: 0 };
}

/**
 * Empties a window that is over. A window opened in the future, since the clock was set back, is
 * opened now with what is used, so that it lasts no longer than its length.
 */
export function refresh(window: Window, name: WindowName, nowSeconds: number): Window {
  if (isOver(window, name, nowSeconds)) window.used = 0;
  window.openedAtSeconds = Math.min(window.openedAtSeconds, nowSeconds);
  return window;
}

export function isOver({ openedAtSeconds }: Window, name: WindowName, nowSeconds: number): boolean {
  return nowSeconds >= openedAtSeconds + WINDOW_SECONDS[name];
}

/** Counts a request in a window that has been refreshed. */
export function countIn(window: Window, nowSeconds: number): void {
  if (window.used === 0) window.openedAtSeconds = nowSeconds;
  window.used += 1;
}

export function describeWindow(
  name: WindowName,
  { openedAtSeconds, used }: Window,
  limit: number,
  nowSeconds: number,
): LimitWindow {
  const lengthSeconds = WINDOW_SECONDS[name];
  return {
    name,
    lengthSeconds,
    limit,
    remaining: Math.max(0, limit - used),
    // An empty window would open now.
    resetsAtSeconds: (used === 0 ? nowSeconds : openedAtSeconds) + lengthSeconds,
  };
}

/** The current Unix time in whole seconds. */
export function currentSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}
