// Spans of OpenTelemetry: one for each request, in the trace of its caller, and below it what the
// request waited for. Their names and attributes are those of the semantic conventions. Like log
// lines, they contain no part of a request into which people paste secrets.
// https://opentelemetry.io/docs/specs/semconv/http/http-spans/
// https://opentelemetry.io/docs/specs/semconv/db/database-spans/

import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import {
  type Attributes,
  type Context,
  createTraceState,
  type HrTime,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../async/clock.ts';
import type { CallObserver } from '../async/observed-calls.ts';
import type { EndListener } from '../http/index.ts';
import { ABORT_TYPES, routeOf } from './access-log.ts';
import { callerTrace, createRequestLog } from './log.ts';
import { type CollectorOptions, openTracer } from './trace-export.ts';

export interface Traces {
  readonly onRequestEnd: EndListener;
  /** Shows the statements of a database as steps of the requests that wait for them. */
  traceStatements(server: DatabaseServer, kindOf: (error: unknown) => string): CallObserver<string>;
  /** Shows the commands to Redis. */
  readonly traceRedis: CallObserver<void>;
  /** Begins a step that the current request waits for. Returns a function that ends it. */
  beginStep(name: string): EndStep | undefined;
  /**
   * Begins a call of another service that the current request waits for. Returns the headers that
   * continue the trace there, and a function that ends the step.
   */
  beginCall(method: string, url: URL): TracedCall | undefined;
  /** How many spans did not reach the collector since the start. */
  lostSpans(): number;
}

interface TracedCall {
  readonly headers: Readonly<Record<string, string>>;
  readonly end: EndStep;
}

/** @param failure the `error.type`, if the step has failed */
type EndStep = (failure?: string) => void;

/** Where a database is. */
export interface DatabaseServer {
  readonly provider: string;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly database?: string | undefined;
}

interface TracesOptions extends CollectorOptions {
  readonly clock: Clock;
  /** Whether a text may contain a secret, which is not recorded. */
  readonly isSecret: (text: string) => boolean;
}

/** The span of a request that is recorded, and the time for it and its steps. */
interface Recorded {
  readonly span: Span;
  readonly now: () => HrTime;
}

/** How far the time of day may differ from the time in spans. */
const MAX_AHEAD_MS = 5;

/** Records spans, and sends them until the application is closed. */
export function startTraces(app: FastifyInstance, options: TracesOptions): Traces {
  const { tracer, lostSpans } = openTracer(app, options);
  /** The span of the request for which something is called now, if it is recorded. */
  const current = new AsyncLocalStorage<Recorded | undefined>();
  const { clock, isSecret } = options;
  const onRequestEnd = recordRequests(app, { tracer, current, clock, isSecret });

  function beginSpan(name: string, kind: SpanKind, attributes: Attributes) {
    const request = current.getStore();
    if (!request) return undefined;
    const { now } = request;
    const step = { kind, attributes, startTime: now() };
    const span = tracer.startSpan(name, step, trace.setSpan(ROOT_CONTEXT, request.span));
    const end: EndStep = (failure) => endSpan(span, now(), failure);
    return { span, end };
  }

  function begin(name: string, kind: SpanKind, attributes: Attributes): EndStep | undefined {
    return beginSpan(name, kind, attributes)?.end;
  }

  return {
    onRequestEnd,
    traceStatements(server, kindOf) {
      const shared = describeServer(server);
      return (sql) => {
        // Without a recorded request, a description would be for nothing.
        if (!current.getStore()) return undefined;
        const { name, attributes } = describeStatement(sql, shared);
        const end = begin(name, SpanKind.CLIENT, attributes);
        return (error) => end?.(error === undefined ? undefined : kindOf(error));
      };
    },
    traceRedis() {
      const attributes = { 'db.system.name': 'redis', 'db.operation.name': 'EVALSHA' };
      const end = begin('EVALSHA', SpanKind.CLIENT, attributes);
      return (error) => end?.(error === undefined ? undefined : 'unavailable');
    },
    beginStep: (name) => begin(name, SpanKind.INTERNAL, {}),
    beginCall(method, { protocol, hostname, port }) {
      const begun = beginSpan(method, SpanKind.CLIENT, {
        'http.request.method': method,
        'server.address': hostname,
        'server.port': Number(port) || DEFAULT_PORTS[protocol],
      });
      return begun && { headers: traceHeaders(begun.span), end: begun.end };
    },
    lostSpans,
  };
}

interface RecorderOptions {
  readonly tracer: Tracer;
  readonly current: AsyncLocalStorage<Recorded | undefined>;
  readonly clock: Clock;
  readonly isSecret: (text: string) => boolean;
}

/** Records a span for each request, and runs the request in its trace. */
function recordRequests(app: FastifyInstance, options: RecorderOptions): EndListener {
  const { tracer, current, clock, isSecret } = options;
  const recorded = new WeakMap<IncomingMessage, Recorded>();
  const beginTime = createSpanClock(clock);

  // Fastify calls this function first, so that every line of the request has the ids.
  app.setChildLoggerFactory((parent, bindings, childOptions, raw) => {
    // Only probes have a level of their own. They have no line in the access log either.
    if (childOptions.level) return createRequestLog(parent, bindings, childOptions, raw);
    const caller = callerTrace(raw);
    const state = String(raw.headers.tracestate ?? '');
    const parentContext = contextOf(caller, isSecret(state) ? '' : state);
    const now = beginTime();
    const begun = { kind: SpanKind.SERVER, startTime: now() };
    const span = tracer.startSpan(String(raw.method), begun, parentContext);
    if (span.isRecording()) recorded.set(raw, { span, now });
    const { traceId, spanId, traceFlags } = span.spanContext();
    const fields = {
      ...bindings,
      trace_id: traceId,
      span_id: spanId,
      trace_flags: traceFlags === TraceFlags.SAMPLED ? '01' : '00',
      parent_span_id: caller?.parent_span_id,
    };
    return parent.child(fields, childOptions);
  });

  const enterTrace = ({ raw }: FastifyRequest, _reply: FastifyReply, next: () => void) => {
    const own = recorded.get(raw);
    // The usual case: nothing is recorded, or the request is in its trace already.
    if (current.getStore() === own) next();
    else current.run(own, next);
  };
  app.addHook('onRequest', enterTrace);
  // Again, since a body arrives outside of the trace.
  app.addHook('preHandler', enterTrace);

  return (request, reply, closedBy) => {
    const own = recorded.get(request.raw);
    if (!own) return;
    const { span, now } = own;
    const { method, protocol, originalUrl } = request;
    const route = routeOf(request);
    span.setAttributes({
      'http.request.method': method,
      'url.scheme': protocol,
      'url.path': safePath(originalUrl, route),
    });
    if (route !== undefined)
      span.updateName(`${method} ${route}`).setAttribute('http.route', route);
    if (reply.raw.headersSent) span.setAttribute('http.response.status_code', reply.statusCode);
    endSpan(span, now(), closedBy ? ABORT_TYPES[closedBy] : errorOf(reply));
  };
}

/** What a request's span is in: the trace of its caller, or none. */
function contextOf(caller: ReturnType<typeof callerTrace>, state: string): Context {
  if (!caller) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: String(caller.trace_id),
    spanId: String(caller.parent_span_id),
    traceFlags: Number(`0x${caller.trace_flags}`) & TraceFlags.SAMPLED,
    isRemote: true,
    ...(state !== '' && { traceState: createTraceState(state) }),
  });
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** @see https://www.w3.org/TR/trace-context/ */
function traceHeaders(span: Span): Readonly<Record<string, string>> {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const state = traceState?.serialize();
  return {
    traceparent: `00-${traceId}-${spanId}-0${traceFlags}`,
    ...(state && { tracestate: state }),
  };
}

function endSpan(span: Span, time: HrTime, failure: string | undefined) {
  if (failure !== undefined) {
    span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end(time);
}

function errorOf({ statusCode, error }: FastifyReply): string | undefined {
  return statusCode < 500 ? undefined : (error?.code ?? String(statusCode));
}

/**
 * One clock for all spans, so that they can be compared to the microsecond: each of the SDK's spans
 * would begin in a whole millisecond. A request begins at the time of day, and by the monotonic
 * time it lasts, whatever the time of day is set to meanwhile.
 */
function createSpanClock({ wallMs, monotonicMs }: Clock): () => Recorded['now'] {
  let offsetMs = 0;
  return () => {
    const aheadMs = wallMs() - monotonicMs();
    if (Math.abs(aheadMs - offsetMs) > MAX_AHEAD_MS) offsetMs = aheadMs;
    const fixedMs = offsetMs;
    return () => {
      const ms = fixedMs + monotonicMs();
      const seconds = Math.floor(ms / 1_000);
      return [seconds, Math.round((ms - seconds * 1_000) * 1e6)];
    };
  };
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
  const target =
    /(?<!\(\s*SELECT (?:\w+|\w+\(\w+\)|CASE [^;]* END) )\b(?:FROM|INTO|UPDATE)\s+(?:\S+\.)?["`]?(\w+)/;
  const [, table] = target.exec(sql) ?? [];
  const attributes: Attributes = { ...server, 'db.operation.name': operation };
  if (table === undefined) return { name: operation, attributes };
  return {
    name: `${operation} ${table}`,
    attributes: { ...attributes, 'db.collection.name': table },
  };
}

/** The attributes that all statements share. */
function describeServer({ provider, host, port, database }: DatabaseServer): Attributes {
  return {
    'db.system.name': provider,
    ...(database !== undefined && { 'db.namespace': database }),
    ...(host !== undefined && { 'server.address': host }),
    ...(port !== undefined && { 'server.port': port }),
  };
}
