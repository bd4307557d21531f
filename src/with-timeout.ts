/** Waits for a result at most for this time. A late one is ignored. @throws when it is over */
export function withTimeout<Result>(result: Promise<Result>, maxWaitMs: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`There was no answer within ${maxWaitMs} ms.`));
    // One more tick before giving up, in which what has arrived meanwhile is read: otherwise a busy
    // process would take its own delay for a slow response.
    const timer = setTimeout(() => setImmediate(giveUp), maxWaitMs);
    void result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
