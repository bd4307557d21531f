import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import {
  type Attributes,
  createTraceState,
  type SpanContext,
  SpanKind,
  TraceFlags,
} from '@opentelemetry/api';
import { RandomIdGenerator } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Config, currentValue } from '../config/index.ts';
import type { Contract } from '../contract/index.ts';
import { type Database, faultKind, readAddress } from '../database/index.ts';
import type { EndListener } from '../http/index.ts';
import type { RedisCounters } from '../limits/redis/index.ts';
import { ABORT_TYPES, routeOf } from './access-log.ts';
import { callerTrace, createRequestLog } from './log.ts';
import { type BegunSpan, openSpanQueue, type RecordSpan, type SpanEnd } from './trace-export.ts';

/*
 * Spans of OpenTelemetry: one for each request, in the trace of its caller, and below it what the
 * request waited for. Their names and attributes are those of the semantic conventions. Like log
 * lines, they contain no part of a request into which people paste secrets.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 * @see https://opentelemetry.io/docs/specs/semconv/db/database-spans/
 */

export interface Traces {
  readonly onRequestEnd: EndListener;
  /** Begins a step that the current request waits for. Returns a function that ends it. */
  beginStep(name: string): (failure?: string) => void;
  /** How many spans did not reach the collector since the start. */
  lostSpans(): number;
}

interface TracesOptions {
  readonly config: Config;
  /** The newest first. */
  readonly contracts: readonly Contract[];
  readonly database: Database;
  readonly redis: RedisCounters | undefined;
  /** Whether a text may contain a secret, which is not recorded. */
  readonly isSecret: (text: string) => boolean;
}

const COUNT_IN_REDIS = describeStatement('EVALSHA', { 'db.system.name': 'redis' });

const ids = new RandomIdGenerator();

/** The request for which something is called now, if its trace is recorded. */
const current = new AsyncLocalStorage<BegunSpan | undefined>();

/** Records spans, and sends them until the application is closed. */
export function startTraces(app: FastifyInstance, options: TracesOptions): Traces {
  const { config, contracts, database, redis } = options;
  const { title = '', version = '' } = contracts[0]?.document.info ?? {};
  let lostSpans = 0;
  const onLost = (spans: number) => {
    lostSpans += spans;
  };
  const recordSpan = openSpanQueue(app, config, { name: title, version }, onLost);
  const onRequestEnd = recordRequests(app, options, recordSpan);

  /** Begins a step that the current request waits for. Undefined where nothing is recorded. */
  function beginStep(): ((end: SpanEnd) => void) | undefined {
    const request = current.getStore();
    if (!request) return undefined;
    const { context: parentSpanContext } = request;
    const startMs = performance.now();
    const context = { ...parentSpanContext, spanId: ids.generateSpanId() };
    return (end) => recordSpan({ startMs, context, parentSpanContext }, end);
  }

  const server = serverOf(database, config);
  database.onStatement((sql) => {
    const endStep = beginStep();
    if (!endStep) return undefined;
    return (error) => {
      const failure = error === undefined ? undefined : faultKind(error);
      endStep({ ...describeStatement(sql, server), failure });
    };
  });
  redis?.onQuestion(() => {
    const endStep = beginStep();
    return (error) => {
      endStep?.({ ...COUNT_IN_REDIS, failure: error === undefined ? undefined : 'unavailable' });
    };
  });
  return {
    onRequestEnd,
    lostSpans: () => lostSpans,
    beginStep(name) {
      const endStep = beginStep();
      return (failure) => {
        endStep?.({ name, kind: SpanKind.INTERNAL, attributes: {}, failure });
      };
    },
  };
}

/** Records a span for each request, and runs the request in its trace. */
function recordRequests(
  app: FastifyInstance,
  { config, isSecret }: TracesOptions,
  recordSpan: RecordSpan,
): EndListener {
  const share = config.OTEL_TRACES_SAMPLER_ARG;
  const traced = new WeakMap<IncomingMessage, BegunSpan>();

  // Fastify calls this function first, so that every line of the request has the ids.
  app.setChildLoggerFactory((parent, bindings, options, raw) => {
    // Only probes have a level of their own. They have no line in the access log either.
    if (options.level) return createRequestLog(parent, bindings, options, raw);
    const caller = callerTrace(raw);
    const traceId = caller?.trace_id ?? ids.generateTraceId();
    const spanId = ids.generateSpanId();
    const parentSpanId = caller?.parent_span_id;
    const isRecorded = caller
      ? (Number(`0x${caller.trace_flags}`) & TraceFlags.SAMPLED) !== 0
      : Math.random() < share;
    const state = String(raw.headers.tracestate ?? '');
    if (isRecorded) {
      traced.set(raw, beginSpan(traceId, spanId, parentSpanId, isSecret(state) ? '' : state));
    }
    const fields = {
      ...bindings,
      trace_id: traceId,
      span_id: spanId,
      trace_flags: isRecorded ? '01' : '00',
      parent_span_id: parentSpanId,
    };
    return parent.child(fields, options);
  });

  const enterTrace = ({ raw }: FastifyRequest, _reply: FastifyReply, next: () => void) => {
    const request = traced.get(raw);
    // The usual case: nothing is recorded, or the request is in its trace already.
    if (current.getStore() === request) next();
    else current.run(request, next);
  };
  app.addHook('onRequest', enterTrace);
  // Again, since a body arrives outside of the trace.
  app.addHook('preHandler', enterTrace);

  return (request, reply, closedBy) => {
    const begun = traced.get(request.raw);
    if (!begun) return;
    const { method, protocol, originalUrl } = request;
    const route = routeOf(request);
    const attributes: Attributes = {
      'http.request.method': method,
      'url.scheme': protocol,
      'url.path': safePath(originalUrl, route),
    };
    if (route !== undefined) attributes['http.route'] = route;
    if (reply.raw.headersSent) attributes['http.response.status_code'] = reply.statusCode;
    const name = route === undefined ? method : `${method} ${route}`;
    const failure = closedBy ? ABORT_TYPES[closedBy] : errorOf(reply);
    recordSpan(begun, { name, kind: SpanKind.SERVER, attributes, failure });
  };
}

function beginSpan(
  traceId: string,
  spanId: string,
  parentSpanId: string | undefined,
  state: string,
): BegunSpan {
  const startMs = performance.now();
  const context: SpanContext = { traceId, spanId, traceFlags: TraceFlags.SAMPLED };
  if (parentSpanId === undefined) return { context, startMs };
  if (state !== '') context.traceState = createTraceState(state);
  const parentSpanContext = { ...context, spanId: parentSpanId, isRemote: true };
  return { context, parentSpanContext, startMs };
}

function errorOf({ statusCode, error }: FastifyReply): string | undefined {
  return statusCode < 500 ? undefined : (error?.code ?? String(statusCode));
}

/** A path with only numbers and parts of its route: other parts may be keys, pasted by mistake. */
function safePath(url: string, route = ''): string {
  const [path = ''] = url.split('?', 1);
  if (path === route) return path;
  return path.replaceAll(/[^/]+/g, (part) => {
    return /^\d{1,19}$/.test(part) || route.includes(`/${part}`) ? part : 'REDACTED';
  });
}

function describeStatement(sql: string, server: Attributes) {
  const [operation = ''] = /\w+/.exec(sql) ?? [];
  // Not the table of a subquery that is a column.
  const target = /(?<!\(SELECT \w+ )\b(?:FROM|INTO|UPDATE)\s+(?:\S+\.)?["`]?(\w+)/;
  const [, table] = target.exec(sql) ?? [];
  const attributes: Attributes = { ...server, 'db.operation.name': operation };
  if (table === undefined) return { name: operation, kind: SpanKind.CLIENT, attributes };
  attributes['db.collection.name'] = table;
  return { name: `${operation} ${table}`, kind: SpanKind.CLIENT, attributes };
}

/** The attributes that all statements share. */
function serverOf({ provider }: Database, { DATABASE_URL: address }: Config): Attributes {
  if (provider === 'sqlite') return { 'db.system.name': provider };
  const { client } = readAddress(currentValue(address));
  const { host = 'localhost', port = 5432, database = '' } = client;
  return {
    'db.system.name': provider,
    'db.namespace': database,
    'server.address': host,
    'server.port': port,
  };
}
