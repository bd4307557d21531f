// What waits for its turn: in order, in a bounded number, and for a bounded time. What has waited
// too long is never done: its caller has been told so.

interface Options {
  /** Infinity for no limit. */
  readonly maxWaitMs: number;
  /** Is called when some have waited too long. */
  readonly onTimeout?: () => void;
}

/** One that waits, until its `wait` is given a result. */
export interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result | Promise<Result>): void;
  reject(error: Error): void;
}

/** As many as there are connections by default, each with one request. */
const MAX_WAITING = 2_000;

export type WaitingList<Item, Result> = ReturnType<typeof createWaitingList<Item, Result>>;

/** A list of items; without an item and a result, of turns alone. */
export function createWaitingList<Item = void, Result = void>({ maxWaitMs, onTimeout }: Options) {
  const waiting: (Waiting<Item, Result> & { readonly untilMs: number })[] = [];
  // One for all: most never wait as long.
  let timer: NodeJS.Timeout | undefined;

  function startTimer() {
    const [first] = waiting;
    timer = undefined;
    if (!first || first.untilMs === Number.POSITIVE_INFINITY) return;
    // One more tick before giving up: a process that was busy has let everything wait.
    const giveUp = () => setImmediate(rejectLate);
    // Node warns of a negative time.
    const leftMs = Math.max(0, Math.ceil(first.untilMs - performance.now()));
    timer = setTimeout(giveUp, leftMs).unref();
  }

  function rejectLate() {
    const nowMs = performance.now();
    const inTime = waiting.findIndex(({ untilMs }) => untilMs > nowMs);
    const late = waiting.splice(0, inTime === -1 ? waiting.length : inTime);
    for (const { reject } of late) reject(timedOut(maxWaitMs));
    if (late.length > 0) onTimeout?.();
    startTimer();
  }

  return {
    get size() {
      return waiting.length;
    },
    /**
     * Waits at the end of the list, until it has been taken and given a result.
     *
     * It rejects with the code ETIMEDOUT if it has waited too long, EAGAIN if too many wait.
     */
    wait(item: Item): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      if (waiting.length >= MAX_WAITING) {
        reject(failure('EAGAIN', `${MAX_WAITING} others wait for their turn already.`));
        return promise;
      }
      waiting.push({ item, resolve, reject, untilMs: performance.now() + maxWaitMs });
      if (!timer) startTimer();
      return promise;
    },
    /** Removes the first ones, at most so many: it is their turn. */
    take(count = waiting.length): Waiting<Item, Result>[] {
      return waiting.splice(0, count);
    },
  };
}

function timedOut(maxWaitMs: number): Error {
  return failure('ETIMEDOUT', `It was not its turn within ${maxWaitMs} ms.`);
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
