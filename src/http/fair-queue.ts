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
    /** Takes the first item of the line whose turn it is. */
    take(): Item | undefined {
      const next = lines.entries().next().value;
      if (!next) return undefined;
      const [holder, line] = next;
      const item = line.shift();
      // At the end of all lines, where the only one is already.
      if (lines.size > 1 || line.length === 0) lines.delete(holder);
      if (line.length > 0) lines.set(holder, line);
      return item;
    },
    isEmpty: () => lines.size === 0,
  };
}
