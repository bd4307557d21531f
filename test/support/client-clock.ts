// A clock for clients, whose waits a test skips. A client has it by one line above its module, so
// that the service and `fetch` in the same process go on using the clock of the machine.

import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';

/** The shortest wait to skip. Between two calls, a client waits for a few milliseconds. */
const SKIPPED_FROM_MS = 500;

interface Skipping {
  /** How long each wait has been. */
  readonly pausesMs: number[];
  readonly startMs: number;
  skippedMs: number;
  /** Whether the test does something that ends before any wait does. */
  isBusy: () => boolean;
  readonly moved: (seconds: number) => void;
}

let skipping: Skipping | undefined;

/** The module of a client, which uses this clock. */
export function onClientClock(module: string): string {
  const names = 'ClientDate as Date, setClientTimeout as setTimeout';
  return `import { ${names} } from '${fileURLToPath(import.meta.url)}';\n${module}`;
}

/**
 * Lets waits of clients take no time until the end of the test. Meanwhile, their clock moves by
 * them alone, however long a busy machine takes.
 *
 * @param moved is told by how many seconds it has moved
 */
export function skipPauses(t: Test, moved: (seconds: number) => void = () => undefined) {
  const own: Skipping = {
    pausesMs: [],
    startMs: Date.now(),
    skippedMs: 0,
    isBusy: () => false,
    moved,
  };
  skipping = own;
  t.teardown(() => {
    skipping = undefined;
  });
  return {
    pausesMs: own.pausesMs,
    now: ClientDate.now,
    move: (seconds: number) => moveTo(own, ClientDate.now() + seconds * 1_000),
    /** No wait ends while this is the case. */
    waitWhile: (isBusy: () => boolean) => {
      own.isBusy = isBusy;
    },
  };
}

function moveTo(own: Skipping, atMs: number) {
  const skippedMs = Math.max(own.skippedMs, atMs - own.startMs);
  own.moved((skippedMs - own.skippedMs) / 1_000);
  own.skippedMs = skippedMs;
}

export class ClientDate extends Date {
  static override now(): number {
    return skipping ? skipping.startMs + skipping.skippedMs : Date.now();
  }
}

export function setClientTimeout(run: () => void, ms: number): NodeJS.Timeout {
  const own = skipping;
  if (!own || ms < SKIPPED_FROM_MS) return setTimeout(run, ms);
  own.pausesMs.push(ms);
  const atMs = ClientDate.now() + ms;
  return setInterval(function (this: NodeJS.Timeout) {
    if (own.isBusy()) return;
    clearInterval(this);
    moveTo(own, atMs);
    run();
  }, 1);
}
