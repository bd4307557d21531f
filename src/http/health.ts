import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { sendJson } from '../contract/index.ts';
import type { Database, Replica } from '../database/index.ts';
import { isOver } from '../is-over.ts';
import type { SharedStore } from '../limits/index.ts';
import { databaseChecks } from './database-checks.ts';

/*
 * Liveness and readiness for whatever runs the service. Internal: neither below the base path nor in
 * the contract, and without a key.
 */

interface HealthOptions {
  readonly database: Database;
  /** Absent where no Redis is configured. */
  readonly sharedStore?: SharedStore | undefined;
  /** Absent where none is configured. */
  readonly replica?: Pick<Replica, 'isUp'> | undefined;
}

/** For how long a result is reused: anybody may ask, and each check costs the database a query. */
const MAX_AGE_MS = 500;
/** Probes are frequent: they get no line in the access log. */
const QUIET = { logLevel: 'warn' } as const;
const ALIVE = JSON.stringify({ status: 'alive' });

async function health(app: FastifyInstance, { database, sharedStore, replica }: HealthOptions) {
  const checkDatabase = databaseChecks(app, database);
  let latest: ReturnType<typeof checkReadiness> | undefined;
  let checkedAtMs = 0;

  app.get('/healthz', QUIET, (_request, reply) => sendJson(reply, ALIVE));
  app.get('/readyz', QUIET, async (_request, reply) => {
    const readiness = app.shutdown.hasBegun ? { status: 'stopping' } : await recentReadiness();
    reply.code(readiness.status === 'ready' ? 200 : 503);
    return sendJson(reply, JSON.stringify(readiness));
  });

  function recentReadiness() {
    if (!latest || isOver(MAX_AGE_MS, checkedAtMs)) {
      checkedAtMs = Date.now();
      latest = checkReadiness();
    }
    return latest;
  }

  async function checkReadiness() {
    const [checks, isRedisOk] = await Promise.all([checkDatabase(), sharedStore?.isAvailable()]);
    // With a database that takes no writes, what reads can still be served.
    const isReady = checks.database === 'ok' && checks.schema === 'ok';
    return {
      status: isReady ? 'ready' : 'unready',
      checks: {
        ...checks,
        // Without Redis the instance counts locally, and stays ready.
        ...(sharedStore && { redis: isRedisOk ? 'ok' : 'degraded' }),
        // Without it the primary is read.
        ...(replica && { replica: replica.isUp() ? 'ok' : 'degraded' }),
      },
    };
  }
}

export default fp(health, { name: 'health', dependencies: ['shutdown'] });
