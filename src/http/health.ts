// Liveness and readiness for whatever runs the service: neither below the base path nor in the
// contract, and without a key.

import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { withTimeout } from '../async/with-timeout.ts';

const CHECK_TIMEOUT_MS = 1_000;
/** How long a result is reused: anybody may ask, and each check queries the database. */
const MAX_AGE_MS = 500;
/** Probes are frequent: they get no line in the access log. */
const QUIET = { logLevel: 'warn' } as const;

interface HealthOptions {
  /** Rejects if the database does not respond. */
  readonly askDatabase: () => Promise<unknown>;
  /** Rejects if the schema of the database does not fit this version. */
  readonly checkSchema: () => Promise<unknown>;
  readonly onFailure: (error: unknown) => void;
  readonly redis: { isUp(): boolean } | undefined;
  /** An instance is ready when it would admit a request. */
  readonly isOverloaded: () => boolean;
  /** Aborted once a stop has begun. */
  readonly stopping: AbortSignal;
}

async function health(
  app: FastifyInstance,
  { askDatabase, checkSchema, onFailure, redis, isOverloaded, stopping }: HealthOptions,
) {
  let latest: ReturnType<typeof check> | undefined;

  app.get('/healthz', QUIET, (_request, reply) => send(reply, { status: 'alive' }));
  app.get('/readyz', QUIET, async (_request, reply) => {
    if (!latest) {
      latest = check();
      setTimeout(() => {
        latest = undefined;
      }, MAX_AGE_MS).unref();
    }
    const readiness = ownState() ?? (await latest);
    reply.code(readiness.status === 'ready' ? 200 : 503);
    return send(reply, readiness);
  });

  /** Why this process itself is not ready, whatever the database says. */
  function ownState() {
    if (stopping.aborted) return { status: 'stopping' };
    return isOverloaded() ? { status: 'overloaded' } : undefined;
  }

  async function check() {
    const isUp = await succeeds(askDatabase());
    // Unknown while the database does not respond.
    const isCurrent = isUp && (await succeeds(checkSchema()));
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
    } catch (error) {
      onFailure(error);
      return false;
    }
  }
}

/** Without a serializer of its own, Fastify would add a charset to the type. */
function send(reply: FastifyReply, state: object) {
  return reply.type('application/json').serializer(String).send(JSON.stringify(state));
}

export default fp(health, { name: 'health' });
