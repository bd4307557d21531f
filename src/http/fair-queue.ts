import type { Holder } from './shares.ts';

/** A queue in which each holder has a line of its own, so that nobody waits for what another one has sent. */
export function createFairQueue<Item>() {
  const lines = new Map<Holder, Item[]>();

  return {
    push(holder: Holder, item: Item) {
      const line = lines.get(holder);
      if (line) line.push(item);
      else lines.set(holder, [item]);
    },
    /** Takes the first item of each line. */
    takeRound(): Item[] {
      const round: Item[] = [];
      for (const [holder, line] of lines) {
        round.push(...line.splice(0, 1));
        if (line.length === 0) lines.delete(holder);
      }
      return round;
    },
    isEmpty: () => lines.size === 0,
  };
}
