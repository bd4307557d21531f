import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { createFailureLog } from '../failure-log.ts';
import type { PrismaClient } from './database.ts';
import { faultKind } from './faults.ts';

/*
 * Removes expired idempotency keys in the background, a few at a time, so that no request waits for it.
 */

const MAX_REMOVED_AT_ONCE = 200;

/** The pause between one batch of keys and the next, in which requests have the database to themselves. */
const PAUSE_MS = 100;

/** @param options the database, and how often to look for expired keys */
async function expiredIdempotencyKeys(
  app: FastifyInstance,
  { client, intervalMs }: { readonly client: PrismaClient; readonly intervalMs: number },
) {
  const logFailure = createFailureLog(app.log, 'expired idempotency keys are not removed', 'warn');
  const closing = new AbortController();
  const { signal } = closing;
  const ended = keepRemoving();
  app.addHook('onClose', () => {
    closing.abort();
    return ended.finally(logFailure.flush);
  });

  async function keepRemoving() {
    while (!signal.aborted) {
      const pauseMs = (await remove()) < MAX_REMOVED_AT_ONCE ? intervalMs : PAUSE_MS;
      await setTimeout(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  async function remove() {
    try {
      const where = { expiresAt: { lte: new Date(Date.now()) } };
      return (await client.idempotencyKey.deleteMany({ where, limit: MAX_REMOVED_AT_ONCE })).count;
    } catch (err) {
      logFailure(err, faultKind(err));
      return 0;
    }
  }
}

export default fp(expiredIdempotencyKeys, { name: 'expired-idempotency-keys' });
