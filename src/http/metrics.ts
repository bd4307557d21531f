import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Database } from '../database/index.ts';
import type { ObservedStore } from '../limits/index.ts';
import { measureDatabase, measureRedis } from './dependency-metrics.ts';
import { startMetricsListener } from './metrics-listener.ts';
import { countDeprecatedCalls, measureRequests } from './request-metrics.ts';

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
  readonly version: string;
  readonly database: Database;
  /** Absent where no Redis is configured. */
  readonly sharedStore?: ObservedStore | undefined;
}

/** What prom-client adds to the process, although its names are those of counters. */
const MISNAMED = ['handles', 'requests', 'resources'].map((kind) => `nodejs_active_${kind}_total`);

async function metrics(app: FastifyInstance, options: MetricsOptions) {
  const { host, port, version, database, sharedStore } = options;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  describeBuild(version, registry);
  countErrors(app, registry);
  measureRequests(app, registry);
  countDeprecatedCalls(app, registry);
  measureDatabase(database, registry);
  if (sharedStore) measureRedis(sharedStore, registry);

  const listener = await startMetricsListener(registry, app.log, { host, port });
  app.addHook('onClose', async () => listener.close());
  app.log.info(`Metrics at ${listener.origin}/metrics`);
}

function describeBuild(version: string, registry: Registry) {
  const info = new Gauge({
    name: 'animal_store_build_info',
    help: 'Always 1, with the version of the service and of Node.',
    labelNames: ['version', 'node_version'],
    registers: [registry],
  });
  info.set({ version, node_version: process.versions.node }, 1);
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

export default fp(metrics, { name: 'metrics', dependencies: ['connections'] });
