import { errors } from '../errors/index.ts';
import { createMemoryCounters } from '../limits/index.ts';
import type { Caller, Customer } from './caller.ts';
import { type KeyCache, UnusableKey } from './key-cache.ts';

/*
 * Looks up keys that this instance does not know. A flood of junk keys hurts neither the database
 * nor the customers: an address with too many invalid keys per minute is throttled, and only a few
 * look-ups run at once.
 */

/** Even if anonymous callers have a lower limit, since many customers may share an address. */
const FEWEST_PER_MINUTE = 60;
/** With more addresses, the one with the oldest look-up is forgotten. */
const MAX_ADDRESSES = 10_000;
/** By default, the pool has ten connections. Only one look-up of an address runs at a time. */
const MAX_RUNNING = 3;
const MAX_WAITING = 1_000;
const MAX_WAITING_OF_ADDRESS = MAX_WAITING / 2;
const MAX_WAIT_MS = 1_000;

/** @returns a function that looks up a key, and throws service_unavailable when too many wait */
export function createUnknownKeyLookUp(
  keys: KeyCache,
  perMinute: number,
  callerOf: (customer: Customer | null) => Caller,
  now: () => number,
) {
  const limits = {
    perMinute: Math.max(perMinute, FEWEST_PER_MINUTE),
    perDay: Number.POSITIVE_INFINITY,
  };
  const invalidKeys = createMemoryCounters(now, Number.POSITIVE_INFINITY, MAX_ADDRESSES);
  const passGate = createGate();

  return async function lookUp(key: string, address: string): Promise<Caller> {
    function decide(): Caller | undefined {
      const customer = keys.get(key);
      if (customer !== undefined) return callerOf(customer);
      const [lookUps] = invalidKeys.count({ id: address, limits }, 0).windows;
      return lookUps.remaining === 0 ? { kind: 'throttled', lookUps } : undefined;
    }

    async function lookUpNow(): Promise<Caller> {
      const customer = await keys.lookUp(key);
      if (!customer) invalidKeys.count({ id: address, limits }, 1);
      return callerOf(customer);
    }

    return decide() ?? passGate(address, async () => decide() ?? lookUpNow());
  };
}

interface WaitingLookUp {
  readonly address: string;
  readonly sinceMs: number;
  readonly begin: () => void;
  readonly fail: (cause: unknown) => void;
}

/** Lets a few look-ups run at once. When the database fails for one, the waiting ones fail too. */
function createGate() {
  const running = new Set<string>();
  const waiting: WaitingLookUp[] = [];

  function beginNext() {
    const oldestMs = performance.now() - MAX_WAIT_MS;
    const late = waiting.filter(({ sinceMs }) => sinceMs < oldestMs).length;
    for (const { fail } of waiting.splice(0, late)) fail(errors.serviceUnavailable);
    if (running.size >= MAX_RUNNING) return;
    const next = waiting.find(({ address }) => !running.has(address));
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    running.add(next.address);
    next.begin();
  }

  return async function pass<Result>(address: string, lookUp: () => Promise<Result>) {
    const ofAddress = waiting.filter((other) => other.address === address).length;
    if (waiting.length >= MAX_WAITING || ofAddress >= MAX_WAITING_OF_ADDRESS) {
      throw errors.serviceUnavailable;
    }
    await new Promise<void>((begin, fail) => {
      waiting.push({ address, sinceMs: performance.now(), begin, fail });
      beginNext();
    });
    try {
      return await lookUp();
    } catch (error) {
      const isShared = !(error instanceof UnusableKey);
      if (isShared) for (const { fail } of waiting.splice(0)) fail(error);
      throw error;
    } finally {
      running.delete(address);
      beginNext();
    }
  };
}
