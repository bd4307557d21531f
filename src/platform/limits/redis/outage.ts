// Whether Redis is unavailable, and why: each reason is logged once in an outage.

import type { FastifyBaseLogger } from 'fastify';
import { ReplyError } from 'ioredis';

/** What ioredis says of a closed connection, whatever the reason. The error has no code. */
const CLOSED = 'Connection is closed.';

export type Outage = ReturnType<typeof createOutage>;

/** @param nodeField the field of the log for the node of a cluster */
export function createOutage(log: FastifyBaseLogger, nodeField: string) {
  /** Empty while Redis is available. */
  const reasons = new Set<string>();
  let count = 0;
  let isSilent = false;
  let connectionError: { message: string; node?: string | undefined } | undefined;

  return {
    hasBegun: () => reasons.size > 0,
    /** How many outages there have been. */
    count: () => count,

    /** Keeps what is wrong with a connection, in a cluster with that to a node. */
    noteConnectionError({ message, code }: NodeJS.ErrnoException, node?: string) {
      // For a host with several addresses, the error contains one for each, and has no message.
      if (message !== CLOSED) connectionError = { message: message || String(code), node };
    },

    /** @param error of a command. If it is not from Redis itself, it only says "no connection" */
    note(error: Error) {
      const known = error instanceof ReplyError ? undefined : connectionError;
      const { message, node } = known ?? { message: error.message };
      // Without ports and the like, which change with each attempt.
      const reason = message.replaceAll(/\d/g, '');
      if (isSilent || reasons.has(reason)) return;
      if (reasons.size === 0) count += 1;
      reasons.add(reason);
      const line = { 'error.message': message, [nodeField]: node };
      log.error(line, 'Redis is unavailable: requests are counted by this instance alone');
    },

    end() {
      if (reasons.size === 0) return;
      reasons.clear();
      connectionError = undefined;
      log.info('Redis is available again: requests are counted by all instances together');
    },

    /** Nothing is noted from now on. */
    silence() {
      isSilent = true;
    },
  };
}
