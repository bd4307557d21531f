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
import { CAUSES, routeOf } from './access-log.ts';
import type { EndListener } from './exchange.ts';
import { openTracerProvider } from './trace-export.ts';

/*
 * Spans of OpenTelemetry: one for each request, in the trace of its caller, and below it what the
 * request waited for. Their names and attributes are those of the semantic conventions. As in the
 * log, there is nothing in them into which secrets are pasted.
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

/** What a request has waited for. */
interface Step {
  readonly name: string;
  readonly kind: SpanKind;
  /** By the monotonic clock. */
  readonly startMs: number;
  readonly attributes?: Attributes;
  /** The kind of its failure, if it has failed. */
  readonly failure?: string | undefined;
}

/** Those of the conventions. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'];
const COUNT_IN_REDIS = {
  name: 'EVALSHA',
  kind: SpanKind.CLIENT,
  attributes: { 'db.system.name': 'redis', 'db.operation.name': 'EVALSHA' },
};
/** The service has about twenty; those that Prisma makes can differ in length. */
const MAX_STATEMENTS = 100;
/** How far the time of day may be from that of the spans. */
const MAX_AHEAD_MS = 5;
const NOBODY: readonly TracedRequest[] = [];

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

/** Makes a span of each request, and has the rest of it know what request it is part of. */
function traceRequests(app: FastifyInstance, tracer: Tracer, basePath: string) {
  const traced = new WeakMap<IncomingMessage, TracedRequest>();
  let offsetMs = performance.timeOrigin;

  // What Fastify calls first, so that every line of the request has the ids.
  app.setChildLoggerFactory((parent, bindings, options, raw) => {
    // Only probes have a level of their own. They have no line in the access log either.
    if (options.level) return createRequestLog(parent, bindings, options, raw);
    const caller = callerTrace(raw);
    const startMs = performance.now();
    const aheadMs = Date.now() - offsetMs - startMs;
    // The clock was set. Otherwise one for all requests, whose spans can be compared then.
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
    // Most often so: nothing is recorded, or the request is in its trace already.
    if (waitingRequests() === request) next();
    else callFor(request ?? NOBODY, next);
  };
  app.addHook('onRequest', enterTrace);
  // Again, since a body arrives outside of it.
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
    if (closedBy) fail(span, CAUSES[closedBy]);
    else if (reply.statusCode >= 500) fail(span, reply.error?.code ?? String(reply.statusCode));
    span.end(known.offsetMs + performance.now());
  };
  // exchange, which calls it, is registered later.
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
  // Here, since the tracer checks its own twice.
  if (attributes) span.setAttributes(attributes);
  if (failure !== undefined) fail(span, failure);
  span.end(offsetMs + performance.now());
  const link = { context: span.spanContext() };
  for (const other of others) if (other.span.isRecording()) other.span.addLink(link);
}

/** Whether requests wait for a call that are traced, or such may still join. */
function isForTraces(): boolean {
  const waiting = waitingRequests();
  return waiting !== undefined && waiting !== NOBODY;
}

/** When what has taken this long and ends now began, by the monotonic clock. */
function startOf(seconds: number): number {
  return performance.now() - seconds * 1_000;
}

/** Makes a function that says what a statement does, and remembers most of them. */
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

/** The requests that wait for what is done now. A call that several share has lists of them. */
function tracedRequests(waiting: Waiting | undefined = waitingRequests()): TracedRequest[] {
  if (Array.isArray(waiting)) return waiting.flatMap((one) => (one ? tracedRequests(one) : []));
  // Nobody else says who waits.
  return waiting === undefined ? [] : [waiting as TracedRequest];
}

/** Where the trace of a caller goes on. */
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
    // A faulty head may have anything for a host.
    ...(!headError && { 'server.address': request.hostname }),
  };
}

/** A path whose parts are those of its route, or numbers: others may be keys, pasted by mistake. */
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

/** What all statements have in common. */
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
