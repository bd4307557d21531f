import { setImmediate as endOfTick } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { createFailureLog } from '../failure-log.ts';
import { createDeadlines } from './deadlines.ts';
import { createOutages, type Outage, type Servers } from './outages.ts';
import { isOfKey } from './redis-commands.ts';
import { createRetryDelays } from './retry-delays.ts';

/** The longest that a request waits for Redis. */
export const MAX_WAIT_MS = 80;
/** Such as `NOPERM`. `ERR` says nothing by itself. */
const REDIS_ERROR = /^(?!ERR )[A-Z]+ /;

/** The store that all instances count in. */
export interface SharedStore {
  /** Whether all of the store responds now. */
  isAvailable(): Promise<boolean>;
  /** How often a server of the store became unavailable since the start. */
  outages(): number;
  /** The servers of the store, and whether this instance counts in them. */
  states(): { readonly node: string; readonly isUp: boolean }[];
}

/** Counters that keep what the store has to be told after an outage of some slots. */
export interface Rejoining {
  /** Tells most of it, while counting continues here. @throws when the store is unavailable again */
  rejoin(slots: ReadonlySet<number>): Promise<void>;
  /** Sends the rest. What is counted in the store from now on is sent after it. */
  rejoinNow(slots: ReadonlySet<number>): void;
}

/** Redis, as far as its availability is concerned. */
interface Checked {
  /** Rejects unless what has this slot can be counted. */
  check(slot: number): Promise<unknown>;
  /** Says why a command has failed. */
  reasonFor(error: Error, slot: number): string;
  readonly servers?: Servers;
}

/** An outage that this instance tries to end. */
interface OpenOutage extends Outage {
  readonly loggedReasons: Set<string>;
  readonly delayMs: number;
  readonly retry: NodeJS.Timeout;
  isEnding: boolean;
}

export type SharedStoreState = ReturnType<typeof createSharedStore>;

const ONE_SERVER: Servers = {
  isCluster: () => false,
  nodeOf: () => 'redis',
  refresh: async () => undefined,
};

/**
 * Knows what of Redis is available: a server with all its slots becomes unavailable when a response
 * fails or takes too long, and available by itself, once it has been told what was counted without it.
 */
export function createSharedStore(
  redis: Checked,
  log: FastifyBaseLogger,
  maxWaitMs: number = MAX_WAIT_MS,
) {
  const { check, reasonFor, servers = ONE_SERVER } = redis;
  const withDeadline = createDeadlines(maxWaitMs);
  const members: Rejoining[] = [];
  const outages = createOutages<OpenOutage>(servers);
  const delays = createRetryDelays();
  const logFailure = createFailureLog(
    log,
    'Redis cannot count for a caller, for whom this instance counts alone',
  );
  let count = 0;

  /**
   * Waits for a response. @throws when it fails or takes too long, and begins an outage unless its key alone is
   * to blame
   */
  async function inTime<Response>(response: Promise<Response>, slot = 0): Promise<Response> {
    try {
      return await withDeadline(response);
    } catch (cause) {
      // Promises are rejected with errors here.
      const error = cause as Error;
      if (isOfKey(error.message)) logFailure(error, 'key');
      else beginOutage(error, slot);
      throw error;
    }
  }

  function beginOutage(cause: Error, slot = 0) {
    // Requests that were in flight together fail together.
    if (!outages.isUp(slot)) return;
    count += 1;
    const node = servers.nodeOf(slot);
    const delayMs = delays.begin(node, performance.now());
    const retry = setInterval(() => endOutage(outage), delayMs).unref();
    const loggedReasons = new Set<string>();
    const outage: OpenOutage = { slot, node, delayMs, retry, loggedReasons, isEnding: false };
    outages.begin(outage);
    logReason(outage, cause, 'Redis is unavailable: requests are counted by this instance alone');
  }

  /** Logs each reason once in an outage: a Redis that is started anew may be unavailable for another one. */
  function logReason(outage: OpenOutage, cause: Error, message: string) {
    const reason = reasonFor(cause, outage.slot);
    // An error of Redis by its code, others without ports and the like, which change with each attempt.
    const [kind] = REDIS_ERROR.exec(reason) ?? [reason.replaceAll(/\d/g, '')];
    if (!outage.loggedReasons.has(kind)) log.error({ ...nodeIn(outage), reason }, message);
    outage.loggedReasons.add(kind);
  }

  /** Which of several servers a line is about. */
  function nodeIn({ node }: Outage) {
    return servers.isCluster() ? { node } : {};
  }

  async function isAvailable(): Promise<boolean> {
    const responses = outages.states().map(({ slot }) => inTime(check(slot), slot));
    const results = await Promise.allSettled(responses);
    return results.every(({ status }) => status === 'fulfilled') && outages.areOver();
  }

  async function endOutage(outage: OpenOutage) {
    // One attempt at a time, since telling what was counted can take longer than the interval.
    if (outage.isEnding) return;
    outage.isEnding = true;
    await servers.refresh();
    await Promise.all(outages.partsOf(outage).map((part) => endPart(outage, part)));
    outage.isEnding = false;
    if (outages.has(outage)) return;
    clearInterval(outage.retry);
    delays.end(outage.node, outage.delayMs, performance.now());
    log.info(
      nodeIn(outage),
      'Redis is available again: requests are counted by all instances together',
    );
  }

  async function endPart(outage: OpenOutage, part: ReadonlySet<number>) {
    const [slot = outage.slot] = part;
    try {
      await withDeadline(check(slot));
      // By the end of the tick all that Redis has counted late, before the check, is noted.
      await endOfTick();
      for (const { rejoin } of members) await rejoin(part);
      // In one tick, and Redis runs the commands of a connection in their order.
      outages.end(part);
      for (const { rejoinNow } of members) rejoinNow(part);
    } catch (cause) {
      logReason(outage, cause as Error, 'Redis is still unavailable, for another reason');
    }
  }

  return {
    isUp: (slot = 0) => outages.isUp(slot),
    inTime,
    beginOutage,
    add: (member: Rejoining) => members.push(member),
    isAvailable,
    outages: () => count,
    states: () => outages.states().map(({ node, isUp }) => ({ node, isUp })),
    close() {
      logFailure.flush();
      for (const { retry } of outages.all()) clearInterval(retry);
    },
  };
}
