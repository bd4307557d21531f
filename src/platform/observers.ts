// What observes requests, statements and commands to Redis: traces and metrics. Each is imported
// only if it is needed, since most instances have neither.

import type { FastifyInstance } from 'fastify';
import type { Clock } from './async/clock.ts';
import {
  type Config,
  currentValue,
  headersOf,
  listenHost,
  openableOrigin,
} from './config/index.ts';
import { REVISION } from './config/revision.ts';
import { type Contract, NO_OPERATION } from './contract/index.ts';
import { type Database, faultKind, readAddress } from './database/index.ts';
import type { ErrorCodes } from './errors/index.ts';
import type { State } from './http/index.ts';
import { explainListenError } from './http/listen-errors.ts';
import type { Caller } from './keys/index.ts';
import type { RedisCounters } from './limits/redis/index.ts';
import type { ClockDifferences, MakeFailureLog } from './observability/index.ts';
import type { RequestMetrics } from './observability/request-metrics.ts';
import type { DatabaseServer, Traces } from './observability/traces.ts';

interface Observed {
  readonly errorCodes: ErrorCodes;
  /** What names of metrics of the service itself begin with. */
  readonly namePrefix: string;
  readonly config: Config;
  /** Title and version of the newest contract. */
  readonly service: { readonly title: string; readonly version: string };
  readonly contracts: readonly Contract[];
  readonly database: Database;
  readonly redis: RedisCounters | undefined;
  /** What this instance can do now. */
  readonly readState: () => Promise<State>;
  readonly clock: Clock;
  readonly clockDifferences: ClockDifferences;
  /** How many lines of the log were dropped. */
  readonly droppedLogLines: () => number;
  /** Whether a text may contain an API key. */
  readonly isSecret: (text: string) => boolean;
  readonly createFailureLog: MakeFailureLog;
}

/** Starts what the settings ask for. */
export async function startObservers(app: FastifyInstance, observed: Observed) {
  const traces = await openTraces(app, observed);
  const metrics = await openMetrics(app, observed, traces?.lostSpans);
  return {
    traces,
    metrics,
    /** Shows a look-up of an API key as a step of its request. */
    onLookUp(lookUp: Promise<Caller>) {
      const end = traces?.beginStep('look up API key');
      void lookUp.then(({ kind, rejection }) => {
        end?.(kind === 'unverified' ? rejection.code : undefined);
      });
    },
  };
}

async function openTraces(
  app: FastifyInstance,
  { config, service, clock, database, redis, isSecret, createFailureLog }: Observed,
): Promise<Traces | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: fields } = config;
  if (endpoint === undefined) return undefined;
  const { startTraces } = await import('./observability/traces.ts');
  const traces = startTraces(app, {
    clock,
    endpoint,
    headers: fields === undefined ? undefined : () => headersOf(currentValue(fields)),
    serviceName: config.OTEL_SERVICE_NAME,
    scope: service,
    share: config.OTEL_TRACES_SAMPLER_ARG,
    isSecret,
    createFailureLog,
  });
  database.onStatement(traces.traceStatements(serverOf(database, config), faultKind));
  redis?.onCommand(traces.traceRedis);
  return traces;
}

function serverOf({ provider }: Database, { DATABASE_URL: address }: Config): DatabaseServer {
  if (provider === 'sqlite') return { provider };
  const { host, port, database = '' } = readAddress(currentValue(address)).client;
  return { provider, host, port, database };
}

async function openMetrics(
  app: FastifyInstance,
  { config, service, contracts, database, redis, ...shown }: Observed,
  lostSpans: (() => number) | undefined,
): Promise<RequestMetrics | undefined> {
  const { METRICS_HOST: host, METRICS_PORT: port } = config;
  if (port === undefined) return undefined;
  const { startMetrics } = await import('./observability/metrics.ts');
  const { metrics, origin } = await startMetrics(app, {
    namePrefix: shown.namePrefix,
    errorCodes: shown.errorCodes,
    listen: { host: listenHost(host), port },
    version: service.version,
    revision: REVISION,
    contracts,
    noOperation: NO_OPERATION,
    database,
    redis,
    readState: shown.readState,
    clock: shown.clock,
    clockAheadSeconds: shown.clockDifferences.aheadSeconds,
    droppedLogLines: shown.droppedLogLines,
    lostSpans,
  }).catch((error) => {
    throw explainListenError(error, 'METRICS_', host);
  });
  app.log.info(`Metrics at ${openableOrigin(origin)}/metrics`);
  app.log.info(`Plots of the metrics at ${openableOrigin(origin)}/`);
  return metrics;
}
