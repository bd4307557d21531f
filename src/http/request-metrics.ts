import type { FastifyInstance, FastifyReply } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { wasReset } from './connections.ts';

/** The label of what is no operation of the contract: unknown paths and methods, the documentation, probes. */
const NO_OPERATION = 'none';
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** How many API keys get a label of their own, in the order of their first call; the rest share one. */
const MAX_KEYS = 1_000;
const OTHER_KEYS = 'other';

/** Counts and times the requests, and what becomes of them. */
export function measureRequests(app: FastifyInstance, registry: Registry) {
  const registers = [registry];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of the header to the end of the response, by operation and class of the status.',
    labelNames: ['operation', 'status_class'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const aborted = new Counter({
    name: 'http_requests_aborted_total',
    help: 'Requests whose connection was closed before the end of the response, by operation and by who closed it.',
    labelNames: ['operation', 'closed_by'],
    registers,
  });
  const { open, onAbort } = app.connections;
  new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests whose header has arrived, and whose response is not complete.',
    registers,
    collect() {
      let count = 0;
      for (const { reply } of open.values()) if (reply) count += 1;
      this.set(count);
    },
  });
  app.addHook('onResponse', (request, reply, next) => {
    if (wasReset(request)) return next();
    const operation = operationOf(reply);
    const { statusCode: status, elapsedTime } = reply;
    requests.inc({ operation, status });
    const statusClass = `${Math.trunc(status / 100)}xx`;
    durations.observe({ operation, status_class: statusClass }, elapsedTime / 1_000);
    next();
  });
  onAbort((reply, isByClient) => {
    aborted.inc({ operation: operationOf(reply), closed_by: isByClient ? 'client' : 'service' });
  });
}

function operationOf({ request }: FastifyReply): string {
  return request.routeOptions.config.operation?.operationId ?? NO_OPERATION;
}

/** Shows which customers still call a deprecated operation. */
export function countDeprecatedCalls(app: FastifyInstance, registry: Registry) {
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
