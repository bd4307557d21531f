import type { Customer } from './caller.ts';
import type { Limits } from './plans.ts';
import { describeWindow, type LimitWindow, type Window } from './window.ts';

/** The result of counting a request. */
export interface Count {
  readonly windows: readonly [minute: LimitWindow, day: LimitWindow];
  /** The window without room for the request, which then counts in neither. */
  readonly rejectedBy: LimitWindow | undefined;
  /** How many requests of the key were rejected within a minute, this one included. */
  readonly rejections: number;
  /** When the request was counted, by the clock of the counters. Unix time in whole seconds. */
  readonly nowSeconds: number;
}

/**
 * Counts the requests of each customer in two fixed windows at once, and the rejections of each key.
 * Counters in memory return a count and not a promise, which would cost CPU time on each request.
 */
export interface Counters {
  /** Counts a request if both windows have room, otherwise a rejection of the key. */
  count(customer: Customer): Count | Promise<Count>;
  /** Returns the customer's windows without counting. */
  peek(customer: Customer): Count | Promise<Count>;
  /** The store that all instances count in; absent where this instance counts alone. */
  readonly sharedStore?: SharedStore;
  /** Releases what the counters hold. Counts that outlive the process are stored first. */
  close(): Promise<void>;
}

export interface SharedStore {
  /** Whether the store responds now. */
  isAvailable(): Promise<boolean>;
  /** How often the store became unavailable since the start. */
  outages(): number;
}

/** What is kept of a customer. */
export interface Usage {
  readonly minute: Window;
  readonly day: Window;
}

/** Describes what is kept of a customer against its limits. */
export function describeCount(
  { minute, day }: Usage,
  { perMinute, perDay }: Limits,
  outcome: Pick<Count, 'nowSeconds' | 'rejections'> & { readonly isRejected: boolean },
): Count {
  const { nowSeconds, rejections, isRejected } = outcome;
  const windows = [
    describeWindow('minute', minute, perMinute, nowSeconds),
    describeWindow('day', day, perDay, nowSeconds),
  ] as const;
  // If both are used up, the day is the longer wait.
  const full = windows[1].remaining === 0 ? windows[1] : windows[0];
  return { windows, rejectedBy: isRejected ? full : undefined, rejections, nowSeconds };
}

/** The reverse of `describeCount`: what a count says is used. */
export function usageIn({ windows: [minute, day] }: Count): Usage {
  return { minute: windowIn(minute), day: windowIn(day) };
}

function windowIn({ limit, remaining, resetsAtSeconds, lengthSeconds }: LimitWindow): Window {
  return { openedAtSeconds: resetsAtSeconds - lengthSeconds, used: limit - remaining };
}
