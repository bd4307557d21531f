import type { IncomingMessage } from 'node:http';
import {
  type Attributes,
  type Context,
  createTraceState,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Contract } from '../contract/index.ts';
import { type Database, faultKind, observeStatements, readAddress } from '../database/index.ts';
import { type CallerTrace, callerTrace, createRequestLog } from '../log.ts';
import type { RedisCounters } from '../redis/index.ts';
import { type Config, currentValue } from '../settings/index.ts';
import { callFor, type Waiting, waitingRequests } from '../waiting-requests.ts';
import { CAUSES, routeOf } from './access-log.ts';
import type { EndListener } from './exchange.ts';
import { openTracerProvider } from './trace-export.ts';

/*
 * Spans of OpenTelemetry: one for each request, in the trace of its caller, and below it what the request waited for.
 * Their names and attributes are those of the semantic conventions. As in the log, there is nothing in them into which
 * secrets are pasted.
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

/** What a request has waited for, by the monotonic clock. */
interface Step {
  readonly name: string;
  readonly kind: SpanKind;
  readonly startMs: number;
  readonly attributes?: Attributes;
}

/** Those of the conventions. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'];
const NOBODY: readonly TracedRequest[] = [];

async function traces(app: FastifyInstance, options: TracesOptions) {
  const { config, contract, database, redis } = options;
  const { title, version } = contract.document.info;
  const tracer = openTracerProvider(app, config, version).getTracer(title, version);
  const traced = new WeakMap<IncomingMessage, TracedRequest>();

  // The first that Fastify asks for, so that every line of the request has the ids.
  app.setChildLoggerFactory((parent, bindings, loggerOptions, raw) => {
    // Only probes have a level of their own. They have no line in the access log either.
    if (loggerOptions.level) return createRequestLog(parent, bindings, loggerOptions, raw);
    const caller = callerTrace(raw);
    const startTime = Date.now();
    const offsetMs = startTime - performance.now();
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
    return parent.child({ ...bindings, ...ids }, loggerOptions);
  });

  const enterTrace = ({ raw }: FastifyRequest, _reply: FastifyReply, next: () => void) => {
    callFor(traced.get(raw) ?? NOBODY, next);
  };
  app.addHook('onRequest', enterTrace);
  // Again, since a body arrives outside of it.
  app.addHook('preHandler', enterTrace);
  // The hook of exchange, which is registered later.
  app.addHook('onReady', async () => void app.onRequestEnd(endRequest));

  const endRequest: EndListener = (request, reply, closedBy) => {
    const { span, offsetMs } = traced.get(request.raw) ?? {};
    if (!span || offsetMs === undefined) return;
    const route = routeOf(request, contract.basePath);
    const method = METHODS.includes(request.method) ? request.method : 'HTTP';
    if (closedBy) fail(span, CAUSES[closedBy]);
    else if (reply.statusCode >= 500) fail(span, reply.error?.code ?? String(reply.statusCode));
    span.updateName(route === undefined ? method : `${method} ${route}`);
    span.setAttributes({
      ...requestAttributes(request, route),
      'http.response.status_code': reply.raw.headersSent ? reply.statusCode : undefined,
    });
    span.end(offsetMs + performance.now());
  };

  /** Shows a step in the trace of the first request that has waited for it. Those that have shared it are linked. */
  function addStep({ startMs, ...step }: Step, failure?: string, waiting = waitingRequests()) {
    const [first, ...others] = tracedRequests(waiting);
    if (!first) return;
    const { span: parent, offsetMs } = first;
    const links = others.map((other) => ({ context: other.span.spanContext() }));
    const startTime = offsetMs + startMs;
    const context = trace.setSpan(ROOT_CONTEXT, parent);
    const span = tracer.startSpan(step.name, { ...step, startTime, links }, context);
    if (failure !== undefined) fail(span, failure);
    span.end(offsetMs + performance.now());
    const link = { context: span.spanContext() };
    for (const other of others) if (other.span.isRecording()) other.span.addLink(link);
  }

  app.decorate('traces', {
    beginStep(name) {
      const step = { name, kind: SpanKind.INTERNAL, startMs: performance.now() };
      return () => addStep(step);
    },
  });
  const server = serverOf(database, config);
  observeStatements(database, ({ seconds, sql = '', isSuccess, error }) => {
    const [, operation] = /^\s*(\w+)/.exec(sql) ?? [];
    const [, table] = /\b(?:FROM|INTO|UPDATE)\s+(?:\S+\.)?["`]?(\w+)/.exec(sql) ?? [];
    const attributes = { ...server, 'db.operation.name': operation, 'db.collection.name': table };
    const name = table === undefined ? String(operation) : `${operation} ${table}`;
    const startMs = performance.now() - seconds * 1_000;
    const step = { name, kind: SpanKind.CLIENT, startMs, attributes };
    addStep(step, isSuccess ? undefined : faultKind(error));
  });
  redis?.observe(({ seconds, isSuccess }) => {
    const attributes = { 'db.system.name': 'redis', 'db.operation.name': 'EVALSHA' };
    const startMs = performance.now() - seconds * 1_000;
    const step = { name: 'EVALSHA', kind: SpanKind.CLIENT, startMs, attributes };
    addStep(step, isSuccess ? undefined : 'unavailable');
  });
}

/** All that wait for a call, which calls that are shared in turn have in lists. */
function tracedRequests(waiting: Waiting | undefined): TracedRequest[] {
  if (Array.isArray(waiting)) return waiting.flatMap(tracedRequests);
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
  const { method, protocol, headFault, originalUrl } = request;
  const isKnown = METHODS.includes(method);
  return {
    'http.request.method': isKnown ? method : '_OTHER',
    'http.request.method_original': isKnown ? undefined : method,
    'http.route': route,
    'url.scheme': protocol,
    'url.path': safePath(originalUrl.split('?', 1)[0] ?? '', route),
    // A faulty head may have anything for a host.
    ...(!headFault && { 'server.address': request.hostname }),
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
  if (provider === 'sqlite') return { 'db.system.name': provider };
  const { host, port, database } = readAddress(currentValue(address)).client;
  return {
    'db.system.name': provider,
    'db.namespace': database,
    'server.address': host,
    'server.port': port,
  };
}

export default fp(traces, { name: 'traces' });
