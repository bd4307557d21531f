import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { faultKind, type PrismaClient, type Replica, withTimeout } from '../database/index.ts';
import { createFailureLog } from '../failure-log.ts';
import type { SharedStore } from '../limits/index.ts';

/*
 * Liveness and readiness for whatever runs the service. Internal: neither below the base path nor in
 * the contract, and without a key.
 */

interface HealthOptions {
  readonly client: PrismaClient;
  /** Absent where no Redis is configured. */
  readonly sharedStore?: SharedStore | undefined;
  /** Absent where none is configured. */
  readonly replica?: Pick<Replica, 'isUp'> | undefined;
}

const DATABASE_TIMEOUT_MS = 1_000;
/** For how long a result is reused: anybody may ask, and each check costs the database a query. */
const MAX_AGE_MS = 500;
/** Probes are frequent: they get no line in the access log. */
const QUIET = { logLevel: 'warn' } as const;

async function health(app: FastifyInstance, { client, sharedStore, replica }: HealthOptions) {
  let latest: ReturnType<typeof checkReadiness> | undefined;
  let checkedAtMs = 0;
  const logFailure = createFailureLog(app.log, 'not ready: the database does not respond', 'warn');
  app.addHook('onClose', async () => logFailure.flush());

  app.get('/healthz', QUIET, () => ({ status: 'alive' }));
  app.get('/readyz', QUIET, async (_request, reply) => {
    const readiness = app.shutdown.hasBegun ? { status: 'stopping' } : await recentReadiness();
    return reply.code(readiness.status === 'ready' ? 200 : 503).send(readiness);
  });

  function recentReadiness() {
    const nowMs = Date.now();
    // The distance, since the clock may have been set back.
    if (!latest || Math.abs(nowMs - checkedAtMs) >= MAX_AGE_MS) {
      checkedAtMs = nowMs;
      latest = checkReadiness();
    }
    return latest;
  }

  async function checkReadiness() {
    const [isDatabaseOk, isRedisOk] = await Promise.all([
      checkDatabase(),
      sharedStore?.isAvailable(),
    ]);
    return {
      status: isDatabaseOk ? 'ready' : 'unready',
      checks: {
        database: isDatabaseOk ? 'ok' : 'failed',
        // Without Redis the instance counts locally, and stays ready.
        ...(sharedStore && { redis: isRedisOk ? 'ok' : 'degraded' }),
        // Without it the primary is read.
        ...(replica && { replica: replica.isUp() ? 'ok' : 'degraded' }),
      },
    };
  }

  async function checkDatabase(): Promise<boolean> {
    try {
      await withTimeout(client.pet.findFirst({ select: { id: true } }), DATABASE_TIMEOUT_MS);
      return true;
    } catch (err) {
      logFailure(err, faultKind(err));
      return false;
    }
  }
}

export default fp(health, { name: 'health', dependencies: ['shutdown'] });
