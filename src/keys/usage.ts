// Counts the requests of each API key, and adds the counts to the stored rows, which all instances
// share.

import { type PeriodicWork, repeatWrites } from '../async/periodic-work.ts';
import { addKeyUsages, dayOf, type PrismaClient } from '../database/index.ts';
import type { Caller } from './caller.ts';

/** What a key has sent to an operation in a day, as far as it is not stored yet. */
interface UnsavedUsage {
  readonly apiKeyId: number;
  readonly operation: string;
  readonly dayNumber: number;
  requests: number;
  clientErrors: number;
  serverErrors: number;
  lastUsedMs: number;
}

/** A request that has ended, with its operation if it had one. */
interface EndedRequest {
  readonly caller: Caller;
  readonly operation: { readonly operationId: string } | undefined;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface UsageOptions {
  readonly client: PrismaClient;
  /** What requests without an operation are counted as. */
  readonly noOperation: string;
  readonly background: PeriodicWork;
  /** The time of day in milliseconds. */
  readonly now: () => number;
  /** Takes the error when usage cannot be stored now. */
  readonly onFailure: (error: unknown) => void;
}

/** @returns a function that counts a request when it has ended */
export function startKeyUsage(options: UsageOptions) {
  const { client, noOperation, background, now, onFailure } = options;
  /** By key, day and operation. */
  let unsaved = new Map<string, UnsavedUsage>();

  function add(more: UnsavedUsage) {
    const id = `${more.apiKeyId} ${more.dayNumber} ${more.operation}`;
    const usage = unsaved.get(id);
    if (usage) {
      usage.requests += more.requests;
      usage.clientErrors += more.clientErrors;
      usage.serverErrors += more.serverErrors;
      usage.lastUsedMs = Math.max(usage.lastUsedMs, more.lastUsedMs);
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
    write: (usages) => addKeyUsages(client, usages.map(toKeyUsage)),
    restore: (usages) => usages.forEach(add),
    onFailure,
  });

  return function countUsage(
    { caller, operation: known }: EndedRequest,
    { statusCode }: { readonly statusCode: number },
  ) {
    if (!caller.customer) return;
    const operation = known?.operationId ?? noOperation;
    const { apiKeyId } = caller.customer;
    const clientErrors = statusCode >= 400 && statusCode < 500 ? 1 : 0;
    const serverErrors = statusCode >= 500 ? 1 : 0;
    const lastUsedMs = now();
    const dayNumber = Math.floor(lastUsedMs / DAY_MS);
    const counts = { requests: 1, clientErrors, serverErrors };
    add({ apiKeyId, operation, dayNumber, ...counts, lastUsedMs });
  };
}

function toKeyUsage({ dayNumber, lastUsedMs, ...usage }: UnsavedUsage) {
  const lastUsedAt = new Date(lastUsedMs - (lastUsedMs % MINUTE_MS));
  return { ...usage, day: dayOf(dayNumber * DAY_MS), lastUsedAt };
}
