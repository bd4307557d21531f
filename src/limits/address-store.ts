import { LruMap } from 'toad-cache';

interface AddressWindow {
  openedAtMs: number;
  used: number;
}

/**
 * Counts by address for @fastify/rate-limit. Unlike its own store this one keeps a clock that was set
 * back from freezing a window for longer than it lasts.
 *
 * @param maxAddresses beyond them the address that was seen longest ago is forgotten
 */
export function createAddressStore(maxAddresses: number): AddressStore {
  const windows = new LruMap<AddressWindow>(maxAddresses);

  function openWindow(address: string, lengthMs: number): AddressWindow {
    const nowMs = Date.now();
    const window = windows.get(address) ?? { openedAtMs: nowMs, used: 0 };
    window.openedAtMs = Math.min(window.openedAtMs, nowMs);
    return nowMs < window.openedAtMs + lengthMs ? window : { openedAtMs: nowMs, used: 0 };
  }

  const state = ({ openedAtMs, used }: AddressWindow, lengthMs: number) => ({
    current: used,
    ttl: openedAtMs + lengthMs - Date.now(),
  });

  return {
    incr(address: string, answer: Answer, lengthMs: number) {
      const window = openWindow(address, lengthMs);
      window.used += 1;
      windows.set(address, window);
      answer(null, state(window, lengthMs));
    },
    read(address: string, answer: Answer, lengthMs: number) {
      answer(null, state(openWindow(address, lengthMs), lengthMs));
    },
  };
}

/** What the library uses of a store where no route has a limit of its own. */
interface AddressStore {
  incr(address: string, answer: Answer, lengthMs: number): void;
  /** Tells without counting. */
  read(address: string, answer: Answer, lengthMs: number): void;
}

type Answer = (error: Error | null, result: { current: number; ttl: number }) => void;
