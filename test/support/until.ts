// Waits until something has happened, for as long as a busy machine takes.

import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Test } from 'tap';

/** Far longer than a busy machine takes. */
const MAX_WAIT_MS = 60_000;

/**
 * Waits until a condition is met.
 *
 * @throws an error with the description if that takes far too long
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  description = String(condition),
): Promise<void> {
  const endMs = performance.now() + MAX_WAIT_MS;
  while (!(await condition())) {
    if (performance.now() > endMs) throw new Error(`waited in vain until ${description}`);
    await wait(20);
  }
}

/** Asks until the answer is as expected. Fails with the last answer if that takes far too long. */
export async function eventually<Answer>(
  t: Test,
  ask: () => Promise<Answer>,
  expected: Answer,
): Promise<void> {
  let answer: Answer | undefined;
  await until(async () => {
    answer = await ask();
    return isDeepStrictEqual(answer, expected);
  }).catch(() => undefined);
  t.strictSame(answer, expected);
}

/** Blocks the event loop, without work for the processor. */
export function block(ms: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
