import { Counter, Histogram, type Registry } from 'prom-client';
import type { Caller } from '../limits/index.ts';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** How many API keys get a label of their own, in the order of their first call; the rest share one. */
const MAX_KEYS = 1_000;
const OTHER_KEYS = 'other';

/**
 * Creates the metrics of all requests.
 *
 * @returns counts one request and its duration in seconds; it looks up each set of labels only once
 */
export function createRequestMetrics(registry: Registry) {
  const registers = [registry];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of the header to the end of the response, by operation.',
    labelNames: ['operation'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const operations = new Map<string, ReturnType<typeof createOperationMetrics>>();

  function createOperationMetrics(operation: string) {
    return { duration: durations.labels(operation), requests: new Map<number, Counter.Internal>() };
  }

  return (operation: string, status: number, seconds: number) => {
    const known = operations.get(operation) ?? createOperationMetrics(operation);
    operations.set(operation, known);
    const counted = known.requests.get(status) ?? requests.labels(operation, String(status));
    known.requests.set(status, counted);
    counted.inc();
    known.duration.observe(seconds);
  };
}

/**
 * Creates the metric that shows which customers still call a deprecated operation.
 *
 * @returns counts one call, unless the caller is anonymous
 */
export function createDeprecatedCallMetric(registry: Registry) {
  const calls = new Counter({
    name: 'deprecated_calls_total',
    help: `Calls of deprecated operations, by operation and by the id of the API key: the first ${MAX_KEYS} keys have their own label.`,
    labelNames: ['operation', 'api_key_id'],
    registers: [registry],
  });
  const labelledKeys = new Set<number>();

  return (operation: string, { customer }: Caller) => {
    if (!customer) return;
    const { apiKeyId } = customer;
    if (labelledKeys.size < MAX_KEYS) labelledKeys.add(apiKeyId);
    const label = labelledKeys.has(apiKeyId) ? String(apiKeyId) : OTHER_KEYS;
    calls.inc({ operation, api_key_id: label });
  };
}
