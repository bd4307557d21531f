import { serviceUnavailable } from '../contract/index.ts';

interface Waiting {
  readonly sinceMs: number;
  readonly begin: () => void;
  readonly fail: (cause: unknown) => void;
}

/** Of the ten connections to PostgreSQL that an instance has. */
const MAX_RUNNING = 3;
const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 1_000;

/**
 * Lets a few look-ups of unknown keys run at once, so that they leave the database to the customers.
 * The others wait. When one fails, those fail with it: they would wait for the same failure.
 */
export function createLookUpGate() {
  const waiting: Waiting[] = [];
  let running = 0;

  async function pass<Result>(lookUp: () => Promise<Result>): Promise<Result> {
    if (running < MAX_RUNNING) running += 1;
    else await turn();
    try {
      const result = await lookUp();
      beginNext();
      return result;
    } catch (error) {
      running -= 1;
      for (const { fail } of waiting.splice(0)) fail(error);
      throw error;
    }
  }

  function turn(): Promise<void> {
    return new Promise((begin, fail) => {
      if (waiting.length >= MAX_WAITING) fail(serviceUnavailable);
      else waiting.push({ sinceMs: performance.now(), begin, fail });
    });
  }

  function beginNext() {
    const oldestMs = performance.now() - MAX_WAIT_MS;
    const next = waiting.findIndex(({ sinceMs }) => sinceMs >= oldestMs);
    const late = next === -1 ? waiting.length : next;
    for (const { fail } of waiting.splice(0, late)) fail(serviceUnavailable);
    const first = waiting.shift();
    // The next one takes the place of the one that has ended.
    if (first) first.begin();
    else running -= 1;
  }

  return {
    /** Runs a look-up. @throws service_unavailable when too many wait, or for too long */
    pass,
    /** Whether a look-up has to wait. */
    isBusy: () => running >= MAX_RUNNING,
  };
}
