import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { SharedStore } from '../limits/index.ts';

/*
 * Counts and times what the service does, for Prometheus. It is shown on a listener of its own, so
 * that what faces the callers does not show it.
 */

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent unless metrics are asked for. */
    metrics?: Metrics;
  }
}

export interface Metrics {
  /** @param code of the error that is answered */
  countRefusal(code: string): void;
  countBan(): void;
}

export interface MetricsOptions {
  readonly host: string;
  readonly port: number;
  /** Absent where no Redis is configured. */
  readonly sharedStore?: SharedStore | undefined;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** What is no operation of the contract: unknown paths and methods, the documentation, probes. */
const NO_OPERATION = 'none';
/** The keys that are named one by one, those that call first; all others share a label. */
const MAX_KEYS = 1_000;
const OTHER_KEYS = 'other';

async function metrics(app: FastifyInstance, { host, port, sharedStore }: MetricsOptions) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const refusals = new Counter({
    name: 'refusals_total',
    help: 'Errors answered, by code, including what could not be read as a request.',
    labelNames: ['code'],
    registers,
  });
  const bans = new Counter({ name: 'bans_total', help: 'API keys banned here.', registers });
  if (sharedStore) {
    new Counter({
      name: 'counter_fallbacks_total',
      help: 'How often Redis became unavailable, so that this instance counted alone.',
      registers,
      collect() {
        this.reset();
        this.inc(sharedStore.outages());
      },
    });
  }
  const countRequest = createRequestCount(registry);
  const countDeprecatedCall = createDeprecatedCallCount(registry);

  app.addHook('onResponse', (request, reply, next) => {
    const { operation } = request.routeOptions.config;
    const operationId = operation?.operationId ?? NO_OPERATION;
    countRequest(operationId, reply.statusCode, reply.elapsedTime / 1_000);
    if (operation?.deprecation) countDeprecatedCall(operationId, request);
    next();
  });
  app.decorate('metrics', {
    countRefusal: (code) => refusals.inc({ code }),
    countBan: () => bans.inc(),
  });

  const listener = Fastify({ forceCloseConnections: true });
  listener.get('/metrics', async (_request, reply) => {
    reply.type(registry.contentType);
    return registry.metrics();
  });
  app.addHook('onClose', () => listener.close());
  const address = await listener.listen({ host, port });
  // Whoever reads metrics keeps no service alive that has nothing else to do.
  listener.server.unref();
  app.log.info(`Metrics at ${address}/metrics`);
}

/** A function that counts a request and how long it took, with the labels resolved beforehand. */
function createRequestCount(registry: Registry) {
  const registers = [registry];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of the header to the end of the answer, by operation.',
    labelNames: ['operation'],
    buckets: SECONDS,
    registers,
  });
  const operations = new Map<string, ReturnType<typeof resolve>>();

  function resolve(operation: string) {
    return { duration: durations.labels(operation), requests: new Map<number, Counter.Internal>() };
  }

  return (operation: string, status: number, seconds: number) => {
    const known = operations.get(operation) ?? resolve(operation);
    operations.set(operation, known);
    const counted = known.requests.get(status) ?? requests.labels(operation, String(status));
    known.requests.set(status, counted);
    counted.inc();
    known.duration.observe(seconds);
  };
}

/** A function that counts a customer's call of an operation that is going to disappear. */
function createDeprecatedCallCount(registry: Registry) {
  const calls = new Counter({
    name: 'deprecated_calls_total',
    help: `Calls of deprecated operations, by operation and by the id of the API key, of which the first ${MAX_KEYS} are named.`,
    labelNames: ['operation', 'api_key_id'],
    registers: [registry],
  });
  const named = new Set<number>();

  return (operation: string, { caller }: FastifyRequest) => {
    if (!caller.customer) return;
    const { apiKeyId } = caller.customer;
    if (named.size < MAX_KEYS) named.add(apiKeyId);
    const label = named.has(apiKeyId) ? String(apiKeyId) : OTHER_KEYS;
    calls.inc({ operation, api_key_id: label });
  };
}

export default fp(metrics, { name: 'metrics' });
