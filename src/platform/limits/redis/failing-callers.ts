// The callers for whom Redis has failed: this instance counts them alone, and tells Redis later.

import type { CountedCaller } from '../counting/counters.ts';

interface FailingCaller {
  readonly caller: CountedCaller;
  /** Redis counts for the caller again, but does not know yet all that was counted here. */
  isBehind: boolean;
}

/**
 * All addresses share a place: an outage in which many call takes no memory for each, and no time
 * afterwards. Redis learns what was counted of an address when it calls again.
 */
const ADDRESSES = 'addresses';

const placeOf = ({ kind, id }: CountedCaller) => (kind === 'customer' ? id : ADDRESSES);

export type FailingCallers = ReturnType<typeof createFailingCallers>;

export function createFailingCallers() {
  const failing = new Map<bigint | string, FailingCaller>();

  return {
    isEmpty: () => failing.size === 0,
    /** Whether this instance counts a caller alone. */
    has: (caller: CountedCaller) => failing.get(placeOf(caller))?.isBehind === false,

    add(caller: CountedCaller) {
      const place = placeOf(caller);
      // At the end, so that the next attempt is for another caller: Redis may fail only for some.
      failing.delete(place);
      failing.set(place, { caller, isBehind: false });
    },

    /** @param isMerged whether Redis knows all that this instance has counted of the caller */
    noteReply(caller: CountedCaller, isMerged: boolean) {
      const place = placeOf(caller);
      const known = failing.get(place);
      if (!known || known.caller.id !== caller.id) return;
      known.isBehind = true;
      if (isMerged || caller.kind === 'address') failing.delete(place);
    },

    /** Those for whom Redis failed first come first. */
    *[Symbol.iterator]() {
      for (const { caller } of failing.values()) yield caller;
    },
  };
}
