import type { IncomingMessage } from 'node:http';
import {
  type Attributes,
  type Context,
  createTraceState,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Contract } from '../contract/index.ts';
import {
  type CallObserver,
  type Database,
  faultKind,
  observeStatements,
  readAddress,
} from '../database/index.ts';
import { type CallerTrace, callerTrace, createRequestLog } from '../log.ts';
import type { RedisCounters } from '../redis/index.ts';
import { type Config, currentValue } from '../settings/index.ts';
import { callFor, type Waiting, waitingRequests } from '../waiting-requests.ts';
import { ABORT_TYPES, routeOf } from './access-log.ts';
import type { EndListener } from './exchange.ts';
import { openTracerProvider } from './trace-export.ts';

/*
 * Spans of OpenTelemetry: one for each request, in the trace of its caller, and a child for each
 * step that the request waited for. Names and attributes follow the semantic conventions. As in the
 * log, nothing is recorded into which secrets are pasted by mistake.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 * @see https://opentelemetry.io/docs/specs/semconv/db/database-spans/
 */

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent unless OTEL_EXPORTER_OTLP_ENDPOINT is set. */
    traces?: {
      /** Begins a step that the current request waits for. Returns a function that ends it. */
      beginStep(name: string): () => void;
    };
  }
}

interface TracesOptions {
  readonly config: Config;
  readonly contract: Contract;
  readonly database: Database;
  readonly redis: RedisCounters | undefined;
}

/** A request whose trace is recorded. */
interface TracedRequest {
  readonly span: Span;
  /** From the monotonic clock to the time of day: the same for all spans of the request. */
  readonly offsetMs: number;
}

/** A step that requests have waited for. */
interface Step {
  readonly name: string;
  readonly kind: SpanKind;
  /** By the monotonic clock. */
  readonly startMs: number;
  readonly attributes?: Attributes;
  /** The kind of its failure, if it has failed. */
  readonly failure?: string | undefined;
}

/** The methods that the conventions name. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'];
const COUNT_IN_REDIS = {
  name: 'EVALSHA',
  kind: SpanKind.CLIENT,
  attributes: { 'db.system.name': 'redis', 'db.operation.name': 'EVALSHA' },
};
/** How many are remembered. The service has about twenty, and Prisma's vary in length. */
const MAX_STATEMENTS = 100;
/** How far the time of spans may be from the clock before it is adjusted. */
const MAX_AHEAD_MS = 5;
const UNTRACED: readonly TracedRequest[] = [];

async function traces(app: FastifyInstance, options: TracesOptions) {
  const { config, contract, database, redis } = options;
  const { title, version } = contract.document.info;
  const tracer = openTracerProvider(app, config, version).getTracer(title, version);
  traceRequests(app, tracer, contract.basePath);
  app.decorate('traces', {
    beginStep(name) {
      const startMs = performance.now();
      return () => addStep(tracer, tracedRequests(), { name, kind: SpanKind.INTERNAL, startMs });
    },
  });
  const describe = statementDescriber(serverOf(database, config));
  const observe: CallObserver = ({ seconds, sql = '', isSuccess, error }) => {
    const requests = tracedRequests();
    if (requests.length === 0) return;
    const failure = isSuccess ? undefined : faultKind(error);
    addStep(tracer, requests, { ...describe(sql), startMs: startOf(seconds), failure });
  };
  observeStatements(database, observe, isForTraces);
  redis?.observe(({ seconds, isSuccess }) => {
    const failure = isSuccess ? undefined : 'unavailable';
    addStep(tracer, tracedRequests(), { ...COUNT_IN_REDIS, startMs: startOf(seconds), failure });
  });
}

/** Records a span for each request, and makes the steps of the request know it. */
function traceRequests(app: FastifyInstance, tracer: Tracer, basePath: string) {
  const traced = new WeakMap<IncomingMessage, TracedRequest>();
  let offsetMs = performance.timeOrigin;

  // Fastify calls this first, so every log line of the request has the ids.
  app.setChildLoggerFactory((parent, bindings, options, raw) => {
    // Only probes have a log level of their own: they get no span, and no line in the access log.
    if (options.level) return createRequestLog(parent, bindings, options, raw);
    const caller = callerTrace(raw);
    const startMs = performance.now();
    const aheadMs = Date.now() - offsetMs - startMs;
    // Adjusted only after the clock was set, so that spans of different requests can be compared.
    if (Math.abs(aheadMs) > MAX_AHEAD_MS) offsetMs += aheadMs;
    const startTime = offsetMs + startMs;
    const context = caller ? contextOf(caller, raw) : ROOT_CONTEXT;
    const span = tracer.startSpan('HTTP', { kind: SpanKind.SERVER, startTime }, context);
    if (span.isRecording()) traced.set(raw, { span, offsetMs });
    const { traceId, spanId, traceFlags } = span.spanContext();
    const ids = {
      trace_id: traceId,
      span_id: spanId,
      trace_flags: `0${traceFlags}`,
      parent_span_id: caller?.parent_span_id,
    };
    return parent.child({ ...bindings, ...ids }, options);
  });

  const enterTrace = ({ raw }: FastifyRequest, _reply: FastifyReply, next: () => void) => {
    const request = traced.get(raw);
    // The usual case: nothing is recorded, or the request is in its trace already.
    if (waitingRequests() === request) next();
    else callFor(request ?? UNTRACED, next);
  };
  app.addHook('onRequest', enterTrace);
  // Again, since a body arrives outside the trace.
  app.addHook('preHandler', enterTrace);

  const endTrace: EndListener = (request, reply, closedBy) => {
    const known = traced.get(request.raw);
    if (!known) return;
    const { span } = known;
    const route = routeOf(request, basePath);
    const method = METHODS.includes(request.method) ? request.method : 'HTTP';
    span.updateName(route === undefined ? method : `${method} ${route}`);
    span.setAttributes(requestAttributes(request, route));
    if (reply.raw.headersSent) span.setAttribute('http.response.status_code', reply.statusCode);
    if (closedBy) fail(span, ABORT_TYPES[closedBy]);
    else if (reply.statusCode >= 500) fail(span, reply.error?.code ?? String(reply.statusCode));
    span.end(known.offsetMs + performance.now());
  };
  // onRequestEnd exists once exchange, which is registered later, has loaded.
  app.addHook('onReady', async () => void app.onRequestEnd(endTrace));
}

/** Adds a step that ends now to the trace of the first request that waited. Links the others. */
function addStep(
  tracer: Tracer,
  [first, ...others]: readonly TracedRequest[],
  { name, kind, startMs, attributes, failure }: Step,
) {
  if (!first) return;
  const { span: parent, offsetMs } = first;
  const links = others.map((other) => ({ context: other.span.spanContext() }));
  const context = trace.setSpan(ROOT_CONTEXT, parent);
  const startTime = offsetMs + startMs;
  const span = tracer.startSpan(name, { kind, startTime, links }, context);
  // Not passed to startSpan, which would check attributes twice.
  if (attributes) span.setAttributes(attributes);
  if (failure !== undefined) fail(span, failure);
  span.end(offsetMs + performance.now());
  const link = { context: span.spanContext() };
  for (const other of others) if (other.span.isRecording()) other.span.addLink(link);
}

/** Whether traced requests wait for the current call, or may still join it. */
function isForTraces(): boolean {
  const waiting = waitingRequests();
  return waiting !== undefined && waiting !== UNTRACED;
}

/** The start of a call that ends now after this many seconds, by the monotonic clock. */
function startOf(seconds: number): number {
  return performance.now() - seconds * 1_000;
}

/** @returns a function that describes a statement, and remembers the description */
function statementDescriber(server: Attributes) {
  const known = new Map<string, Omit<Step, 'startMs'>>();
  return (sql: string) => {
    const step = known.get(sql) ?? describeStatement(sql, server);
    if (known.size < MAX_STATEMENTS) known.set(sql, step);
    return step;
  };
}

function describeStatement(sql: string, server: Attributes) {
  const [, operation = ''] = /^\s*(\w+)/.exec(sql) ?? [];
  const [, table] = /\b(?:FROM|INTO|UPDATE)\s+(?:\S+\.)?["`]?(\w+)/.exec(sql) ?? [];
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: SpanKind.CLIENT,
    attributes: { ...server, 'db.operation.name': operation, 'db.collection.name': table },
  };
}

/** The traced requests that wait for the current call. Shared calls have lists of them. */
function tracedRequests(waiting: Waiting | undefined = waitingRequests()): TracedRequest[] {
  if (Array.isArray(waiting)) return waiting.flatMap((one) => (one ? tracedRequests(one) : []));
  // Only `enterTrace` sets a request.
  return waiting === undefined ? [] : [waiting as TracedRequest];
}

/** The context that continues a caller's trace. */
function contextOf(
  { trace_id = '', parent_span_id = '', trace_flags = '' }: CallerTrace,
  raw: IncomingMessage,
): Context {
  const { tracestate } = raw.headers;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: trace_id,
    spanId: parent_span_id,
    traceFlags: Number.parseInt(trace_flags, 16),
    isRemote: true,
    ...(tracestate !== undefined && { traceState: createTraceState(String(tracestate)) }),
  });
}

function requestAttributes(request: FastifyRequest, route: string | undefined): Attributes {
  const { method, protocol, headError, originalUrl } = request;
  const isKnown = METHODS.includes(method);
  return {
    'http.request.method': isKnown ? method : '_OTHER',
    'http.request.method_original': isKnown ? undefined : method,
    'http.route': route,
    'url.scheme': protocol,
    'url.path': safePath(originalUrl.split('?', 1)[0] ?? '', route),
    // The host of a faulty head may be anything.
    ...(!headError && { 'server.address': request.hostname }),
  };
}

/** Redacts a path except for parts of its route and numbers: others may be keys. */
function safePath(path: string, route = ''): string {
  if (path === route) return path;
  const known = route.split('/');
  const isSafe = (part: string, i: number) => part === known[i] || /^\d{1,19}$/.test(part);
  return path
    .split('/')
    .map((part, i) => (isSafe(part, i) ? part : 'REDACTED'))
    .join('/');
}

function fail(span: Span, kind: string) {
  span.setAttribute('error.type', kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The attributes of all statements. */
function serverOf({ provider }: Database, { DATABASE_URL: address }: Config): Attributes {
  const isRemote = provider === 'postgresql';
  const { host, port, database } = isRemote ? readAddress(currentValue(address)).client : {};
  return {
    'db.system.name': provider,
    'db.namespace': database,
    'server.address': host,
    'server.port': port,
  };
}

export default fp(traces, { name: 'traces' });
