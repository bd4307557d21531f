import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { PrismaClient } from './database.ts';
import { removeExpiredKeys } from './idempotency-keys.ts';

/*
 * Removes expired idempotency keys in the background, a few at a time, so that no request waits for it.
 */

export interface ExpiredIdempotencyKeysOptions {
  readonly client: PrismaClient;
  /** How often to look for expired keys. */
  readonly intervalMs: number;
}

/** The pause between one batch of keys and the next, in which requests have the database to themselves. */
const PAUSE_MS = 100;

function expiredIdempotencyKeys(
  app: FastifyInstance,
  options: ExpiredIdempotencyKeysOptions,
  done: () => void,
) {
  const { client, intervalMs } = options;
  const closing = new AbortController();
  const ended = keepRemoving();
  app.addHook('onClose', () => {
    closing.abort();
    return ended;
  });
  done();

  async function keepRemoving() {
    const { signal } = closing;
    while (!signal.aborted) {
      const pauseMs = (await remove()) ? PAUSE_MS : intervalMs;
      await setTimeout(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  async function remove() {
    try {
      return await removeExpiredKeys(client);
    } catch (err) {
      app.log.warn({ err }, 'expired idempotency keys are not removed');
      return false;
    }
  }
}

export default fp(expiredIdempotencyKeys, { name: 'expired-idempotency-keys' });
