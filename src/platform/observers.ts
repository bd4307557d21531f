// What observes requests, statements, commands to Redis and bans: log, traces and metrics. Traces
// and metrics are imported only if they are needed, since most instances have neither.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FailedCall } from './calls/index.ts';
import { currentValue, headersOf, listenHost, openableOrigin, REVISION } from './config/index.ts';
import type { Context } from './context.ts';
import { faultKind, isDatabaseFault, readAddress } from './database/index.ts';
import type { ConnectionError } from './errors/index.ts';
import { type EndListener, explainListenError, type InstanceState } from './http/index.ts';
import type { Caller } from './keys/index.ts';
import type { StartedLimits } from './limits/index.ts';
import {
  type ClockDifferences,
  createAccessLog,
  logConnectionError,
  logUnhandledRejections,
} from './observability/index.ts';
import type { RequestMetrics } from './observability/request-metrics.ts';
import type { DatabaseServer, Traces } from './observability/traces.ts';

/** What is observed beside requests. */
interface Observed {
  readonly limits: Pick<StartedLimits, 'redis' | 'onBan'>;
  readonly clockDifferences: ClockDifferences;
  /** What this instance can do now. */
  readonly readState: () => Promise<InstanceState>;
}

export type Observers = Awaited<ReturnType<typeof startObservers>>;

/** Starts what the settings ask for. */
export async function startObservers(app: FastifyInstance, context: Context, observed: Observed) {
  const { fields: logFields, createFailureLog } = context.log;
  const { noOperation } = context.served;
  logUnhandledRejections(app, createFailureLog);
  const traces = await openTraces(app, context, observed);
  const metrics = await openMetrics(app, context, observed, traces?.lostSpans);
  if (metrics) observed.limits.onBan(metrics.countBan);
  const logFault = createFailureLog('request failed');
  return {
    /** At the end of a request, in their order. */
    endListeners: listeners(
      traces?.onRequestEnd,
      createAccessLog(logFields),
      metrics?.onRequestEnd,
    ),
    /** Instead, at the end of a message of an agent that became a request. */
    forwardedListeners: listeners(traces?.onRequestEnd, metrics?.onForwardedEnd),
    countError: metrics?.countError,
    onDeprecatedPart: metrics?.countDeprecatedPart,
    onConnectionError(error: ConnectionError) {
      metrics?.countError(error.code);
      logConnectionError(app.log, logFields, error);
    },
    /** A fault of the database, or of another service, is of the same kind for all operations. */
    onFault(cause: unknown, { operation, log }: FastifyRequest) {
      const place = isOutage(cause) ? '' : (operation?.qualifiedId ?? noOperation);
      logFault(cause, `${place} ${faultKind(cause)}`, log);
    },
    /** Undefined without traces. */
    beginCall: traces?.beginCall,
    /** Shows a look-up of an API key as a step of its request. */
    onLookUp(lookUp: Promise<Caller>) {
      const end = traces?.beginStep('look up API key');
      void lookUp.then(({ kind, rejection }) => {
        end?.(kind === 'unverified' ? rejection.code : undefined);
      });
    },
  };
}

/** Whether an error is one of the database or of another service, which may end by itself. */
export function isOutage(cause: unknown): boolean {
  return isDatabaseFault(cause) || cause instanceof FailedCall;
}

function listeners(...given: readonly (EndListener | undefined)[]): EndListener[] {
  return given.filter((listener) => listener !== undefined);
}

async function openTraces(
  app: FastifyInstance,
  context: Context,
  { limits }: Observed,
): Promise<Traces | undefined> {
  const { config, database, clock, closing, log, served, rules } = context;
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: fields } = config;
  if (endpoint === undefined) return undefined;
  const { startTraces } = await import('./observability/traces.ts');
  const traces = startTraces(app, {
    clock,
    closing,
    createFailureLog: log.createFailureLog,
    endpoint,
    headers: fields === undefined ? undefined : () => headersOf(currentValue(fields)),
    serviceName: config.OTEL_SERVICE_NAME,
    scope: served.apis[0].contract.document.info,
    share: config.OTEL_TRACES_SAMPLER_ARG,
    isSecret: rules.keyRules.keyFormat.resemblesApiKey,
  });
  database.onStatement(traces.traceStatements(serverOf(context), faultKind));
  limits.redis?.onCommand(traces.traceRedis);
  return traces;
}

function serverOf({ database: { provider }, config }: Context): DatabaseServer {
  if (provider === 'sqlite') return { provider };
  const { host, port, database = '' } = readAddress(currentValue(config.DATABASE_URL)).client;
  return { provider, host, port, database };
}

async function openMetrics(
  app: FastifyInstance,
  context: Context,
  { limits, clockDifferences, readState }: Observed,
  lostSpans: (() => number) | undefined,
): Promise<RequestMetrics | undefined> {
  const { config, log, served, rules } = context;
  const { METRICS_HOST: host, METRICS_PORT: port } = config;
  if (port === undefined) return undefined;
  const { startMetrics } = await import('./observability/metrics.ts');
  const { metrics, origin } = await startMetrics(app, {
    database: context.database,
    clock: context.clock,
    closing: context.closing,
    contracts: served.contracts,
    noOperation: served.noOperation,
    namePrefix: rules.namePrefix,
    errorCodes: rules.errorCodes,
    listen: { host: listenHost(host), port },
    version: served.apis[0].contract.document.info.version,
    revision: REVISION,
    redis: limits.redis,
    readState,
    clockAheadSeconds: clockDifferences.aheadSeconds,
    droppedLogLines: () => log.stream.droppedLines?.() ?? 0,
    lostSpans,
  }).catch((error) => {
    throw explainListenError(error, { prefix: 'METRICS_', host });
  });
  app.log.info(`Metrics at ${openableOrigin(origin)}/metrics`);
  app.log.info(`Plots of the metrics at ${openableOrigin(origin)}/`);
  return metrics;
}
