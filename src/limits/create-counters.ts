import type { FastifyBaseLogger } from 'fastify';
import {
  type CallObserver,
  observeCalls,
  type PrismaClient,
  type SharedWrites,
} from '../database/index.ts';
import type { Secret } from '../settings/index.ts';
import type { AnonymousCounters } from './anonymous-limit.ts';
import type { Counters } from './counters.ts';
import { createDurableCounters } from './durable-counters.ts';
import { createFallbackCounters } from './fallback-counters.ts';
import { createMemoryCounters, type MemoryCounters } from './memory-counters.ts';
import { createSharedHints, type SharedHints } from './shared-hints.ts';
import { createSharedStore, type SharedStore } from './shared-store.ts';
import { createSharedWrites } from './shared-writes.ts';

/** The store with its commands. */
export interface ObservedStore extends SharedStore {
  /** Has an observer told of each command from now on. */
  observe(observer: CallObserver): void;
}

/** What a store can be asked for. */
const COMMANDS = ['count', 'peek', 'merge', 'giveHint', 'hasHint'] as const;

/** The counters of an instance. */
export interface InstanceCounters {
  readonly customers: Counters;
  /** Apart from the customers: however many addresses call, no customer's count is forgotten. */
  readonly anonymous: AnonymousCounters;
  /** Absent where this instance counts alone. */
  readonly sharedStore?: ObservedStore;
  readonly sharedHints?: SharedHints;
  readonly sharedWrites?: SharedWrites;
  /** Releases what the counters hold. Counts that outlive the process are stored first. */
  close(): Promise<void>;
}

/** About 300 bytes each. Beyond them the address that called longest ago is forgotten. */
const MAX_ADDRESSES = 50_000;

interface CountersOptions {
  /** Where all instances count together; without it each counts in its own memory. */
  readonly redisUrl: Secret | undefined;
  readonly redisNamespace: string;
  /** How many rejected requests of a key within a minute lead to a ban. */
  readonly banAfter: number;
  /** The longest that a request waits for Redis, where it is not the usual time. */
  readonly maxWaitMs?: number;
}

/** Creates the counters of this deployment. */
export async function createCounters(
  options: CountersOptions,
  client: PrismaClient,
  log: FastifyBaseLogger,
): Promise<InstanceCounters> {
  const { redisUrl, banAfter } = options;
  const customers = createMemoryCounters(banAfter);
  const anonymous = createMemoryCounters(banAfter, MAX_ADDRESSES);
  if (redisUrl) return shareCounters(redisUrl, options, { customers, anonymous }, log);
  const { close, ...durable } = await createDurableCounters(customers, client, log);
  return { customers: durable, anonymous, close };
}

async function shareCounters(
  url: Secret,
  { redisNamespace, banAfter, maxWaitMs }: CountersOptions,
  local: Readonly<Record<'customers' | 'anonymous', MemoryCounters>>,
  log: FastifyBaseLogger,
): Promise<InstanceCounters> {
  // Imported only if needed, since most instances run without Redis.
  const { createRedisCounters } = await import('./redis-counters.ts');
  const shared = createRedisCounters(url, redisNamespace, banAfter);
  // Without a connection the first requests would be counted by this instance alone.
  await shared.connected();
  const sharedStore = createSharedStore(shared, log, maxWaitMs);
  // Begins an outage, and logs its reason, at the start rather than with the first request.
  await sharedStore.isAvailable();
  const { count } = createFallbackCounters(sharedStore, shared, local.anonymous, true);
  return {
    customers: createFallbackCounters(sharedStore, shared, local.customers, false),
    anonymous: { count, peek: local.anonymous.peek },
    sharedStore: {
      ...sharedStore,
      observe: (observer) => observeCalls(shared, COMMANDS, observer),
    },
    sharedHints: createSharedHints(sharedStore, shared),
    sharedWrites: createSharedWrites(sharedStore, shared),
    async close() {
      sharedStore.close();
      shared.close();
    },
  };
}
