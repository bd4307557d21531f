// The messages with which sessions begin: they tell an agent what there is, and do not count
// against the limits of their caller.

import { LruMap } from 'toad-cache';
import type { Message } from './messages.ts';

const FREE = new Set([
  'initialize',
  'ping',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'server/discover',
  'tools/list',
]);

/** Whether a message asks for nothing of the API. */
export function isBeginning({ method }: Message): boolean {
  return typeof method === 'string' && (FREE.has(method) || method.startsWith('notifications/'));
}

/** Of a customer, so that a flood counts. A session begins with about five. */
const FREE_PER_MINUTE = 30;
const MINUTE_MS = 60_000;
/** With more, the one that was silent longest is forgotten. */
const MAX_CUSTOMERS = 10_000;

/** What a customer has got in a minute, and what of it is left. */
interface Credit {
  readonly endsAtMs: number;
  given: number;
  left: number;
}

/**
 * A message is counted with its head, before anybody knows what it is. If it is the beginning of a
 * session, the next message of its customer is not counted instead, within a minute and at this
 * instance.
 *
 * @param nowMs the monotonic time
 */
export function createCredits(nowMs: () => number) {
  const credits = new LruMap<Credit>(MAX_CUSTOMERS);

  /** The credit of a customer in this minute. */
  function current(customerId: string): Credit {
    const known = credits.get(customerId);
    if (known && nowMs() < known.endsAtMs) return known;
    const credit = { endsAtMs: nowMs() + MINUTE_MS, given: 0, left: 0 };
    credits.set(customerId, credit);
    return credit;
  }

  return {
    give(customerId: string) {
      const credit = current(customerId);
      if (credit.given >= FREE_PER_MINUTE) return;
      credit.given += 1;
      credit.left += 1;
    },
    /** @returns whether there was one */
    take(customerId: string): boolean {
      const credit = current(customerId);
      if (credit.left === 0) return false;
      credit.left -= 1;
      return true;
    },
  };
}
