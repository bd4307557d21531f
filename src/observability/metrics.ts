import { performance } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, Registry } from '@prometheus-io/client';
import Fastify, { type FastifyInstance } from 'fastify';
import { type Config, listenHost, openableOrigin } from '../config/index.ts';
import { REVISION } from '../config/revision.ts';
import type { Contract } from '../contract/index.ts';
import type { Database } from '../database/index.ts';
import type { RedisCounters } from '../limits/redis/index.ts';
import { measureRequests, type RequestMetrics } from './request-metrics.ts';
import { measureDatabase, measureRedis, showCount } from './store-metrics.ts';

// Metrics for Prometheus, on a listener of their own: the port of the API does not expose them.

export interface MetricsOptions {
  readonly config: Config;
  /** The newest first. */
  readonly contracts: readonly Contract[];
  readonly database: Database;
  readonly redis: RedisCounters | undefined;
  readonly droppedLogLines: () => number;
  /** Absent without traces. */
  readonly lostSpans: (() => number) | undefined;
}

/** Default metrics whose names break the conventions of Prometheus. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_utilization_histogram',
  'nodejs_eventloop_utilization_summary',
];

/** Serves metrics until the application is closed. */
export async function startMetrics(
  app: FastifyInstance,
  options: MetricsOptions,
): Promise<RequestMetrics> {
  const { config, contracts, database, redis, droppedLogLines, lostSpans } = options;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const version = contracts[0]?.document.info.version;
  const build = { version, revision: REVISION, node_version: process.versions.node };
  new Gauge({
    name: 'animal_store_build_info',
    help: 'Always 1, with the version and the revision of the service, and the version of Node.',
    labelNames: Object.keys(build),
    registers: [registry],
  }).set(build, 1);
  const requests = measureRequests(app, registry, contracts);
  showCount(registry, {
    name: 'nodejs_eventloop_active_seconds_total',
    help: 'How long the event loop was busy.',
    total: () => performance.eventLoopUtilization().active / 1_000,
  });
  showCount(registry, {
    name: 'log_lines_dropped_total',
    help: 'Lines of the log that were dropped, because nobody read them.',
    total: droppedLogLines,
  });
  if (lostSpans) {
    showCount(registry, {
      name: 'spans_lost_total',
      help: 'Spans that did not reach the collector of traces.',
      total: lostSpans,
    });
  }
  measureDatabase(database, registry);
  if (redis) measureRedis(redis, registry);

  const listener = Fastify({ forceCloseConnections: true });
  listener.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  app.addHook('onClose', () => listener.close());
  const { METRICS_HOST: host, METRICS_PORT: port = 0 } = config;
  const origin = openableOrigin(await listener.listen({ host: listenHost(host), port }));
  // The listener must not keep a stopped service alive.
  listener.server.unref();
  app.log.info(`Metrics at ${origin}/metrics`);
  return requests;
}
