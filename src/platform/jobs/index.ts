// Work that a service repeats beside its requests: on each instance, or on one of those that share
// the database.

import type { Clock } from '../async/clock.ts';
import type { PeriodicWork } from '../async/periodic-work.ts';
import { type Database, faultKind, type PrismaClient } from '../database/index.ts';

export interface Job {
  /** How long to pause after a run. A run that takes longer than this is told to end. */
  readonly everySeconds: number;
  /**
   * Whether one instance of those that share the database runs it, once in that time. If that
   * instance is killed, another one runs it next.
   */
  readonly onOneInstance?: boolean;
  /** @param signal is aborted when the run must end: its time is over, or a stop has begun */
  run(signal: AbortSignal): Promise<unknown>;
}

/** By a name that the log shows. With another name, it is another job. */
export type Jobs = Readonly<Record<string, Job>>;

interface JobsContext {
  readonly database: Pick<Database, 'client'>;
  readonly background: PeriodicWork;
  readonly stop: AbortController;
  readonly clock: Clock;
  readonly log: {
    /** Makes a log of failures that may repeat. */
    createFailureLog(message: string): (error: unknown, kind: string) => void;
  };
}

/** Not at once: the first requests have the instance to themselves. */
const FIRST_PAUSE_MS = 1_000;
/** How often an instance asks for its turn at most: so soon another one takes over. */
const MAX_TURN_PAUSE_MS = 60_000;

/**
 * Repeats jobs until the stop, which waits for those that are running as long as for last writes.
 */
export function startJobs(context: JobsContext, jobs: Jobs): void {
  const { database, background, stop, clock, log } = context;
  const logFailure = log.createFailureLog('a job has failed');
  const reportFailure = (name: string, cause: unknown) =>
    logFailure(new Error(`The job ${name} has failed`, { cause }), `${name} ${faultKind(cause)}`);
  for (const [name, job] of Object.entries(jobs)) {
    const everyMs = job.everySeconds * 1_000;
    const pauseMs = job.onOneInstance ? Math.min(everyMs, MAX_TURN_PAUSE_MS) : everyMs;
    background.repeat(
      async (isLast) => {
        if (isLast || stop.signal.aborted) return pauseMs;
        try {
          const isDue =
            !job.onOneInstance || (await takeTurn(database.client, name, clock.wallMs(), everyMs));
          if (isDue) await job.run(AbortSignal.any([stop.signal, AbortSignal.timeout(everyMs)]));
        } catch (error) {
          // What it has not done when it had to end, it does the next time.
          if (!stop.signal.aborted) reportFailure(name, error);
        }
        return pauseMs;
      },
      Math.min(FIRST_PAUSE_MS, pauseMs),
    );
  }
}

/** Takes the turn of a job if it is due, and sets the next. @returns whether it was due */
async function takeTurn(
  client: PrismaClient,
  name: string,
  nowMs: number,
  everyMs: number,
): Promise<boolean> {
  // One statement: of the instances that ask at the same time, it changes the row for one.
  const taken = await client.$executeRaw`
    INSERT INTO job_turns (name, due_at) VALUES (${name}, ${new Date(nowMs + everyMs)})
    ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at
    WHERE job_turns.due_at <= ${new Date(nowMs)}`;
  return taken > 0;
}
