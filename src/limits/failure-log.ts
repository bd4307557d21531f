import type { FastifyBaseLogger } from 'fastify';

const INTERVAL_MS = 1_000;
interface Failure {
  err: unknown;
  count: number;
}

/** Beyond them all kinds are logged as one. */
const MAX_KINDS = 20;
const OTHERS = 'others';

/**
 * Logs failures that every request may cause: the first of a kind at once, and those that follow
 * within a second by one line with their count, so that a flood fills neither the disk nor the time
 * of this process.
 *
 * @returns a function that takes an error and its kind
 */
export function createFailureLog(log: FastifyBaseLogger, message: string) {
  const failures = new Map<string, Failure>();

  function write(kind: string, err: unknown, count: number) {
    log.error({ err, count }, message);
    const later = { err, count: 0 };
    failures.set(kind, later);
    setTimeout(() => endInterval(kind, later), INTERVAL_MS).unref();
  }

  function endInterval(kind: string, { err, count }: Failure) {
    failures.delete(kind);
    if (count > 0) write(kind, err, count);
  }

  return (err: unknown, kind: string) => {
    const known = failures.has(kind) || failures.size < MAX_KINDS ? kind : OTHERS;
    const entry = failures.get(known);
    if (!entry) return write(known, err, 1);
    entry.count += 1;
    entry.err = err;
  };
}
