// What waits for its turn: in order, in a bounded number, and for a bounded time. What has waited
// too long is never done: its caller has been told so.

export interface Waiter {
  /** Takes an error with the code ETIMEDOUT if it has waited too long, EAGAIN if too many wait. */
  reject(error: Error): void;
}

interface Options {
  /** Infinity for no limit. */
  readonly maxWaitMs: number;
  /** Is called when some have waited too long. */
  readonly onTimeout?: () => void;
}

/** As many as there are connections by default, each with one request. */
const MAX_WAITING = 2_000;

export type WaitingList<Item> = ReturnType<typeof createWaitingList<Item & Waiter>>;

export function createWaitingList<Item extends Waiter>({ maxWaitMs, onTimeout }: Options) {
  const waiting: { readonly item: Item; readonly untilMs: number }[] = [];
  // One for all: most never wait as long.
  let timer: NodeJS.Timeout | undefined;

  function startTimer() {
    const [first] = waiting;
    timer = undefined;
    if (!first || first.untilMs === Number.POSITIVE_INFINITY) return;
    // One more tick before giving up: a process that was busy has let everything wait.
    const giveUp = () => setImmediate(rejectLate);
    timer = setTimeout(giveUp, Math.ceil(first.untilMs - performance.now())).unref();
  }

  function rejectLate() {
    const nowMs = performance.now();
    const inTime = waiting.findIndex(({ untilMs }) => untilMs > nowMs);
    const late = waiting.splice(0, inTime === -1 ? waiting.length : inTime);
    for (const { item } of late) item.reject(timedOut(maxWaitMs));
    if (late.length > 0) onTimeout?.();
    startTimer();
  }

  return {
    get size() {
      return waiting.length;
    },
    /** Adds an item at the end, or rejects it. */
    add(item: Item) {
      if (waiting.length >= MAX_WAITING) {
        item.reject(failure('EAGAIN', `${MAX_WAITING} others wait for their turn already.`));
        return;
      }
      waiting.push({ item, untilMs: performance.now() + maxWaitMs });
      if (!timer) startTimer();
    },
    /** Removes the first items, at most so many: it is their turn. */
    take(count = waiting.length): Item[] {
      return waiting.splice(0, count).map(({ item }) => item);
    },
  };
}

function timedOut(maxWaitMs: number): Error {
  return failure('ETIMEDOUT', `It was not its turn within ${maxWaitMs} ms.`);
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
