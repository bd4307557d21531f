import { setTimeout } from 'node:timers/promises';
import { faultOf } from './faults.ts';

/** What SQLite and PostgreSQL report when somebody else holds the lock. */
const LOCKED = /^(?:SQLITE_BUSY|55P03)/;

/** Repeats an attempt that fails because another process holds the lock it needs. */
export async function retryWhileLocked<Result>(
  maxWaitSeconds: number,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const deadlineMs = performance.now() + maxWaitSeconds * 1_000;
  while (true) {
    try {
      return await attempt();
    } catch (error) {
      if (!LOCKED.test(faultOf(error).code) || performance.now() > deadlineMs) throw error;
      await setTimeout(20);
    }
  }
}
