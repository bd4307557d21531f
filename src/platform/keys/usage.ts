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

  function add(more: CountedUsage) {
    const id = `${more.apiKeyId} ${more.day} ${more.operation}`;
    const usage = unsaved.get(id);
    if (usage) {
      usage.requests += more.requests;
      usage.clientErrors += more.clientErrors;
      usage.serverErrors += more.serverErrors;
      if (more.lastUsedAt > usage.lastUsedAt) usage.lastUsedAt = more.lastUsedAt;
    } else {
      unsaved.set(id, more);
    }
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
    const clientErrors = statusCode >= 400 && statusCode < 500 ? 1 : 0;
    const serverErrors = statusCode >= 500 ? 1 : 0;
    const counts = { requests: 1, clientErrors, serverErrors };
    const nowMs = now();
    // To the minute.
    const lastUsedAt = new Date(nowMs - (nowMs % MINUTE_MS));
    add({ apiKeyId, customerId, day: dayOf(nowMs), operation, ...counts, lastUsedAt });
  };
}
