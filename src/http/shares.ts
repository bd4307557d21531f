/** Whom a share belongs to: the id of a customer, or an address. Undefined for whom none is kept. */
export type Holder = number | string | undefined;

/**
 * Shares out places so that nobody can hold all of them: a holder gets another one only while more are
 * free than it holds. One alone gets half of them, each of two a third, and a new one always finds some.
 */
export function createShares(total: number) {
  const held = new Map<Holder, number>();
  let taken = 0;
  const heldBy = (holder: Holder) => held.get(holder) ?? 0;

  return {
    hasRoom(holder: Holder): boolean {
      const own = holder === undefined ? 0 : heldBy(holder);
      return own < total - taken;
    },
    take(holder: Holder) {
      taken += 1;
      held.set(holder, heldBy(holder) + 1);
    },
    release(holder: Holder) {
      taken -= 1;
      const own = heldBy(holder) - 1;
      if (own > 0) held.set(holder, own);
      else held.delete(holder);
    },
    heldBy,
    isUsedUp: () => taken >= total,
  };
}
