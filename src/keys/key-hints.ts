import { hash } from 'node:crypto';
import { LruMap } from 'toad-cache';
import type { SharedHints } from '../limits/index.ts';

const MAX_KEYS = 10_000;
/** More often than hints end, since Redis may lose them. */
const REPEAT_MS = 60_000;

/**
 * Hints of the instances which keys were valid, so that one that does not know a customer's key yet can
 * tell it from junk. The database decides all the same.
 *
 * @param hints absent where this instance is alone: then nothing is hinted
 */
export function createKeyHints(hints: SharedHints | undefined) {
  const givenAtMs = new LruMap<number>(MAX_KEYS);

  function give(key: string) {
    const lastMs = givenAtMs.get(key);
    const nowMs = performance.now();
    if (!hints || (lastMs !== undefined && nowMs - lastMs < REPEAT_MS)) return;
    givenAtMs.set(key, nowMs);
    hints.give(digestOf(key));
  }

  return { give, has: async (key: string) => hints?.has(digestOf(key)) ?? false };
}

/** Not the stored hash, so that Redis holds nothing that stands for a key anywhere else. */
function digestOf(key: string): string {
  return hash('sha256', `hint:${key}`);
}
