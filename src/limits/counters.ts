import type { LimitWindow } from './headers.ts';
import type { Limits } from './plans.ts';

/** Whose request is counted: requests count per customer, refusals per key. */
export interface Subject {
  readonly customerId: number;
  readonly apiKeyId: number;
  readonly limits: Limits;
}

/** What counting a request came to. */
export interface Count {
  readonly windows: readonly [minute: LimitWindow, day: LimitWindow];
  /** The window that has no room for the request, which then counts in neither. */
  readonly refusedBy: LimitWindow | undefined;
  /** How many requests of the key were refused within the last minute, this one included. */
  readonly refusals: number;
  /** When it was counted, by the clock that the windows go by. Unix time in whole seconds. */
  readonly nowSeconds: number;
}

/** Counts the requests of customers in two fixed windows at once, opened by the first request in them. */
export interface Counters {
  /** Counts a request where both windows have room, and a refusal of the key where one has not. */
  count(subject: Subject): Count | Promise<Count>;
  /** Says where the customer stands, without counting. */
  peek(subject: Subject): Count | Promise<Count>;
  /** How it stands with the store that the instances share; absent where this one counts alone. */
  readonly sharing?: Sharing;
  /** Gives back what the counters hold. What has to outlive the process is stored first. */
  close(): Promise<void>;
}

export interface Sharing {
  /** Whether the shared store answers, now. */
  check(): Promise<boolean>;
  /** How often it was lost since the start. */
  losses(): number;
}

/** A window as it is kept. Unix time in whole seconds, so that all headers agree to the second. */
export interface Window {
  openedAtSeconds: number;
  used: number;
}

export interface Usage {
  readonly minute: Window;
  readonly day: Window;
}

export const MINUTE_SECONDS = 60;
export const DAY_SECONDS = 86_400;

/** Puts what is kept of a customer into the form that its headers are made of. */
export function describeCount(
  { minute, day }: Usage,
  { perMinute, perDay }: Limits,
  outcome: Pick<Count, 'nowSeconds' | 'refusals'> & { readonly wasRefused: boolean },
): Count {
  const { nowSeconds, refusals, wasRefused } = outcome;
  const windows = [
    describeWindow('minute', MINUTE_SECONDS, minute, perMinute, nowSeconds),
    describeWindow('day', DAY_SECONDS, day, perDay, nowSeconds),
  ] as const;
  // Where both are used up, it is the day that has to be waited for.
  const full = windows[1].remaining === 0 ? windows[1] : windows[0];
  return { windows, refusedBy: wasRefused ? full : undefined, refusals, nowSeconds };
}

/** What is kept of a customer, as far as a count tells. */
export function usageIn({ windows: [minute, day] }: Count): Usage {
  return { minute: windowIn(minute), day: windowIn(day) };
}

function windowIn({ limit, remaining, resetsAtSeconds, lengthSeconds }: LimitWindow): Window {
  return { openedAtSeconds: resetsAtSeconds - lengthSeconds, used: limit - remaining };
}

function describeWindow(
  name: LimitWindow['name'],
  lengthSeconds: number,
  { openedAtSeconds, used }: Window,
  limit: number,
  nowSeconds: number,
): LimitWindow {
  return {
    name,
    lengthSeconds,
    limit,
    remaining: Math.max(0, limit - used),
    // A window that nothing was counted in yet would open now.
    resetsAtSeconds: (used === 0 ? nowSeconds : openedAtSeconds) + lengthSeconds,
  };
}

/** The Unix time in whole seconds, in which windows are counted. */
export function currentSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}
