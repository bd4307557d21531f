/** Whom a share belongs to: the id of a customer, or an address. Undefined for whom none is kept. */
export type Holder = number | string | undefined;

/** So many holders without a place are remembered: V8 copies a map that loses and regains entries time and again. */
const MAX_IDLE = 1_000;

/**
 * Shares out places so that nobody can hold all of them: a holder gets another one only while more are
 * free than it holds. One alone gets half of them, each of two a third, and a new one always finds some.
 */
export function createShares(total: number) {
  const held = new Map<Holder, number>();
  let taken = 0;
  let idle = 0;
  const heldBy = (holder: Holder) => held.get(holder) ?? 0;

  function forgetIdle() {
    for (const [holder, own] of held) if (own === 0) held.delete(holder);
    idle = 0;
  }

  return {
    hasRoom(holder: Holder): boolean {
      const own = holder === undefined ? 0 : heldBy(holder);
      return own < total - taken;
    },
    take(holder: Holder) {
      taken += 1;
      const own = held.get(holder);
      if (own === 0) idle -= 1;
      held.set(holder, (own ?? 0) + 1);
    },
    release(holder: Holder) {
      taken -= 1;
      const own = heldBy(holder) - 1;
      held.set(holder, own);
      if (own === 0) idle += 1;
      if (idle > MAX_IDLE) forgetIdle();
    },
    heldBy,
    isUsedUp: () => taken >= total,
  };
}
