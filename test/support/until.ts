import { setTimeout as wait } from 'node:timers/promises';

/** Far longer than a busy machine takes. */
const MAX_WAIT_MS = 60_000;

/**
 * Waits until a condition is met.
 *
 * @throws what was waited for, when that takes far too long
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
