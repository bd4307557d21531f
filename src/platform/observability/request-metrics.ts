// Metrics of requests.

import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Contract } from '../contract/index.ts';
import type { ErrorCodes } from '../errors/index.ts';
import type { EndListener } from '../http/index.ts';

export interface RequestMetrics {
  readonly onRequestEnd: EndListener;
  /**
   * The end of a message to /mcp that was passed on: what it became is a request of its own, which
   * is measured instead.
   */
  readonly onForwardedEnd: EndListener;
  /** @param part such as `query status` */
  countDeprecatedPart(request: FastifyRequest, part: string): void;
  countError(code: string): void;
  countBan(): void;
}

/** By name: the help text, then the labels. */
const COUNTERS = {
  http_requests_total: ['Responses.', 'operation', 'status'],
  http_requests_aborted_total: ['Requests without a whole response.', 'operation', 'closed_by'],
  http_errors_total: ['Error responses, also to what could not be read as a request.', 'code'],
  bans_total: ['API keys banned here.'],
  deprecated_calls_total: [
    'Calls of deprecated operations, and calls with deprecated parts.',
    'operation',
    'part',
    'api_key_id',
  ],
} as const;
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** How many API keys get a label of their own: the first that call. All others share one. */
const MAX_KEYS = 1_000;

interface MeasuredApis {
  readonly contracts: readonly Contract[];
  readonly errorCodes: ErrorCodes;
  readonly noOperation: string;
}

/** Counts and times requests, what becomes of them, and who uses what is deprecated. */
export function measureRequests(
  app: FastifyInstance,
  registry: Registry,
  { contracts, errorCodes, noOperation }: MeasuredApis,
): RequestMetrics {
  const registers = [registry];
  const counters = createCounters(registry);
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests in flight.',
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the header of a request to the end of its response.',
    labelNames: ['operation', 'status_class'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  // From the start, since a counter that appears with its first value shows no increase.
  for (const code of Object.keys(errorCodes)) counters.http_errors_total.inc({ code }, 0);
  const operations = contracts.flatMap((contract) => contract.operations);
  const names = operations.map(({ qualifiedId }) => qualifiedId);
  for (const operation of [...names, noOperation]) {
    counters.http_requests_aborted_total.inc({ operation, closed_by: 'client' }, 0);
    counters.http_requests_aborted_total.inc({ operation, closed_by: 'service' }, 0);
  }
  const labelled = new Set<bigint>();
  app.addHook('onRequest', (_request, _reply, next) => {
    inFlight.inc();
    next();
  });

  /** @param part undefined for a call of a deprecated operation */
  const countDeprecated = ({ caller, operation: known }: FastifyRequest, part?: string) => {
    if (!caller.customer || !known) return;
    const { apiKeyId } = caller.customer;
    if (labelled.size < MAX_KEYS) labelled.add(apiKeyId);
    const api_key_id = labelled.has(apiKeyId) ? String(apiKeyId) : 'other';
    const operation = known.qualifiedId;
    counters.deprecated_calls_total.inc({ operation, ...(part && { part }), api_key_id });
  };

  const onRequestEnd: EndListener = (request, reply, closed_by) => {
    const { operation: known } = request;
    const { statusCode: status, elapsedTime } = reply;
    inFlight.dec();
    const operation = known?.qualifiedId ?? noOperation;
    if (closed_by) return counters.http_requests_aborted_total.inc({ operation, closed_by });
    counters.http_requests_total.inc({ operation, status });
    const status_class = `${Math.trunc(status / 100)}xx`;
    durations.observe({ operation, status_class }, elapsedTime / 1_000);
    if (known?.deprecation) countDeprecated(request);
  };

  return {
    onForwardedEnd: () => inFlight.dec(),
    onRequestEnd,
    countDeprecatedPart: countDeprecated,
    countError: (code) => counters.http_errors_total.inc({ code }),
    countBan: () => counters.bans_total.inc(),
  };
}

function createCounters(registry: Registry) {
  const counters = Object.entries(COUNTERS).map(([name, [help, ...labelNames]]) => {
    return [name, new Counter({ name, help, labelNames, registers: [registry] })];
  });
  return Object.fromEntries(counters) as Record<keyof typeof COUNTERS, Counter<string>>;
}
