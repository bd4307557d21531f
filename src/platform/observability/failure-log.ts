// Logs failures that every request may cause, without a line for each.

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

const INTERVAL_MS = 1_000;

/** Kinds beyond this number are logged as one. */
const MAX_KINDS = 20;
const OTHERS = 'others';

/**
 * Logs a failure.
 *
 * @param kind failures of one kind share a line
 * @param requestLog the log of its request, if there is one
 * @param count how many failures it stands for
 */
export type LogFailure = (
  err: unknown,
  kind: string,
  requestLog?: FastifyBaseLogger,
  count?: number,
) => void;

interface Failure {
  /** The latest error. */
  err: unknown;
  log: FastifyBaseLogger;
  count: number;
}

interface FailureLogs {
  readonly app: Pick<FastifyInstance, 'log' | 'addHook'>;
  /** The field with the number of failures that a line stands for. */
  readonly countField: string;
}

/** Makes the log of one failure: what is said of it, and how often at most. */
export type MakeFailureLog = (
  message: string,
  level?: 'warn' | 'error',
  intervalMs?: number,
) => LogFailure;

/** Returns a function that makes logs of failures. */
export function createFailureLogs(logs: FailureLogs): MakeFailureLog {
  return (...kind) => createFailureLog(logs, ...kind);
}

/**
 * Logs failures that every request may cause: the first of a kind at once, and all that follow
 * within an interval, or before the application is closed, by one line with their count. So a flood
 * of failures neither fills the disk nor keeps this process busy.
 */
function createFailureLog(
  { app, countField }: FailureLogs,
  message: string,
  level: 'warn' | 'error' = 'error',
  intervalMs = INTERVAL_MS,
): LogFailure {
  const failures = new Map<string, Failure>();
  let isClosed = false;

  function write({ err, log, count }: Failure) {
    log[level]({ err, [countField]: count }, message);
  }

  function begin(kind: string, failure: Failure) {
    write(failure);
    failures.set(kind, { ...failure, count: 0 });
    setTimeout(() => endInterval(kind), intervalMs).unref();
  }

  function endInterval(kind: string) {
    // Only this function removes failures.
    const failure = failures.get(kind) as Failure;
    failures.delete(kind);
    if (failure.count > 0) begin(kind, failure);
  }

  app.addHook('onClose', async () => {
    isClosed = true;
    for (const failure of failures.values()) {
      if (failure.count > 0) write(failure);
      // Its interval may end before the application is closed.
      failure.count = 0;
    }
  });

  return function logFailure(err, kind, requestLog = app.log, count = 1) {
    // What fails after that, such as the last writes, would be counted for nobody.
    if (isClosed) return write({ err, log: requestLog, count });
    const loggedKind = failures.has(kind) || failures.size < MAX_KINDS ? kind : OTHERS;
    const failure = failures.get(loggedKind);
    if (!failure) return begin(loggedKind, { err, log: requestLog, count });
    failure.err = err;
    failure.log = requestLog;
    failure.count += count;
  };
}
