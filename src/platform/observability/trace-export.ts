// Sends spans to the collector, in batches. A slow or unavailable collector costs a bounded queue
// and one log line a minute, and delays no request.

import { hostname } from 'node:os';
import { DiagLogLevel, diag, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance } from 'fastify';
import type { Closing } from '../async/closing.ts';
import { withTimeout } from '../async/with-timeout.ts';
import type { MakeFailureLog } from './failure-log.ts';

export interface CollectorOptions {
  /** The address of a collector, to which the path of traces is added. */
  readonly endpoint: string;
  /** The header fields for the collector, read for each batch. */
  readonly headers: (() => Record<string, string>) | undefined;
  readonly serviceName: string;
  /** Name and version of what makes the spans. */
  readonly scope: { readonly title: string; readonly version: string };
  /** The share of traces to record, where the caller has not decided. */
  readonly share: number;
  readonly createFailureLog: MakeFailureLog;
  readonly closing: Closing;
}

/** With more unsent spans, new ones are dropped. A span takes about 2 kB. */
const MAX_UNSENT = 4_096;
const INTERVAL_MS = 1_000;
const TIMEOUT_MS = 5_000;
/** The exporter itself waits for as long as a collector goes on sending. */
const MAX_EXPORT_MS = 5_500;
const LOG_INTERVAL_MS = 60_000;
/** How long a stop may wait until the last spans are sent, within its whole (http/stop.ts). */
const FLUSH_MS = 2_000;
/** Made once, since a stack trace for each span would cost more than the span. */
const QUEUE_IS_FULL = new Error('Too many spans wait for the collector.');
const ignore = () => undefined;

/** @returns a tracer, whose last spans are sent when the application is closed */
export function openTracer(app: FastifyInstance, options: CollectorOptions) {
  const { serviceName, scope, share } = options;
  const queue = createQueue(app, options);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': scope.version,
      'host.name': hostname(),
      'process.pid': process.pid,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [queue.processor],
  });
  options.closing.on('observers', () => provider.shutdown());
  const tracer: Tracer = provider.getTracer(scope.title, scope.version);
  return { tracer, lostSpans: queue.lostSpans };
}

/** The SDK's own queue, which would drop spans without a log line, and wait for long at a stop. */
function createQueue(app: FastifyInstance, options: CollectorOptions) {
  const logFailure = options.createFailureLog('spans are lost', 'warn', LOG_INTERVAL_MS);
  const logDoubt = options.createFailureLog('spans may be lost', 'warn', LOG_INTERVAL_MS);
  listenForWarnings((warning, rejected) => {
    if (rejected > 0) reportLoss(warning, rejected);
    else logDoubt(warning, 'spans');
  });
  const exporter = createExporter(options);
  let unsent = 0;
  let lost = 0;

  function reportLoss(error: unknown, spans: number) {
    lost += spans;
    logFailure(error, 'spans', app.log, spans);
  }

  const batches = new BatchSpanProcessor({
    maxQueueSize: MAX_UNSENT,
    scheduledDelayMillis: INTERVAL_MS,
    exportTimeoutMillis: MAX_EXPORT_MS,
    exporter: {
      export(spans, done) {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        exporter.export(spans, (result) => {
          if (result.error) reject(result.error);
          else resolve();
          done(result);
        });
        void withTimeout(promise, MAX_EXPORT_MS)
          .catch((error) => reportLoss(error, spans.length))
          .finally(() => {
            unsent -= spans.length;
          });
      },
      shutdown: () => exporter.shutdown(),
    },
  });

  const processor: SpanProcessor = {
    onStart: ignore,
    onEnd(span) {
      if (unsent === MAX_UNSENT) return reportLoss(QUEUE_IS_FULL, 1);
      unsent += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    async shutdown() {
      await withTimeout(batches.shutdown(), FLUSH_MS).catch((error) => {
        // Batches that have failed are logged already.
        if (unsent > 0) reportLoss(error, unsent);
      });
    },
  };
  return { processor, lostSpans: () => lost };
}

/** The exporter only warns if spans are rejected, or if the response is not from a collector. */
function listenForWarnings(onWarning: (warning: Error, rejected: number) => void) {
  const warn = (...texts: unknown[]) => onWarning(new Error(texts.join(' ')), rejectedSpans(texts));
  diag.setLogger(
    { error: ignore, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/**
 * How many spans a collector has rejected although its status is 200, where a warning contains that
 * part of the response. OTLP has the number as a text.
 *
 * @see https://opentelemetry.io/docs/specs/otlp/#partial-success-1
 */
function rejectedSpans(texts: readonly unknown[]): number {
  for (const text of texts) {
    try {
      const count = Number(JSON.parse(String(text))?.rejectedSpans);
      if (count > 0) return Math.min(count, MAX_UNSENT);
    } catch {
      // It is not a response.
    }
  }
  return 0;
}

function createExporter({ endpoint, headers }: CollectorOptions): OTLPTraceExporter {
  return new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: TIMEOUT_MS,
    // For each batch, since the file of a secret may change.
    ...(headers && { headers: async () => headers() }),
  });
}
