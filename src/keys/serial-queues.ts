/**
 * Creates queues by name, which run the tasks of one name one after the other. Tasks waiting behind
 * one that fails do not run, and fail with it.
 */
export function createSerialQueues() {
  const lastTasks = new Map<string, Promise<unknown>>();

  return function enqueue<T>(name: string, task: () => Promise<T>): Promise<T> {
    const result = (lastTasks.get(name) ?? Promise.resolve()).then(task).finally(() => {
      if (lastTasks.get(name) === result) lastTasks.delete(name);
    });
    lastTasks.set(name, result);
    return result;
  };
}
