// Waiting no longer than a time.

/** Waits for a result at most for this time. A late one is ignored. @throws ETIMEDOUT */
export function withTimeout<Result>(result: Promise<Result>, maxWaitMs: number): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  // One more tick before giving up, to read what has arrived meanwhile: otherwise a busy process
  // would take its own delay for a slow response.
  const timer = setTimeout(() => setImmediate(() => reject(timedOut(maxWaitMs))), maxWaitMs);
  void result.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}

function timedOut(maxWaitMs: number): Error {
  const error = new Error(`There was no answer within ${maxWaitMs} ms.`);
  return Object.assign(error, { code: 'ETIMEDOUT' });
}
