import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { inTime, type PrismaClient } from '../database/index.ts';
import type { SharedStore } from '../limits/index.ts';

/*
 * Tells whoever runs the service whether this process is alive and whether it should be sent
 * requests. Internal: neither below the base path nor in the contract, and without a key.
 */

export interface HealthOptions {
  readonly client: PrismaClient;
  /** Absent where no Redis is configured. */
  readonly sharedStore?: SharedStore | undefined;
}

interface Readiness {
  readonly status: 'ready' | 'unready' | 'stopping';
  readonly checks?: Readonly<Record<string, 'ok' | 'degraded' | 'failed'>>;
}

const DATABASE_TIMEOUT_MS = 1_000;
/** For so long an answer is given again, since anybody may ask, and asking costs the database a query. */
const MAX_AGE_MS = 500;
/** No line for each probe. */
const QUIET = { logLevel: 'warn' } as const;

function health(app: FastifyInstance, { client, sharedStore }: HealthOptions, done: () => void) {
  let latest: Promise<Readiness> | undefined;
  let askedAtMs = 0;

  app.get('/healthz', QUIET, () => ({ status: 'alive' }));
  app.get('/readyz', QUIET, async (_request, reply) => {
    const readiness = app.stopping.hasBegun ? STOPPING : await recentReadiness();
    return reply.code(readiness.status === 'ready' ? 200 : 503).send(readiness);
  });
  done();

  function recentReadiness(): Promise<Readiness> {
    const nowMs = Date.now();
    if (!latest || Math.abs(nowMs - askedAtMs) >= MAX_AGE_MS) {
      askedAtMs = nowMs;
      latest = findReadiness();
    }
    return latest;
  }

  async function findReadiness(): Promise<Readiness> {
    const [databaseAnswers, redisAnswers] = await Promise.all([
      askDatabase(),
      sharedStore?.isAvailable(),
    ]);
    return {
      status: databaseAnswers ? 'ready' : 'unready',
      checks: {
        database: databaseAnswers ? 'ok' : 'failed',
        // Without Redis it counts by itself, and goes on.
        ...(sharedStore && { redis: redisAnswers ? 'ok' : 'degraded' }),
      },
    };
  }

  async function askDatabase(): Promise<boolean> {
    try {
      await inTime(client.pet.findFirst({ select: { id: true } }), DATABASE_TIMEOUT_MS);
      return true;
    } catch (err) {
      app.log.warn({ err }, 'not ready: the database does not answer');
      return false;
    }
  }
}

const STOPPING: Readiness = { status: 'stopping' };

export default fp(health, { name: 'health', dependencies: ['stopping'] });
