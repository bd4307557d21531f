import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { startPeriodicWrites } from '../async/periodic-writes.ts';
import { NO_OPERATION } from '../contract/index.ts';
import { addKeyUsages, dayOf, type PrismaClient } from '../database/index.ts';

/*
 * Counts the requests of each API key, and adds the counts to the stored rows, which all instances
 * share.
 */

/** What a key has sent to an operation in a day, as far as it is not stored yet. */
interface UnsavedUsage {
  readonly apiKeyId: number;
  readonly operation: string;
  readonly dayNumber: number;
  requests: number;
  clientErrors: number;
  lastUsedMs: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** @returns a function that counts a request when it ends */
export function startKeyUsage(
  app: Pick<FastifyInstance, 'log' | 'addHook'>,
  client: PrismaClient,
  now: () => number,
) {
  let unsaved = new Map<string, UnsavedUsage>();

  function countUsage({ caller, operation }: FastifyRequest, { statusCode }: FastifyReply) {
    if (!caller.customer) return;
    const { apiKeyId } = caller.customer;
    const clientErrors = statusCode >= 400 && statusCode < 500 ? 1 : 0;
    const lastUsedMs = now();
    const dayNumber = Math.floor(lastUsedMs / DAY_MS);
    const operationId = operation?.operationId ?? NO_OPERATION;
    add({ apiKeyId, operation: operationId, dayNumber, requests: 1, clientErrors, lastUsedMs });
  }

  function add(more: UnsavedUsage) {
    const id = `${more.apiKeyId} ${more.dayNumber} ${more.operation}`;
    const usage = unsaved.get(id);
    if (usage) {
      usage.requests += more.requests;
      usage.clientErrors += more.clientErrors;
      usage.lastUsedMs = Math.max(usage.lastUsedMs, more.lastUsedMs);
    } else {
      unsaved.set(id, more);
    }
  }

  const close = startPeriodicWrites(app, 'the usage of API keys is not stored', {
    take() {
      const usages = [...unsaved.values()];
      unsaved = new Map();
      return usages;
    },
    write: (usages) => addKeyUsages(client, usages.map(toKeyUsage)),
    restore: (usages) => usages.forEach(add),
  });
  app.addHook('onClose', close);
  return countUsage;
}

function toKeyUsage({ dayNumber, lastUsedMs, ...usage }: UnsavedUsage) {
  const lastUsedAt = new Date(lastUsedMs - (lastUsedMs % MINUTE_MS));
  return { ...usage, day: dayOf(dayNumber * DAY_MS), lastUsedAt };
}
