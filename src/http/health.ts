import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { withTimeout } from '../async/with-timeout.ts';
import { sendJson } from '../contract/index.ts';
import { type Database, faultKind } from '../database/index.ts';
import { requireMigrations } from '../database/migrations/index.ts';
import { createFailureLog } from '../observability/failure-log.ts';

/*
 * Liveness and readiness for whatever runs the service: neither below the base path nor in the
 * contract, and without a key.
 */

const CHECK_TIMEOUT_MS = 1_000;
/** How long a result is reused: anybody may ask, and each check queries the database. */
const MAX_AGE_MS = 500;
/** Probes are frequent: they get no line in the access log. */
const QUIET = { logLevel: 'warn' } as const;

interface HealthOptions {
  readonly database: Database;
  readonly redis: { isUp(): boolean } | undefined;
  /** An instance is ready when it would admit a request. */
  readonly isOverloaded: () => boolean;
  /** Aborted once a stop has begun. */
  readonly stopping: AbortSignal;
}

async function health(
  app: FastifyInstance,
  { database, redis, isOverloaded, stopping }: HealthOptions,
) {
  const logFailure = createFailureLog(app, 'not ready', 'warn');
  let latest: ReturnType<typeof check> | undefined;

  app.get('/healthz', QUIET, (_request, reply) => sendJson(reply, '{"status":"alive"}'));
  app.get('/readyz', QUIET, async (_request, reply) => {
    if (!latest) {
      latest = check();
      setTimeout(() => {
        latest = undefined;
      }, MAX_AGE_MS).unref();
    }
    const readiness = ownState() ?? (await latest);
    reply.code(readiness.status === 'ready' ? 200 : 503);
    return sendJson(reply, JSON.stringify(readiness));
  });

  /** Why this process itself is not ready, whatever the database says. */
  function ownState() {
    if (stopping.aborted) return { status: 'stopping' };
    return isOverloaded() ? { status: 'overloaded' } : undefined;
  }

  async function check() {
    const isUp = await succeeds(database.query('SELECT id FROM api_keys LIMIT 1', []));
    // Unknown while the database does not respond.
    const isCurrent = isUp && (await succeeds(requireMigrations(database)));
    const checks = {
      database: isUp ? 'ok' : 'failed',
      ...(isUp && { schema: isCurrent ? 'ok' : 'failed' }),
      // Without Redis the instance counts locally, and stays ready.
      ...(redis && { redis: redis.isUp() ? 'ok' : 'degraded' }),
    };
    return { status: isCurrent ? 'ready' : 'unready', checks };
  }

  async function succeeds(result: Promise<unknown>): Promise<boolean> {
    try {
      await withTimeout(result, CHECK_TIMEOUT_MS);
      return true;
    } catch (err) {
      logFailure(err, faultKind(err));
      return false;
    }
  }
}

export default fp(health, { name: 'health' });
