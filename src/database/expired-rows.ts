import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Prisma } from '../../generated/prisma/sqlite/client.ts';
import { createFailureLog } from '../observability/failure-log.ts';
import type { Database } from './database.ts';
import { faultKind } from './faults.ts';
import { dayOf } from './key-usages.ts';

/*
 * Removes expired idempotency keys, and the usage of API keys after 400 days: a few at a time in
 * the background, so that no request waits.
 */

const MAX_REMOVED_AT_ONCE = 200;
const USAGE_KEPT_MS = 400 * 86_400_000;
/** The pause between batches, in which requests have the database to themselves. */
const PAUSE_MS = 100;
const FIRST_MS = 1_000;

interface ExpiredRowsOptions {
  readonly database: Pick<Database, 'client' | 'provider'>;
  /** How often to look for expired rows. */
  readonly intervalMs: number;
  /** The time of day in milliseconds. */
  readonly now: () => number;
}

async function expiredRows(app: FastifyInstance, options: ExpiredRowsOptions) {
  const { database, intervalMs, now } = options;
  const { client, provider } = database;
  // Who waits for no lock deadlocks with nobody: neither with a create nor with another instance.
  const unlocked = provider === 'sqlite' ? Prisma.empty : Prisma.sql`FOR UPDATE SKIP LOCKED`;
  const logFailure = createFailureLog(app, 'expired rows could not be removed', 'warn');
  let removing = Promise.resolve();
  // Not at once: removing loads Prisma's query compiler, for which the start would wait.
  let timer = removeAfter(FIRST_MS);
  let isClosing = false;
  app.addHook('onClose', async () => {
    isClosing = true;
    clearTimeout(timer);
    await removing;
  });

  async function remove() {
    const nowDate = new Date(now());
    const firstDay = dayOf(now() - USAGE_KEPT_MS);
    const limit = Prisma.sql`LIMIT ${MAX_REMOVED_AT_ONCE} ${unlocked}`;
    const mayLeaveMore = await Promise.all([
      isFull(client.$executeRaw`
        DELETE FROM idempotency_keys WHERE (customer_id, key) IN (
          SELECT customer_id, key FROM idempotency_keys WHERE expires_at <= ${nowDate} ${limit}
        )`),
      isFull(client.$executeRaw`
        DELETE FROM key_usages WHERE (api_key_id, day, operation) IN (
          SELECT api_key_id, day, operation FROM key_usages WHERE day < ${firstDay} ${limit}
        )`),
    ]);
    const pauseMs = mayLeaveMore.includes(true) ? PAUSE_MS : intervalMs;
    if (!isClosing) timer = removeAfter(pauseMs);
  }

  /** Whether a batch was as large as it can be. Never rejects, so that a close waits for both. */
  async function isFull(batch: Promise<number>): Promise<boolean> {
    try {
      return (await batch) === MAX_REMOVED_AT_ONCE;
    } catch (err) {
      logFailure(err, faultKind(err));
      return false;
    }
  }

  function removeAfter(ms: number): NodeJS.Timeout {
    const begin = () => {
      removing = remove();
    };
    return setTimeout(begin, ms).unref();
  }
}

export default fp(expiredRows, { name: 'expired-rows' });
