/**
 * Waits for an answer, but not for longer than this. What answers later answers nobody.
 *
 * @throws when the time is over
 */
export function inTime<Answer>(answer: Promise<Answer>, maxWaitMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`There was no answer within ${maxWaitMs} ms.`));
    // One more turn of the event loop before giving up: what has arrived meanwhile is read in it,
    // so that a busy process does not take itself for a slow answer.
    const timer = setTimeout(() => setImmediate(giveUp), maxWaitMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
