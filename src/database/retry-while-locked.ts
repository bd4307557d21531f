import { setTimeout } from 'node:timers/promises';
import { faultKind } from './faults.ts';

/** How long a statement waits for another process's lock. Others run meanwhile. */
const MAX_WAIT_MS = 1_000;

/** Repeats an attempt that fails because another process holds SQLite's lock. */
export async function retryWhileLocked<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const deadlineMs = performance.now() + MAX_WAIT_MS;
  while (true) {
    try {
      return await attempt();
    } catch (error) {
      const isLocked = faultKind(error).startsWith('SQLITE_BUSY');
      if (!isLocked || performance.now() > deadlineMs) throw error;
      await setTimeout(20);
    }
  }
}
