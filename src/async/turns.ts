// Work that is done in turns, as if there were one worker for each key.

/** @returns a function that runs a task once all earlier tasks with the same key have ended */
export function createTurns<Key>() {
  const latest = new Map<Key, Promise<void>>();

  return function inTurn<Result>(key: Key, task: () => Promise<Result>): Promise<Result> {
    const result = (latest.get(key) ?? Promise.resolve()).then(task);
    const end = () => {
      if (latest.get(key) === ended) latest.delete(key);
    };
    const ended = result.then(end, end);
    latest.set(key, ended);
    return result;
  };
}
