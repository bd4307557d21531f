// Metrics for Prometheus, on a listener of their own: the port of the API does not expose them.

import { performance } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../async/clock.ts';
import type { Closing } from '../async/closing.ts';
import type { Contract } from '../contract/index.ts';
import type { ErrorCodes } from '../errors/index.ts';
import type { InstanceState } from '../http/index.ts';
import {
  type MeasuredDatabase,
  type MeasuredRedis,
  measureDatabase,
  measureRedis,
  showCount,
} from './database-metrics.ts';
import { createListener, METRICS_PATH } from './listener.ts';
import { serveLivePage } from './live/index.ts';
import { measureRequests, type RequestMetrics } from './request-metrics.ts';

interface MetricsOptions {
  /** What names of metrics of the service itself begin with. */
  readonly namePrefix: string;
  readonly listen: { readonly host: string; readonly port: number };
  readonly version: string;
  /** The commit that was built. */
  readonly revision: string;
  readonly contracts: readonly Contract[];
  /** The operation of requests outside of all contracts. */
  readonly noOperation: string;
  readonly errorCodes: ErrorCodes;
  readonly database: MeasuredDatabase;
  readonly redis: MeasuredRedis | undefined;
  readonly readState: () => Promise<InstanceState>;
  readonly clock: Clock;
  /** How far the clock of this instance is ahead of those that are known, by their place. */
  readonly clockAheadSeconds: () => readonly (readonly [place: string, seconds: number])[];
  readonly droppedLogLines: () => number;
  readonly closing: Closing;
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
): Promise<{ metrics: RequestMetrics; origin: string }> {
  const { version, revision, listen, readState, clock, closing } = options;
  const build = { version, revision, node_version: process.versions.node };
  const registry = new Registry();
  measureProcess(registry, build, options);
  const metrics = measureRequests(app, registry, options);
  measureDatabase(options.database, registry);
  if (options.redis) measureRedis(options.redis, registry);

  const listener = await createListener(listen.host);
  listener.get(METRICS_PATH, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  serveLivePage(listener, { registry, build, readState, clock });
  closing.on('observers', () => listener.close());
  const origin = await listener.listen(listen);
  return { metrics, origin };
}

/** Measures what runs and its clock, and counts what it could not tell anybody. */
function measureProcess(
  registry: Registry,
  build: Readonly<Record<string, string>>,
  { namePrefix, clockAheadSeconds, droppedLogLines, lostSpans }: MetricsOptions,
) {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  new Gauge({
    name: `${namePrefix}_build_info`,
    help: 'Always 1, with the version and the revision of the service, and the version of Node.',
    labelNames: Object.keys(build),
    registers: [registry],
  }).set(build, 1);
  showCount(registry, {
    name: 'nodejs_eventloop_active_seconds_total',
    help: 'How long the event loop was busy.',
    total: () => performance.eventLoopUtilization().active / 1_000,
  });
  new Gauge({
    name: 'clock_ahead_seconds',
    help: 'How far the clock of this instance is ahead of another; negative if it is behind.',
    labelNames: ['of'],
    registers: [registry],
    collect() {
      for (const [of, seconds] of clockAheadSeconds()) this.set({ of }, seconds);
    },
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
}
