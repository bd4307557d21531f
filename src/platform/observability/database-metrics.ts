// Metrics of the database and of Redis.

import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client';
import type { CallObserver } from '../async/observed-calls.ts';

export interface MeasuredDatabase {
  onStatement(observer: CallObserver<string>): void;
  readonly adapter: { readonly pool?: () => Readonly<Record<'size' | 'used' | 'waiting', number>> };
}

export interface MeasuredRedis {
  onCommand(observer: CallObserver<void>): void;
  isUp(): boolean;
  outages(): number;
}

/** Fine at the start: statements and commands take a fraction of a millisecond. */
const BUCKETS_SECONDS = [
  0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
];

/** Measures the statements, and the connections if there is a pool of them. */
export function measureDatabase(database: MeasuredDatabase, registry: Registry) {
  database.onStatement(timer('database_statement_duration_seconds', registry));
  const { pool } = database.adapter;
  if (!pool) return;
  const helps = {
    size: 'Most connections to the database.',
    used: 'Connections to the database in use.',
    waiting: 'Calls that wait for a connection to the database.',
  };
  for (const part of ['size', 'used', 'waiting'] as const) {
    new Gauge({
      name: `database_pool_${part}`,
      help: helps[part],
      registers: [registry],
      collect() {
        this.set(pool()[part]);
      },
    });
  }
}

/** Measures the commands, and whether they can be sent. */
export function measureRedis(redis: MeasuredRedis, registry: Registry) {
  redis.onCommand(timer('redis_command_duration_seconds', registry));
  new Gauge({
    name: 'redis_available',
    help: 'Whether requests are counted in Redis: 1, or 0 during an outage.',
    registers: [registry],
    collect() {
      this.set(redis.isUp() ? 1 : 0);
    },
  });
  showCount(registry, {
    name: 'redis_outages_total',
    help: 'How often Redis became unavailable, so that this instance counted locally.',
    total: redis.outages,
  });
}

/** Shows what is counted elsewhere. */
export function showCount(
  registry: Registry,
  { name, help, total }: { name: string; help: string; total(): number },
) {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(total());
    },
  });
}

function timer(name: string, registry: Registry) {
  const labelNames = ['result'];
  const help = 'Time from the call to its result.';
  const registers = [registry];
  const histogram = new Histogram({ name, help, labelNames, buckets: BUCKETS_SECONDS, registers });
  return () => {
    const startMs = performance.now();
    return (error?: unknown) => {
      const seconds = (performance.now() - startMs) / 1_000;
      histogram.observe({ result: error === undefined ? 'ok' : 'error' }, seconds);
    };
  };
}
