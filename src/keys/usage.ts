import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { addKeyUsages, dayOf, type PrismaClient } from '../database/index.ts';
import { startPeriodicWrites } from '../periodic-writes.ts';

/*
 * Counts the requests of each API key, and adds the counts to the stored rows, which all instances
 * share.
 */

interface Count {
  readonly apiKeyId: number;
  readonly operation: string;
  readonly dayNumber: number;
  requests: number;
  clientErrors: number;
  lastUsedMs: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The operation of other requests: unknown paths and methods. */
const NO_OPERATION = 'none';

async function keyUsage(app: FastifyInstance, { client }: { readonly client: PrismaClient }) {
  let counts = new Map<string, Count>();

  app.onRequestEnd(({ caller, operation }, { statusCode }) => {
    if (!caller.customer) return;
    const { apiKeyId } = caller.customer;
    const clientErrors = statusCode >= 400 && statusCode < 500 ? 1 : 0;
    const lastUsedMs = app.now();
    const dayNumber = Math.floor(lastUsedMs / DAY_MS);
    const operationId = operation?.operationId ?? NO_OPERATION;
    add({ apiKeyId, operation: operationId, dayNumber, requests: 1, clientErrors, lastUsedMs });
  });

  function add(more: Count) {
    const id = `${more.apiKeyId} ${more.dayNumber} ${more.operation}`;
    const count = counts.get(id);
    if (count) {
      count.requests += more.requests;
      count.clientErrors += more.clientErrors;
      count.lastUsedMs = Math.max(count.lastUsedMs, more.lastUsedMs);
    } else {
      counts.set(id, more);
    }
  }

  const close = startPeriodicWrites(app, 'the usage of API keys is not stored', {
    take() {
      // Sorted, so that two instances that write the same rows do not deadlock.
      const unsaved = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
      counts = new Map();
      return unsaved;
    },
    write: (some) => addKeyUsages(client, some.map(toUsage)),
    restore: (unsaved) => unsaved.forEach(add),
  });
  app.addHook('onClose', close);
}

function toUsage({ dayNumber, lastUsedMs, ...count }: Count) {
  const lastUsedAt = new Date(lastUsedMs - (lastUsedMs % MINUTE_MS));
  return { ...count, day: dayOf(dayNumber * DAY_MS), lastUsedAt };
}

export default fp(keyUsage, { name: 'key-usage', dependencies: ['exchange'] });
