import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import {
  type CallObserver,
  type Database,
  observeStatements,
  type PoolState,
} from '../database/index.ts';
import type { ObservedStore } from '../limits/index.ts';

/** A statement or command in this network takes a fraction of a millisecond. */
const BUCKETS_SECONDS = [
  ...[0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05],
  ...[0.1, 0.25, 0.5, 1, 2.5],
];

/** Measures the statements, and the connections if there is a pool of them. */
export function measureDatabase(database: Database, registry: Registry) {
  const name = 'database_statement_duration_seconds';
  const help = 'Time that statements took, with the wait for a connection, by their result.';
  observeStatements(database, createLatencies(name, help, registry));
  new Gauge({
    name: 'database_writable',
    help: 'Whether the database takes writes: 1, or 0 while they fail.',
    registers: [registry],
    async collect() {
      this.set(Number((await database.writes.failure()) === undefined));
    },
  });
  if (!database.pool()) return;
  const gauge = (part: 'size' | 'used' | 'waiting', help: string) =>
    new Gauge({
      name: `database_pool_${part}`,
      help,
      registers: [registry],
      collect() {
        // There is one as long as the database is open.
        const state = database.pool() as PoolState;
        this.set(state[part]);
      },
    });
  gauge('size', 'How many connections to the database there can be.');
  gauge('used', 'Connections to the database that are in use.');
  gauge('waiting', 'Statements and transactions that wait for a connection.');
}

/** Measures the commands, and whether they can be sent. */
export function measureRedis(store: ObservedStore, registry: Registry) {
  const name = 'redis_command_duration_seconds';
  const help = 'Time that commands to Redis took, by their result.';
  store.observe(createLatencies(name, help, registry));
  new Gauge({
    name: 'redis_available',
    help: 'Whether requests are counted in this server of Redis: 1, or 0 during an outage.',
    labelNames: ['node'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { node, isUp } of store.states()) this.set({ node }, isUp ? 1 : 0);
    },
  });
  new Counter({
    name: 'counter_fallbacks_total',
    help: 'How often Redis became unavailable, so that this instance counted locally.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(store.outages());
    },
  });
}

function createLatencies(name: string, help: string, registry: Registry): CallObserver {
  const histogram = new Histogram({
    name,
    help,
    labelNames: ['result'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  return (seconds, isSuccess) => histogram.observe({ result: isSuccess ? 'ok' : 'error' }, seconds);
}
