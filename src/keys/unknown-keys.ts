import { serviceUnavailable } from '../contract/index.ts';
import { type Customer, createMemoryCounters, type LimitWindow } from '../limits/index.ts';
import type { KeyCache } from './key-cache.ts';
import { createLookUpGate } from './look-up-gate.ts';
import { createSerialQueues } from './serial-queues.ts';

/** The outcome of a look-up, or the window of an address that may cause no more of them. */
export type LookedUp =
  | { readonly customer: Customer | null; readonly exceeded?: never }
  | { readonly customer?: never; readonly exceeded: LimitWindow };

/** Even where anonymous callers are limited to less: many customers may share an address. */
const FEWEST_PER_MINUTE = 60;
/** Beyond them the address whose key was looked up longest ago is forgotten. */
const MAX_ADDRESSES = 10_000;
const MAX_WAIT_MS = 1_000;

/**
 * Looks up keys that this instance does not know, so that a flood of junk keys reaches neither the
 * database nor the customers: for each address only until so many of them were not valid within a
 * minute, one after the other, and a few for all addresses at once. A key of which another instance has
 * hinted that it is valid need not wait behind them.
 */
export function createUnknownKeys(keys: KeyCache, perMinute: number) {
  const limits = {
    perMinute: Math.max(perMinute, FEWEST_PER_MINUTE),
    perDay: Number.POSITIVE_INFINITY,
  };
  const notValid = createMemoryCounters(Number.POSITIVE_INFINITY, MAX_ADDRESSES);
  const enqueue = createSerialQueues();
  const gate = createLookUpGate();

  async function lookUp(key: string, address: string): Promise<LookedUp> {
    const [window] = notValid.peek(address, limits).windows;
    const isExceeded = window.remaining === 0;
    if ((isExceeded || gate.isBusy()) && (await keys.isHinted(key))) {
      return { customer: await keys.lookUp(key) };
    }
    if (isExceeded) return { exceeded: window };
    const sinceMs = performance.now();
    return enqueue(address, async () => {
      const known = keys.get(key);
      if (known !== undefined) return { customer: known };
      const [window] = notValid.peek(address, limits).windows;
      if (window.remaining === 0) return { exceeded: window };
      if (performance.now() - sinceMs > MAX_WAIT_MS) throw serviceUnavailable;
      const customer = await gate.pass(() => keys.lookUp(key));
      if (!customer) notValid.count(address, limits);
      return { customer };
    });
  }

  return { lookUp };
}
