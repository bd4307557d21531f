import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { addKeyUsages, dayOf, faultKind, type PrismaClient } from '../database/index.ts';
import { createFailureLog } from '../failure-log.ts';

/*
 * Counts what each API key is used for, in memory, and adds it to what is stored once a second: a stop loses
 * nothing, a crash at most the last second. All instances add to the same rows.
 */

interface Count {
  readonly apiKeyId: number;
  readonly operation: string;
  readonly dayNumber: number;
  requests: number;
  rejections: number;
  lastUsedMs: number;
}

const SAVE_INTERVAL_MS = 1_000;
const ROWS_PER_STATEMENT = 500;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** What is no operation of the contract: unknown paths and methods. */
const NO_OPERATION = 'none';

async function keyUsage(app: FastifyInstance, { client }: { readonly client: PrismaClient }) {
  const logFailure = createFailureLog(app.log, 'the usage of API keys is not stored');
  let counts = new Map<string, Count>();
  let saving = Promise.resolve();

  app.onRequestEnd(({ caller, operation }, { statusCode }) => {
    if (!caller?.customer) return;
    const { apiKeyId } = caller.customer;
    const rejections = statusCode >= 400 && statusCode < 500 ? 1 : 0;
    const lastUsedMs = Date.now();
    const dayNumber = Math.floor(lastUsedMs / DAY_MS);
    const operationId = operation?.operationId ?? NO_OPERATION;
    add({ apiKeyId, operation: operationId, dayNumber, requests: 1, rejections, lastUsedMs });
  });

  function add(more: Count) {
    const id = `${more.apiKeyId} ${more.dayNumber} ${more.operation}`;
    const count = counts.get(id);
    if (!count) {
      counts.set(id, more);
      return;
    }
    count.requests += more.requests;
    count.rejections += more.rejections;
    count.lastUsedMs = Math.max(count.lastUsedMs, more.lastUsedMs);
  }

  async function saveAll() {
    // In one order, so that instances that add to the same rows do not wait for each other in a circle.
    const unsaved = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
    counts = new Map();
    while (unsaved.length > 0) {
      const some = unsaved.slice(0, ROWS_PER_STATEMENT);
      try {
        await addKeyUsages(client, some.map(toUsage));
      } catch (err) {
        unsaved.forEach(add);
        return logFailure(err, faultKind(err));
      }
      unsaved.splice(0, some.length);
    }
  }

  function save() {
    saving = saving.then(saveAll);
    return saving;
  }

  const timer = setInterval(save, SAVE_INTERVAL_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await save();
    logFailure.flush();
  });
}

function toUsage({ dayNumber, lastUsedMs, ...count }: Count) {
  const lastUsedAt = new Date(lastUsedMs - (lastUsedMs % MINUTE_MS));
  return { ...count, day: dayOf(dayNumber * DAY_MS), lastUsedAt };
}

export default fp(keyUsage, { name: 'key-usage', dependencies: ['access-log'] });
