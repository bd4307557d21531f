import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Test } from 'tap';

/** Asks until the answer is the expected one. Fails with the last answer when that takes too long. */
export async function eventually<Answer>(
  t: Test,
  ask: () => Promise<Answer>,
  expected: Answer,
): Promise<void> {
  const end = performance.now() + 30_000;
  let answer = await ask();
  while (!isDeepStrictEqual(answer, expected) && performance.now() < end) {
    await wait(50);
    answer = await ask();
  }
  t.strictSame(answer, expected);
}
