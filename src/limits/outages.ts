import { SLOTS } from './redis-slots.ts';

/** The servers that Redis consists of. */
export interface Servers {
  isCluster(): boolean;
  /** The name of the server that has a slot now. */
  nodeOf(slot: number): string;
  /** Finds out which servers there are now. Never throws. */
  refresh(): Promise<void>;
}

/** What is unavailable together: the slots that a server had when a command failed there. */
export interface Outage {
  /** Where the command failed. */
  readonly slot: number;
  readonly node: string;
}

/** Slots that a server has now. */
export type Part = ReadonlySet<number>;

/** Knows which slots are unavailable. A server that is no cluster has them all. */
export function createOutages<Kept extends Outage>({ isCluster, nodeOf }: Servers) {
  const outages = new Set<Kept>();
  const outageOf = new Array<Kept | undefined>(SLOTS).fill(undefined);

  function begin(outage: Kept) {
    outages.add(outage);
    for (let slot = 0; slot < SLOTS; slot += 1) {
      if (nodeOf(slot) === outage.node) outageOf[slot] ??= outage;
    }
  }

  /** The slots of an outage by the server that has them now; apart from them where the command failed. */
  function partsOf(outage: Kept): Part[] {
    const parts = new Map<string | number, Set<number>>();
    for (let slot = 0; slot < SLOTS; slot += 1) {
      if (outageOf[slot] !== outage) continue;
      // A slot that a cluster is moving may fail alone.
      const name = isCluster() && slot === outage.slot ? slot : nodeOf(slot);
      const part = parts.get(name) ?? new Set();
      parts.set(name, part.add(slot));
    }
    return [...parts.values()];
  }

  /** Ends the outage of some slots. */
  function end(part: Part) {
    for (const slot of part) outageOf[slot] = undefined;
    const left = new Set(outageOf);
    for (const outage of outages) if (!left.has(outage)) outages.delete(outage);
  }

  /** The first slot of each server, and whether all of its slots are available. */
  function states() {
    const states = new Map<string, { readonly slot: number; isUp: boolean }>();
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const node = nodeOf(slot);
      const state = states.get(node) ?? { slot, isUp: true };
      states.set(node, state);
      if (outageOf[slot]) state.isUp = false;
    }
    return [...states].map(([node, state]) => ({ node, ...state }));
  }

  return {
    begin,
    partsOf,
    end,
    states,
    all: (): Iterable<Kept> => outages,
    has: (outage: Kept) => outages.has(outage),
    areOver: () => outages.size === 0,
    isUp: (slot: number) => outages.size === 0 || outageOf[slot] === undefined,
  };
}
