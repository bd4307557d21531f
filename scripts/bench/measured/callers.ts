import { readFileSync } from 'node:fs';

/** A caller as the benchmark writes it down for the servers that it compares the service with. */
export interface Customer {
  readonly key: string;
  /** Requests per minute, and per day. */
  readonly limit: number;
  /** In seconds since 1970; 0 without a ban. */
  readonly bannedUntil: number;
}

export interface Window {
  readonly name: string;
  readonly seconds: number;
  readonly limit: number;
  opensAgainAt: number;
  used: number;
}

export interface Caller {
  readonly id: number;
  readonly bannedUntil: number;
  readonly windows: readonly Window[];
}

const ANONYMOUS_PER_MINUTE = 1_000_000;

/** The callers in a file, by what they send as Authorization. */
export function readCallers(file: string): ReadonlyMap<string, Caller> {
  const customers = JSON.parse(readFileSync(file, 'utf8')) as Customer[];
  return new Map(
    customers.map(({ key, limit, bannedUntil }, i) => {
      const windows = [newWindow('minute', 60, limit), newWindow('day', 86_400, limit)];
      return [`Bearer ${key}`, { id: i + 1, bannedUntil, windows }];
    }),
  );
}

/** All who call without a valid key, since the benchmark has one address. */
export function anonymousCaller(): Caller {
  return { id: 0, bannedUntil: 0, windows: [newWindow('minute', 60, ANONYMOUS_PER_MINUTE)] };
}

function newWindow(name: string, seconds: number, limit: number): Window {
  return { name, seconds, limit, opensAgainAt: 0, used: 0 };
}

/** Counts a call. @returns the window of which the least is left, which is less than nothing over the limit */
export function count({ windows }: Caller, now: number): Window {
  let least = windows[0] as Window;
  for (const window of windows) {
    if (now >= window.opensAgainAt) {
      window.opensAgainAt = now + window.seconds;
      window.used = 0;
    }
    window.used += 1;
    if (window.limit - window.used <= least.limit - least.used) least = window;
  }
  return least;
}

export function remaining({ limit, used }: Window): number {
  return Math.max(0, limit - used);
}
