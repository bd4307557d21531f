// Counts the requests of each API key, and adds the counts to the stored rows, which all instances
// share.

import { type PeriodicWork, repeatWrites } from '../async/periodic-work.ts';
import { dayOf, isFaultOfRow, type PrismaClient } from '../database/index.ts';
import type { Caller } from './caller.ts';
import { addKeyUsages, type CountedUsage } from './stored-usages.ts';

/** A request that has ended, with its operation if it had one. */
interface EndedRequest {
  readonly caller: Caller;
  readonly operation: { readonly qualifiedId: string } | undefined;
}

/** A key, and what it is used for on a day. */
type Used = Pick<CountedUsage, 'apiKeyId' | 'customerId' | 'day' | 'operation'>;

const MINUTE_MS = 60_000;

interface UsageOptions {
  readonly client: PrismaClient;
  /** What requests without an operation are counted as. */
  readonly noOperation: string;
  readonly background: PeriodicWork;
  /** The time of day in milliseconds. */
  readonly now: () => number;
  /** Takes the error when usage cannot be stored now. */
  readonly onFailure: (error: unknown) => void;
  /** Takes an error that names the usage that cannot be stored at all, and its kind. */
  readonly onLost: (error: Error, kind: string) => void;
}

/** @returns a function that counts a request when it has ended */
export function startKeyUsage(options: UsageOptions) {
  const { client, noOperation, background, now, onFailure, onLost } = options;
  /** What is not stored yet, by key, day and operation. */
  let unsaved = new Map<string, CountedUsage>();

  /** Finds what is counted already, or begins with nothing. */
  function usageOf({ apiKeyId, customerId, day, operation }: Used): CountedUsage {
    const id = `${apiKeyId} ${day} ${operation}`;
    const known = unsaved.get(id);
    if (known) return known;
    const counts = { requests: 0, clientErrors: 0, serverErrors: 0 };
    const usage = { apiKeyId, customerId, day, operation, ...counts, lastUsedAt: new Date(0) };
    unsaved.set(id, usage);
    return usage;
  }

  function add(more: CountedUsage) {
    const usage = usageOf(more);
    usage.requests += more.requests;
    usage.clientErrors += more.clientErrors;
    usage.serverErrors += more.serverErrors;
    if (more.lastUsedAt > usage.lastUsedAt) usage.lastUsedAt = more.lastUsedAt;
  }

  repeatWrites(background, {
    take() {
      const usages = [...unsaved.values()];
      unsaved = new Map();
      return usages;
    },
    write: (usages) => addKeyUsages(client, usages),
    restore: (usages) => usages.forEach(add),
    onFailure,
    isFaultOfRow,
    onLost({ apiKeyId, day, operation, requests }, cause) {
      const name = `API key ${apiKeyId}`;
      const usage = `${requests} requests of the ${name} to ${operation} on ${day}`;
      onLost(new Error(`${usage} cannot be stored, and are not counted`, { cause }), name);
    },
  });

  return function countUsage(
    { caller, operation: known }: EndedRequest,
    { statusCode }: { readonly statusCode: number },
  ) {
    if (!caller.customer) return;
    const operation = known?.qualifiedId ?? noOperation;
    const { apiKeyId, customerId } = caller.customer;
    const nowMs = now();
    const usage = usageOf({ apiKeyId, customerId, day: dayOf(nowMs), operation });
    usage.requests += 1;
    if (statusCode >= 500) usage.serverErrors += 1;
    else if (statusCode >= 400) usage.clientErrors += 1;
    const minuteMs = nowMs - (nowMs % MINUTE_MS);
    if (minuteMs > usage.lastUsedAt.getTime()) usage.lastUsedAt = new Date(minuteMs);
  };
}
