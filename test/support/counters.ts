import type { FastifyBaseLogger } from 'fastify';
import type { Test } from 'tap';
import type { PrismaClient } from '../../src/database/database.ts';
import { createCounters } from '../../src/limits/create-counters.ts';
import { SLOTS, slotOf } from '../../src/limits/redis-slots.ts';
import type { Secret } from '../../src/settings/index.ts';
import { untilAnswering } from './redis.ts';

export interface Line {
  readonly text: string;
  readonly node?: string;
  readonly reason?: string;
}

export type Instance = Awaited<ReturnType<typeof openInstance>>;

/** No outage begins because a busy machine keeps a healthy Redis waiting. */
export const PATIENT_MS = 10_000;
export const LIMITS = { perMinute: 100_000, perDay: 100_000 };
const ANONYMOUS = { perMinute: 100_000, perDay: Number.POSITIVE_INFINITY };

/** The counters of an instance that shares them, and what it logs. They are closed when the test ends. */
export async function openInstance(t: Test, redisUrl: Secret, maxWaitMs = PATIENT_MS) {
  const lines: Line[] = [];
  const write = (details: object | string, text?: string) => {
    lines.push({ ...Object(text === undefined ? {} : details), text: String(text ?? details) });
  };
  const { customers, anonymous, sharedStore, sharedHints, close } = await createCounters(
    { redisUrl, redisNamespace: 'shop', banAfter: 1_000, maxWaitMs },
    // Only needed without Redis.
    undefined as unknown as PrismaClient,
    { error: write, info: write } as unknown as FastifyBaseLogger,
  );
  t.teardown(close);
  // They exist where counters are shared.
  const [store, hints] = [sharedStore as NonNullable<typeof sharedStore>, sharedHints];
  return {
    lines,
    store,
    hints,
    count: (id: number, limits = LIMITS) => customers.count(id, limits, id),
    peek: (id: number) => customers.peek(id, LIMITS),
    countAnonymous: (address: string) => anonymous.count(address, ANONYMOUS),
    untilAvailable: () =>
      untilAnswering(async () => {
        if (!(await store.isAvailable())) throw new Error('not available');
      }),
  };
}

/** Customers whose counts belong to one of several masters that have equally many slots. */
export function customersOf(master: number, masters = 3): number[] {
  const share = Math.ceil(SLOTS / masters);
  const ids = Array.from({ length: 200 }, (_, i) => i + 1);
  return ids.filter((id) => Math.floor(slotOf(String(id)) / share) === master);
}
