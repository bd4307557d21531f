// Every metric that OPERATIONS.md and the dashboard name, once.

/** A graph of the dashboard. */
export interface Panel {
  readonly title: string;
  /** As Grafana calls it. */
  readonly unit: 's' | 'reqps' | 'short' | 'bytes' | 'percentunit';
  /** PromQL by what its lines are called, where `{{name}}` is the value of a label. */
  readonly queries: Readonly<Record<string, string>>;
  /** The alerts of deploy/alerts.yaml that look at the same. */
  readonly alerts?: readonly string[];
}

export interface Metric {
  readonly name: string;
  readonly labels: readonly string[];
  /** In Markdown. */
  readonly shows: string;
  readonly panels?: readonly Panel[];
}

/** The instances that the reader of the dashboard has chosen. */
const CHOSEN = '{instance=~"$instance"}';

/** How often a counter is increased in a second, by the values of labels. */
function rateOf(counter: string, labels: string, matchers = CHOSEN): string {
  return `sum by (${labels}) (rate(${counter}${matchers}[$__rate_interval]))`;
}

/** What a share of the observations of a histogram does not exceed. */
function quantile(share: number, histogram: string, labels: string): string {
  return `histogram_quantile(${share}, ${rateOf(`${histogram}_bucket`, `${labels}, le`)})`;
}

const FAILED = '{instance=~"$instance", status=~"500|503"}';

export const METRICS: readonly Metric[] = [
  {
    name: 'http_requests_total',
    labels: ['operation', 'status'],
    shows: 'responses',
    panels: [
      {
        title: 'Responses by operation and status',
        unit: 'reqps',
        queries: { '{{operation}} {{status}}': rateOf('http_requests_total', 'operation, status') },
      },
      {
        title: 'Share of 500 and 503',
        unit: 'percentunit',
        queries: {
          '{{operation}}': `${rateOf('http_requests_total', 'operation', FAILED)} / ${rateOf('http_requests_total', 'operation')}`,
        },
        alerts: ['AnimalStoreErrors'],
      },
    ],
  },
  {
    name: 'http_request_duration_seconds',
    labels: ['operation', 'status_class'],
    shows: 'time from the header to the end of the response; `status_class` is `2xx` ...',
    panels: [
      {
        title: 'Time of a request',
        unit: 's',
        queries: Object.fromEntries(
          [0.5, 0.95, 0.99].map((share) => [
            `p${share * 100} {{operation}}`,
            quantile(share, 'http_request_duration_seconds', 'operation'),
          ]),
        ),
        alerts: ['AnimalStoreSlow'],
      },
    ],
  },
  {
    name: 'http_requests_in_flight',
    labels: [],
    shows: 'requests without a complete response',
    panels: [
      {
        title: 'Requests in flight',
        unit: 'short',
        queries: { '{{instance}}': `http_requests_in_flight${CHOSEN}` },
      },
    ],
  },
  {
    name: 'http_requests_aborted_total',
    labels: ['operation', 'closed_by'],
    shows: 'requests whose connection was closed before by the `client` or the `service`',
    panels: [
      {
        title: 'Aborted requests',
        unit: 'reqps',
        queries: {
          '{{operation}}, by the {{closed_by}}': rateOf(
            'http_requests_aborted_total',
            'operation, closed_by',
          ),
        },
        alerts: ['AnimalStoreHangUps'],
      },
    ],
  },
  {
    name: 'refusals_total',
    labels: ['code'],
    shows: 'error responses',
    panels: [
      {
        title: 'Rejections by code',
        unit: 'reqps',
        queries: { '{{code}}': rateOf('refusals_total', 'code') },
      },
    ],
  },
  {
    name: 'bans_total',
    labels: [],
    shows: 'keys banned by this instance',
    panels: [
      {
        title: 'Bans in an hour',
        unit: 'short',
        queries: { '{{instance}}': `increase(bans_total${CHOSEN}[1h])` },
      },
    ],
  },
  {
    name: 'unhandled_errors_total',
    labels: [],
    shows: 'faults of the code that no response has shown: see the log',
    panels: [
      {
        title: 'Faults of the code in an hour',
        unit: 'short',
        queries: { '{{instance}}': `increase(unhandled_errors_total${CHOSEN}[1h])` },
      },
    ],
  },
  {
    name: 'deprecated_calls_total',
    labels: ['operation', 'api_key_id'],
    shows: 'calls of deprecated operations; `other` are all keys after the first 1,000',
    panels: [
      {
        title: 'Deprecated calls by key in a day',
        unit: 'short',
        queries: {
          '{{operation}}, key {{api_key_id}}': `sum by (operation, api_key_id) (increase(deprecated_calls_total${CHOSEN}[1d]))`,
        },
      },
    ],
  },
  {
    name: 'database_statement_duration_seconds',
    labels: ['result'],
    shows: 'time of statements, with the wait for a connection; `ok` or `error`',
    panels: [
      {
        title: 'Time of a statement',
        unit: 's',
        queries: {
          'p99 {{result}}': quantile(0.99, 'database_statement_duration_seconds', 'result'),
        },
      },
      {
        title: 'Statements',
        unit: 'reqps',
        queries: {
          '{{instance}} {{result}}': rateOf(
            'database_statement_duration_seconds_count',
            'instance, result',
          ),
        },
        alerts: ['AnimalStoreDatabaseErrors'],
      },
    ],
  },
  {
    name: 'database_pool_size',
    labels: [],
    shows: 'connections to PostgreSQL',
    panels: [
      {
        title: 'Connections to PostgreSQL',
        unit: 'short',
        queries: {
          '{{instance}} open': `database_pool_size${CHOSEN}`,
          '{{instance}} in use': `database_pool_used${CHOSEN}`,
          '{{instance}} waiting': `database_pool_waiting${CHOSEN}`,
        },
        alerts: ['AnimalStorePoolExhausted'],
      },
    ],
  },
  { name: 'database_pool_used', labels: [], shows: 'those in use' },
  { name: 'database_pool_waiting', labels: [], shows: 'requests that wait for one' },
  {
    name: 'redis_command_duration_seconds',
    labels: ['result'],
    shows: 'time of counting in Redis; `ok` or `error`',
    panels: [
      {
        title: 'Time of counting in Redis',
        unit: 's',
        queries: { 'p99 {{result}}': quantile(0.99, 'redis_command_duration_seconds', 'result') },
      },
    ],
  },
  {
    name: 'redis_available',
    labels: [],
    shows: '1, or 0 while Redis fails for any caller',
    panels: [
      {
        title: 'Redis is available',
        unit: 'short',
        queries: { '{{instance}}': `redis_available${CHOSEN}` },
        alerts: ['AnimalStoreRedisUnavailable'],
      },
    ],
  },
  {
    name: 'counter_fallbacks_total',
    labels: [],
    shows: 'how often Redis became unavailable',
    panels: [
      {
        title: 'Outages of Redis in 15 minutes',
        unit: 'short',
        queries: { '{{instance}}': `increase(counter_fallbacks_total${CHOSEN}[15m])` },
        alerts: ['AnimalStoreRedisUnstable'],
      },
    ],
  },
  {
    name: 'nodejs_eventloop_lag_mean_seconds',
    labels: [],
    shows: 'how late the event loop runs, as `MAX_EVENT_LOOP_DELAY_MS` bounds it',
    panels: [
      {
        title: 'Delay of the event loop',
        unit: 's',
        queries: { '{{instance}}': `nodejs_eventloop_lag_mean_seconds${CHOSEN}` },
        alerts: ['AnimalStoreOverloaded'],
      },
    ],
  },
  {
    name: 'process_resident_memory_bytes',
    labels: [],
    shows: 'memory of the process',
    panels: [
      {
        title: 'Memory',
        unit: 'bytes',
        queries: {
          '{{instance}} in all': `process_resident_memory_bytes${CHOSEN}`,
          '{{instance}} heap': `nodejs_heap_size_used_bytes${CHOSEN}`,
        },
      },
    ],
  },
  { name: 'nodejs_heap_size_used_bytes', labels: [], shows: 'memory of V8 in use' },
  {
    name: 'process_cpu_seconds_total',
    labels: [],
    shows: 'CPU time; an instance has one core to use',
    panels: [
      {
        title: 'Cores in use',
        unit: 'percentunit',
        queries: { '{{instance}}': rateOf('process_cpu_seconds_total', 'instance') },
      },
    ],
  },
  {
    name: 'animal_store_build_info',
    labels: ['version', 'revision', 'node_version'],
    shows: 'always 1',
    panels: [
      {
        title: 'Instances by version',
        unit: 'short',
        queries: {
          '{{version}} ({{revision}}) on Node {{node_version}}': `count by (version, revision, node_version) (animal_store_build_info${CHOSEN})`,
        },
      },
    ],
  },
];
