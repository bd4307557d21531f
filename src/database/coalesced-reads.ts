import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Makes reads of the same thing that are asked for in one turn of the event loop share one query. It is
 * sent when all that had arrived by then has been looked at, so that nobody gets a result that is older
 * than its request.
 */
export function shareReads<Question, Result>(
  read: (question: Question) => Promise<Result>,
  keyOf: (question: Question) => string,
): (question: Question) => Promise<Result> {
  const waiting = new Map<string, Promise<Result>>();
  return (question) => {
    const key = keyOf(question);
    const shared = waiting.get(key);
    if (shared) return shared;
    const result = nextTurn().then(() => {
      waiting.delete(key);
      return read(question);
    });
    waiting.set(key, result);
    return result;
  };
}
