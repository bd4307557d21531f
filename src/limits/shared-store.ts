import type { FastifyBaseLogger } from 'fastify';
import { createDeadlines } from './deadlines.ts';

/** The longest that a request waits for Redis. */
export const MAX_WAIT_MS = 80;
const RETRY_INTERVAL_MS = 500;
/** Such as `NOPERM`. `ERR` says nothing by itself. */
const REDIS_ERROR = /^(?!ERR )[A-Z]+ /;

/** The store that all instances count in. */
export interface SharedStore {
  /** Whether the store responds now. */
  isAvailable(): Promise<boolean>;
  /** How often the store became unavailable since the start. */
  outages(): number;
  /** The servers of the store, and whether this instance counts in them. */
  states(): { readonly node: string; readonly isUp: boolean }[];
}

/** Counters that keep what the store has to be told after an outage. */
export interface Rejoining {
  /** Tells most of it, while counting continues here. @throws when the store is unavailable again */
  rejoin(): Promise<void>;
  /** Sends the rest. What is counted in the store from now on is sent after it. */
  rejoinNow(): void;
}

/** Redis, as far as its availability is concerned. */
interface Checked {
  /** Rejects unless it can count. */
  check(): Promise<unknown>;
  /** Says why a command has failed. */
  reasonFor(error: Error): string;
}

export type SharedStoreState = ReturnType<typeof createSharedStore>;

/**
 * Knows whether Redis is available: it becomes unavailable when a response fails or takes too long,
 * and available by itself, once it has been told what was counted without it.
 */
export function createSharedStore({ check, reasonFor }: Checked, log: FastifyBaseLogger) {
  const withDeadline = createDeadlines(MAX_WAIT_MS);
  const members: Rejoining[] = [];
  const loggedReasons = new Set<string>();
  let isUp = true;
  let outages = 0;
  let retry: NodeJS.Timeout | undefined;
  let isEnding = false;

  /** Waits for a response. @throws, and begins an outage, when it fails or takes too long */
  async function inTime<Response>(response: Promise<Response>): Promise<Response> {
    try {
      return await withDeadline(response);
    } catch (cause) {
      // Promises are rejected with errors here.
      beginOutage(cause as Error);
      throw cause;
    }
  }

  function beginOutage(cause: Error) {
    // Requests that were in flight together fail together.
    if (!isUp) return;
    isUp = false;
    outages += 1;
    logReason(cause, 'Redis is unavailable: requests are counted by this instance alone');
    retry = setInterval(endOutage, RETRY_INTERVAL_MS).unref();
  }

  /** Logs each reason once in an outage: a Redis that is started anew may be unavailable for another one. */
  function logReason(cause: Error, message: string) {
    const reason = reasonFor(cause);
    // An error of Redis by its code, others without ports and the like, which change with each attempt.
    const [kind] = REDIS_ERROR.exec(reason) ?? [reason.replaceAll(/\d/g, '')];
    if (!loggedReasons.has(kind)) log.error({ reason }, message);
    loggedReasons.add(kind);
  }

  async function isAvailable(): Promise<boolean> {
    const responds = await inTime(check()).then(
      () => true,
      () => false,
    );
    return responds && isUp;
  }

  async function endOutage() {
    // One attempt at a time, since telling what was counted can take longer than the interval.
    if (isEnding) return;
    isEnding = true;
    try {
      await withDeadline(check());
      for (const { rejoin } of members) await rejoin();
      // In one tick, and Redis runs the commands of a connection in their order.
      isUp = true;
      loggedReasons.clear();
      clearInterval(retry);
      for (const { rejoinNow } of members) rejoinNow();
      log.info('Redis is available again: requests are counted by all instances together');
    } catch (cause) {
      logReason(cause as Error, 'Redis is still unavailable, for another reason');
    } finally {
      isEnding = false;
    }
  }

  return {
    isUp: () => isUp,
    inTime,
    beginOutage,
    add: (member: Rejoining) => members.push(member),
    isAvailable,
    outages: () => outages,
    states: () => [{ node: 'redis', isUp }],
    close: () => clearInterval(retry),
  };
}
