import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Writes } from '../database/index.ts';
import type { SharedStore } from '../limits/index.ts';
import { startMetricsListener } from './metrics-listener.ts';

/*
 * Metrics for Prometheus, on a listener of their own, so that the port of the API does not expose
 * them.
 */

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent unless METRICS_PORT is set. */
    metrics?: {
      /** @param code of the error that is returned */
      countRejection(code: string): void;
      countBan(): void;
    };
  }
}

interface MetricsOptions {
  readonly host: string;
  readonly port: number;
  readonly writes: Writes;
  /** Absent where no Redis is configured. */
  readonly sharedStore?: SharedStore | undefined;
}

/** The label of what is no operation of the contract: unknown paths and methods, the documentation, probes. */
const NO_OPERATION = 'none';
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** How many API keys get a label of their own, in the order of their first call; the rest share one. */
const MAX_KEYS = 1_000;
const OTHER_KEYS = 'other';

async function metrics(app: FastifyInstance, { host, port, sharedStore, writes }: MetricsOptions) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countErrors(app, registry);
  if (sharedStore) countOutages(sharedStore, registry);
  showWritable(writes, registry);
  measureRequests(app, registry);
  countDeprecatedCalls(app, registry);

  const listener = await startMetricsListener(registry, app.log, { host, port });
  app.addHook('onClose', async () => listener.close());
  app.log.info(`Metrics at ${listener.origin}/metrics`);
}

function countErrors(app: FastifyInstance, registry: Registry) {
  const rejections = new Counter({
    name: 'refusals_total',
    help: 'Errors returned, by code, including for what could not be read as a request.',
    labelNames: ['code'],
    registers: [registry],
  });
  const bans = new Counter({
    name: 'bans_total',
    help: 'API keys banned here.',
    registers: [registry],
  });
  app.decorate('metrics', {
    countRejection: (code) => rejections.inc({ code }),
    countBan: () => bans.inc(),
  });
}

function countOutages(sharedStore: SharedStore, registry: Registry) {
  new Counter({
    name: 'counter_fallbacks_total',
    help: 'How often Redis became unavailable, so that this instance counted locally.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(sharedStore.outages());
    },
  });
}

function showWritable(writes: Writes, registry: Registry) {
  new Gauge({
    name: 'database_writable',
    help: 'Whether the database takes writes: 1, or 0 while they fail.',
    registers: [registry],
    async collect() {
      this.set(Number((await writes.failure()) === undefined));
    },
  });
}

function measureRequests(app: FastifyInstance, registry: Registry) {
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of the header to the end of the response, by operation.',
    labelNames: ['operation'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', ({ routeOptions }, { statusCode, elapsedTime }, next) => {
    const operation = routeOptions.config.operation?.operationId ?? NO_OPERATION;
    requests.inc({ operation, status: statusCode });
    durations.observe({ operation }, elapsedTime / 1_000);
    next();
  });
}

/** Shows which customers still call a deprecated operation. */
function countDeprecatedCalls(app: FastifyInstance, registry: Registry) {
  const calls = new Counter({
    name: 'deprecated_calls_total',
    help: `Calls of deprecated operations, by operation and by the id of the API key: the first ${MAX_KEYS} keys have their own label.`,
    labelNames: ['operation', 'api_key_id'],
    registers: [registry],
  });
  const labelledKeys = new Set<number>();
  app.addHook('onResponse', ({ routeOptions, caller }, _reply, next) => {
    const { operation } = routeOptions.config;
    if (operation?.deprecation && caller.customer) {
      const { apiKeyId } = caller.customer;
      if (labelledKeys.size < MAX_KEYS) labelledKeys.add(apiKeyId);
      const label = labelledKeys.has(apiKeyId) ? String(apiKeyId) : OTHER_KEYS;
      calls.inc({ operation: operation.operationId, api_key_id: label });
    }
    next();
  });
}

export default fp(metrics, { name: 'metrics' });
