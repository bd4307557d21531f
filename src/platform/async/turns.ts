// Work that is done in turns, as if there were one worker for each key.

import { createWaitingList, type WaitingList } from './waiting-list.ts';

/**
 * @param maxWaitMs how long a task waits at most
 * @returns a function that runs a task once all earlier tasks with the same key have ended. It
 *   rejects as a waiting list does for a task that it has not run.
 */
export function createTurns<Key>(maxWaitMs: number) {
  /** The keys that have a task which runs, and the tasks behind it. */
  const waiting = new Map<Key, WaitingList<void, void>>();

  return async function inTurn<Result>(key: Key, task: () => Promise<Result>): Promise<Result> {
    const others = waiting.get(key) ?? createWaitingList({ maxWaitMs });
    if (waiting.has(key)) await others.wait();
    waiting.set(key, others);
    try {
      return await task();
    } finally {
      const [next] = others.take(1);
      if (next) next.resolve();
      else waiting.delete(key);
    }
  };
}
