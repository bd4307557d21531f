// Liveness and readiness for whatever runs the service: neither below the base path nor in the
// contract, and without a key.

import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import type { EventLoop } from './event-loop.ts';

/** How long a result is reused: anybody may ask, and each check queries the database. */
const MAX_AGE_MS = 500;
/** Probes are frequent: they get no line in the access log. */
const QUIET = { logLevel: 'warn' } as const;

interface ReadinessOptions {
  /** Says what the database can do now, and why not more. Never rejects. */
  readonly checkDatabase: () => Promise<
    Readonly<{ isReady: boolean; error?: unknown; database: string; schema?: string }>
  >;
  readonly onFailure: (error: unknown) => void;
  readonly redis: { isUp(): boolean } | undefined;
  /** Says how the clock of this instance differs from others; undefined while it does not. */
  readonly clockDifference: () => string | undefined;
  /** An instance is ready when it would admit a request. */
  readonly eventLoop: EventLoop;
  /** Aborted once a stop has begun. */
  readonly stopping: AbortSignal;
}

/** What an instance can do now. */
export interface InstanceState {
  readonly status: 'ready' | 'unready' | 'stopping' | 'overloaded';
  readonly checks?: Readonly<Partial<Record<'database' | 'schema' | 'redis' | 'clock', string>>>;
}

/** @returns a function that tells the state, by a check of the database in the last half second */
export function watchReadiness(options: ReadinessOptions): () => Promise<InstanceState> {
  const { checkDatabase, onFailure, redis, clockDifference, eventLoop, stopping } = options;
  let latest: Promise<InstanceState> | undefined;

  /**
   * What the instance stays ready with: without Redis it counts locally, and its clock is wrong for
   * what it shows and stores, not for how long anything lasts.
   */
  function ownChecks() {
    const clock = clockDifference();
    return {
      ...(redis && { redis: redis.isUp() ? 'ok' : 'degraded' }),
      ...(clock !== undefined && { clock }),
    };
  }

  /** Why this process itself is not ready. While it is late, the database would seem to be. */
  function ownState(): InstanceState | undefined {
    const checks = ownChecks();
    const known = Object.keys(checks).length > 0 && { checks };
    if (stopping.aborted) return { status: 'stopping', ...known };
    return eventLoop.isOverloaded ? { status: 'overloaded', ...known } : undefined;
  }

  async function check(): Promise<InstanceState> {
    const { isReady, error, ...checks } = await checkDatabase();
    if (error !== undefined) onFailure(error);
    return { status: isReady ? 'ready' : 'unready', checks: { ...checks, ...ownChecks() } };
  }

  return async () => {
    const own = ownState();
    if (own) return own;
    if (!latest) {
      latest = check();
      setTimeout(() => {
        latest = undefined;
      }, MAX_AGE_MS).unref();
    }
    const state = await latest;
    // A stop may have begun meanwhile.
    return ownState() ?? state;
  };
}

interface HealthOptions {
  readonly readState: () => Promise<InstanceState>;
}

async function health(app: FastifyInstance, { readState }: HealthOptions) {
  app.get('/healthz', QUIET, (_request, reply) => send(reply, { status: 'alive' }));
  app.get('/readyz', QUIET, async (_request, reply) => {
    const state = await readState();
    reply.code(state.status === 'ready' ? 200 : 503);
    return send(reply, state);
  });
}

/** Without a serializer of its own, Fastify would add a charset to the type. */
function send(reply: FastifyReply, state: object) {
  return reply.type('application/json').serializer(String).send(JSON.stringify(state));
}

export default fp(health, { name: 'health' });
