import type { Expectation } from '../judge.ts';

/** Far above what is measured, since the machine may have other work. */
const MAX_RECOVERY_MS = 20_000;

/** A request waits 1.5 s for a connection and for each statement, of the look-up of its key and of its own. */
const MAX_RESPONSE_MS = 10_000;

/** 409 is for a create that is repeated while its first attempt is in progress. */
const WRITES_FAIL = [503, 409];

/** Nobody notices. */
export const UNNOTICED: Expectation = {
  reads: [],
  creates: [],
  maxResponseMs: MAX_RESPONSE_MS,
  maxRecoveryMs: 0,
};

/** Requests get 503 with Retry-After until the database is back. */
export const UNAVAILABLE: Expectation = {
  reads: [503],
  creates: WRITES_FAIL,
  maxResponseMs: MAX_RESPONSE_MS,
  maxRecoveryMs: MAX_RECOVERY_MS,
};

/** Only creates do. */
export const READ_ONLY: Expectation = { ...UNAVAILABLE, reads: [] };
