import { hostname } from 'node:os';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance } from 'fastify';
import { createFailureLog } from '../failure-log.ts';
import { type Config, currentValue, headersOf } from '../settings/index.ts';
import { withTimeout } from '../with-timeout.ts';
import { FLUSH_MS } from './shutdown.ts';

/*
 * Sends spans to the collector, in batches. A collector that is slow or unavailable costs a bounded
 * queue and a log line per minute, and delays no request.
 */

/** How many spans wait at most, at about 2 kB each. More are dropped. */
const MAX_QUEUED = 4_096;
const INTERVAL_MS = 1_000;
const EXPORT_TIMEOUT_MS = 5_000;
const LOG_INTERVAL_MS = 60_000;
/** Made once, since a stack trace for each span would cost more than the span. */
const TOO_SLOW = new Error('The collector is too slow.');

type LogLoss = (error: unknown, spans: number) => void;

/** Makes tracers. Closing the application sends their last spans. */
export function openTracerProvider(app: FastifyInstance, config: Config, version: string) {
  const logFailure = createFailureLog(app, 'spans are lost', 'warn', LOG_INTERVAL_MS);
  const logLoss: LogLoss = (error, spans) => {
    // The log line has the number of spans.
    for (let i = 0; i < spans; i += 1) logFailure(error, 'spans');
  };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': config.OTEL_SERVICE_NAME,
      'service.version': version,
      'host.name': hostname(),
      'process.pid': process.pid,
    }),
    sampler: new ParentBasedSampler({
      root: new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG),
    }),
    spanProcessors: [createQueue(createExporter(config), logLoss)],
  });
  app.addHook('onClose', async () => {
    await withTimeout(provider.shutdown(), FLUSH_MS).catch((error) => logLoss(error, 1));
  });
  return provider;
}

function createExporter(config: Config): OTLPTraceExporter {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '', OTEL_EXPORTER_OTLP_HEADERS: headers } =
    config;
  return new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    // For each batch, since the file of a secret may change.
    ...(headers && { headers: async () => headersOf(currentValue(headers)) }),
  });
}

function createQueue(exporter: SpanExporter, logLoss: LogLoss): SpanProcessor {
  let queued = 0;
  const batches = new BatchSpanProcessor({
    maxQueueSize: MAX_QUEUED,
    scheduledDelayMillis: INTERVAL_MS,
    exportTimeoutMillis: 2 * EXPORT_TIMEOUT_MS,
    exporter: {
      export(spans, done) {
        queued -= spans.length;
        exporter.export(spans, (result) => {
          if (result.error) logLoss(result.error, spans.length);
          done(result);
        });
      },
      shutdown: () => exporter.shutdown(),
    },
  });
  return {
    onStart: () => undefined,
    onEnd(span) {
      // The processor would drop the span without logging it.
      if (queued === MAX_QUEUED) return logLoss(TOO_SLOW, 1);
      queued += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}
