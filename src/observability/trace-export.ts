import { hostname } from 'node:os';
import {
  type Attributes,
  DiagLogLevel,
  diag,
  type HrTime,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import type { FastifyInstance } from 'fastify';
import { withTimeout } from '../async/with-timeout.ts';
import { type Config, currentValue, headersOf } from '../config/index.ts';
import { createFailureLog } from './failure-log.ts';

/*
 * Sends spans to the collector, in batches. A slow or unavailable collector costs a bounded queue
 * and one log line a minute, and delays no request.
 */

/** What is known of a span before it ends. */
export interface BegunSpan {
  readonly context: SpanContext;
  readonly parentSpanContext?: SpanContext;
  /** By the monotonic clock. */
  readonly startMs: number;
}

/** What a span shows when it ends. */
export interface SpanEnd {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  /** The `error.type`, if it has failed. */
  readonly failure?: string | undefined;
}

/** Queues a span that ends now. */
export type RecordSpan = (begun: BegunSpan, end: SpanEnd) => void;

/** With more unsent spans, new ones are dropped. A span takes about 2 kB. */
const MAX_UNSENT = 4_096;
const INTERVAL_MS = 1_000;
const TIMEOUT_MS = 5_000;
const LOG_INTERVAL_MS = 60_000;
/** How long a stop may wait until the last spans are sent. */
const FLUSH_MS = 2_000;
/** How far the time of day may differ from the time in spans. */
const MAX_AHEAD_MS = 5;
/** Made once, since a stack trace for each span would cost more than the span. */
const QUEUE_IS_FULL = new Error('Too many spans wait for the collector.');
const ignore = () => undefined;

/**
 * Opens a queue of spans, which sends the last ones when the application is closed. It makes the
 * spans itself, since a Tracer of the SDK costs 2 µs more for each.
 *
 * @param scope name and version of the service
 * @param onLost takes how many spans were lost
 */
export function openSpanQueue(
  app: FastifyInstance,
  config: Config,
  scope: { readonly name: string; readonly version: string },
  onLost: (spans: number) => void,
): RecordSpan {
  const logFailure = createFailureLog(app, 'spans are lost', 'warn', LOG_INTERVAL_MS);
  const reportLoss = (error: unknown, spans: number) => {
    onLost(spans);
    logFailure(error, 'spans', app.log, spans);
  };
  const logDoubt = createFailureLog(app, 'spans may be lost', 'warn', LOG_INTERVAL_MS);
  // The exporter only warns if spans are rejected, or if the response is not from a collector.
  const warn = (...texts: unknown[]) => logDoubt(new Error(texts.join(' ')), 'spans');
  diag.setLogger(
    { error: ignore, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const exporter = createExporter(config);
  const resource = resourceFromAttributes({
    'service.name': config.OTEL_SERVICE_NAME,
    'service.version': scope.version,
    'host.name': hostname(),
    'process.pid': process.pid,
  });
  let unsent = 0;
  // From the monotonic clock to the time of day.
  let offsetMs = performance.timeOrigin;

  const batches = new BatchSpanProcessor({
    maxQueueSize: MAX_UNSENT,
    scheduledDelayMillis: INTERVAL_MS,
    // The exporter itself waits for as long as a collector goes on sending.
    exportTimeoutMillis: TIMEOUT_MS,
    exporter: {
      export(spans, done) {
        exporter.export(spans, (result) => {
          unsent -= spans.length;
          if (result.error) reportLoss(result.error, spans.length);
          done(result);
        });
      },
      shutdown: () => exporter.shutdown(),
    },
  });
  app.addHook('onClose', async () => {
    await withTimeout(batches.shutdown(), FLUSH_MS).catch((error) => {
      // Batches that have failed are logged already.
      if (unsent > 0) reportLoss(error, unsent);
    });
  });

  return (begun, end) => {
    const { attributes, failure } = end;
    // The processor would drop the span without a log line.
    if (unsent === MAX_UNSENT) return reportLoss(QUEUE_IS_FULL, 1);
    unsent += 1;
    const endMs = performance.now();
    const aheadMs = Date.now() - offsetMs - endMs;
    // Only after the clock was set: spans with the same offset can be compared.
    if (Math.abs(aheadMs) > MAX_AHEAD_MS) offsetMs += aheadMs;
    const isFailure = failure !== undefined;
    batches.onEnd({
      ...begun,
      ...end,
      attributes: isFailure ? { ...attributes, 'error.type': failure } : attributes,
      spanContext: () => begun.context,
      startTime: toHrTime(offsetMs + begun.startMs),
      endTime: toHrTime(offsetMs + endMs),
      duration: toHrTime(endMs - begun.startMs),
      ended: true,
      status: { code: isFailure ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
      events: [],
      links: [],
      resource,
      instrumentationScope: scope,
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    });
  };
}

function createExporter(config: Config): OTLPTraceExporter {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '', OTEL_EXPORTER_OTLP_HEADERS: headers } =
    config;
  return new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: TIMEOUT_MS,
    // For each batch, since the file of a secret may change.
    ...(headers && { headers: async () => headersOf(currentValue(headers)) }),
  });
}

/** Seconds, and nanoseconds of the second. */
function toHrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1e6)];
}
