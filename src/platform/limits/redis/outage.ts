// An outage of Redis: for which callers it fails, and why. Redis may fail for all callers, or for
// some, as when a node of a cluster is down. merging.ts ends it.

import type { FastifyBaseLogger } from 'fastify';
import { ReplyError } from 'ioredis';
import type { CountedCaller } from '../counting/counters.ts';

/** What ioredis says of a closed connection, whatever the reason. The error has no code. */
const CLOSED = 'Connection is closed.';

/**
 * All addresses share a place: an outage in which many call takes no memory for each, and no time
 * afterwards. Redis learns what was counted of an address when it calls again.
 */
const ADDRESSES = 'addresses';

const placeOf = ({ kind, id }: CountedCaller) => (kind === 'customer' ? id : ADDRESSES);

interface FailingCaller {
  readonly caller: CountedCaller;
  /** Redis counts for the caller again, but does not know yet all that was counted here. */
  isBehind: boolean;
}

export type Outage = ReturnType<typeof createOutage>;

/** @param nodeField the field of the log for the node of a cluster */
export function createOutage(log: FastifyBaseLogger, nodeField: string) {
  /** Those for whom Redis failed first come first. */
  const failing = new Map<bigint | string, FailingCaller>();
  /** Each is logged once in an outage. Empty while Redis is available. */
  const reasons = new Set<string>();
  let count = 0;
  let isSilent = false;
  let connectionError: { message: string; node?: string | undefined } | undefined;

  /** @param error of a command. If it is not from Redis itself, it only says "no connection" */
  function noteReason(error: Error) {
    const known = error instanceof ReplyError ? undefined : connectionError;
    const { message, node } = known ?? { message: error.message };
    // Without ports and the like, which change with each attempt.
    const reason = message.replaceAll(/\d/g, '');
    if (isSilent || reasons.has(reason)) return;
    if (reasons.size === 0) count += 1;
    reasons.add(reason);
    const line = { 'error.message': message, [nodeField]: node };
    log.error(line, 'Redis is unavailable: requests are counted by this instance alone');
  }

  function end() {
    if (reasons.size === 0) return;
    reasons.clear();
    connectionError = undefined;
    log.info('Redis is available again: requests are counted by all instances together');
  }

  return {
    hasBegun: () => reasons.size > 0,
    /** How many outages there have been. */
    count: () => count,
    /** Whether this instance counts a caller alone. */
    isCountedHere: (caller: CountedCaller) => failing.get(placeOf(caller))?.isBehind === false,
    /** Those of whom Redis may not know all that was counted here. */
    callers: () => [...failing.values()].map(({ caller }) => caller),

    /** Keeps what is wrong with a connection, in a cluster with that to a node. */
    noteConnectionError({ message, code }: NodeJS.ErrnoException, node?: string) {
      // For a host with several addresses, the error contains one for each, and has no message.
      if (message !== CLOSED) connectionError = { message: message || String(code), node };
    },

    /** Redis has failed for a caller. */
    noteFailure(caller: CountedCaller, error: Error) {
      const place = placeOf(caller);
      // At the end, so that the next attempt is for another caller.
      failing.delete(place);
      failing.set(place, { caller, isBehind: false });
      noteReason(error);
    },

    /**
     * Redis has counted for a caller.
     *
     * @param isMerged whether Redis knows all that this instance has counted of the caller
     */
    noteReply(caller: CountedCaller, isMerged: boolean) {
      const place = placeOf(caller);
      const known = failing.get(place);
      if (known && known.caller.id === caller.id) {
        known.isBehind = true;
        if (isMerged || caller.kind === 'address') failing.delete(place);
      }
      if (failing.size === 0) end();
    },

    /** Nothing is logged from now on. */
    silence() {
      isSilent = true;
    },
  };
}
