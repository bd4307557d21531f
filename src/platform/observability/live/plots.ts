// What the live page shows. deploy/dashboard.json begins with the same plots, with the same titles
// and in the same order, for whoever moves on to Grafana.

interface Plot {
  readonly title: string;
  readonly unit: 'per second' | 'seconds' | 'bytes' | 'count';
  readonly lines: readonly Lines[];
}

/** What is drawn of a metric: nothing where it is missing, as those of Redis are without Redis. */
export interface Lines {
  readonly metric: string;
  /** `increase` is that of the interval, `rate` the same for each second. */
  readonly shows: 'value' | 'rate' | 'increase' | Quantile;
  /** The label that has a line for each of its values; otherwise all are one line. */
  readonly by?: string;
  /** The name of the only line. */
  readonly name?: string;
}

/** The quantiles that are shown of a histogram. */
export const QUANTILES = { p50: 0.5, p99: 0.99 };
type Quantile = keyof typeof QUANTILES;

function quantilesOf(metric: string): Lines[] {
  const names = Object.keys(QUANTILES) as Quantile[];
  return names.map((name) => ({ metric, shows: name, name }));
}

export const PLOTS: readonly Plot[] = [
  {
    title: 'Responses by class of status',
    unit: 'per second',
    lines: [{ metric: 'http_request_duration_seconds', shows: 'rate', by: 'status_class' }],
  },
  {
    title: 'Time of a request',
    unit: 'seconds',
    lines: quantilesOf('http_request_duration_seconds'),
  },
  {
    title: 'Rejections by code',
    unit: 'per second',
    lines: [{ metric: 'http_errors_total', shows: 'rate', by: 'code' }],
  },
  {
    title: 'Requests in flight',
    unit: 'count',
    lines: [{ metric: 'http_requests_in_flight', shows: 'value', name: 'in flight' }],
  },
  {
    title: 'Bans',
    unit: 'count',
    lines: [{ metric: 'bans_total', shows: 'increase', name: 'banned' }],
  },
  {
    title: 'Delay of the event loop',
    unit: 'seconds',
    lines: [
      { metric: 'nodejs_eventloop_lag_mean_seconds', shows: 'value', name: 'mean' },
      { metric: 'nodejs_eventloop_lag_p99_seconds', shows: 'value', name: 'p99' },
    ],
  },
  {
    title: 'Cores in use',
    unit: 'count',
    lines: [{ metric: 'process_cpu_seconds_total', shows: 'rate', name: 'process' }],
  },
  {
    title: 'Memory',
    unit: 'bytes',
    lines: [
      { metric: 'process_resident_memory_bytes', shows: 'value', name: 'process' },
      { metric: 'nodejs_heap_size_used_bytes', shows: 'value', name: 'heap in use' },
    ],
  },
  {
    title: 'Time of a statement',
    unit: 'seconds',
    lines: quantilesOf('database_statement_duration_seconds'),
  },
  {
    title: 'Connections to PostgreSQL',
    unit: 'count',
    lines: [
      { metric: 'database_pool_size', shows: 'value', name: 'size' },
      { metric: 'database_pool_used', shows: 'value', name: 'used' },
      { metric: 'database_pool_waiting', shows: 'value', name: 'waiting' },
    ],
  },
  {
    title: 'Time of counting in Redis',
    unit: 'seconds',
    lines: quantilesOf('redis_command_duration_seconds'),
  },
  {
    title: 'Redis is available',
    unit: 'count',
    lines: [{ metric: 'redis_available', shows: 'value', name: 'available' }],
  },
];
