// The application: what is registered, in the order in which a request meets it.

import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import admission, { callerError } from './admission.ts';
import { agents, countOnce, MESSAGE_HEADERS, rejectWrongArguments } from './agents/index.ts';
import { type Clock, createClock } from './async/clock.ts';
import { createPeriodicWork, type PeriodicWork } from './async/periodic-work.ts';
import { type Config, currentValue, ownOrigin, splitList } from './config/index.ts';
import {
  announcesBody,
  baseUrlsOf,
  contractBinding,
  createLifecycle,
  NO_OPERATION,
} from './contract/index.ts';
import {
  type Database,
  faultKind,
  isDatabaseFault,
  readServerTime,
  repeatRemoval,
} from './database/index.ts';
import { checkReadiness } from './database/migrations/readiness.ts';
import docs, { createGuideText, type DocsOptions } from './docs/index.ts';
import { connectionErrors, type ErrorCodes, errorCodesOf, errorHandler } from './errors/index.ts';
import {
  closeConnections,
  connectionOf,
  connections,
  cors,
  createBoundedServer,
  createOriginCheck,
  createSecurityHeaders,
  createUnknownRouteError,
  createUrlRewriter,
  exchange,
  health,
  MAX_HEADER_BYTES,
  watchEventLoop,
  watchReadiness,
} from './http/index.ts';
import {
  authentication,
  createKeyCache,
  type KeyRules,
  keyRulesOf,
  missingScopes,
  openKeys,
  startKeyUsage,
  UNIDENTIFIED,
} from './keys/index.ts';
import { networkOf, startLimits } from './limits/index.ts';
import {
  type ClockDifferences,
  createAccessLog,
  createFailureLogs,
  createRequestLog,
  LOGGER_OPTIONS,
  type LogFields,
  type LogStream,
  logConnectionError,
  logFieldsOf,
  logUnhandledRejections,
  type MakeFailureLog,
  watchClock,
} from './observability/index.ts';
import { startObservers } from './observers.ts';
import { namePrefix, type Service } from './service.ts';
import { type Api, type Apis, loadApis } from './versions.ts';

/** How long a stop waits for the last writes. */
const LAST_WRITES_MS = 1_500;
/** How often the database is asked for its time. Redis shows its own with what it replies. */
const SERVER_TIME_MS = 10_000;

interface AppOptions {
  /** Takes the log instead of stdout, one line of JSON for each call. */
  readonly logStream?: LogStream;
  /** Other APIs than those of the service. */
  readonly apis?: Apis | undefined;
  /** Another clock, for tests. */
  readonly clock?: Clock;
  /** Is aborted when a stop begins. */
  readonly stop?: AbortController;
}

/** Builds the application, ready to listen. @throws if a contract and its handlers do not match */
export async function buildApp(
  service: Service,
  config: Config,
  database: Database,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const { logStream = process.stdout, clock = createClock() } = options;
  const { apis = await loadApis(service), stop = new AbortController() } = options;
  const prefix = namePrefix(service);
  const logFields = logFieldsOf(prefix);
  const app = createServer(config, { logStream, logFields }, apis);
  try {
    const createFailureLog = createFailureLogs({ app, countField: logFields.count });
    const log = { logStream, logFields, createFailureLog };
    const keyRules = keyRulesOf(service);
    const errorCodes = errorCodesOf(service.errors);
    const resources = {
      namePrefix: prefix,
      keyRules,
      errorCodes,
      config,
      database,
      apis,
      clock,
      stop,
      ...log,
    };
    const shared = await startShared(app, resources);
    // In the order in which a request meets them.
    await registerForAll(app, shared);
    await registerDocuments(app, shared);
    for (const api of apis) await registerApi(app, shared, api);
    await registerAgents(app, shared);
    await app.ready();
  } catch (error) {
    // Plugins that are registered already would keep the process from ending.
    await app.close();
    throw error;
  }
  return app;
}

interface ServerLog {
  readonly logStream: LogStream;
  readonly logFields: LogFields;
}

function createServer(
  config: Config,
  { logStream, logFields }: ServerLog,
  apis: Apis,
): FastifyInstance {
  return Fastify({
    bodyLimit: config.BODY_LIMIT_BYTES,
    serverFactory: createBoundedServer,
    // The plugin connectionErrors responds.
    clientErrorHandler: () => undefined,
    childLoggerFactory: createRequestLog,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: logFields.requestId,
    }),
    logger: { ...LOGGER_OPTIONS, level: config.LOG_LEVEL, stream: logStream },
    // A machine that stands still during the start delays the start, and does not break it.
    pluginTimeout: 0,
    // A request that arrives while the instance stops is processed like any other.
    return503OnClosing: false,
    rewriteUrl: createUrlRewriter(apis.map(({ contract }) => contract)),
    // As long as any path can be, so that the router rejects none before the hooks.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    trustProxy: config.TRUST_PROXY ?? false,
  });
}

interface Resources extends ServerLog {
  readonly namePrefix: string;
  readonly keyRules: KeyRules;
  readonly errorCodes: ErrorCodes;
  readonly createFailureLog: MakeFailureLog;
  readonly config: Config;
  readonly database: Database;
  readonly apis: Apis;
  readonly clock: Clock;
  readonly stop: AbortController;
}

/** What all requests share. */
type Shared = Awaited<ReturnType<typeof startShared>>;

/**
 * Starts what counts, measures and observes requests, and what is done beside them. The hooks of
 * traces and metrics run before all others.
 */
async function startShared(app: FastifyInstance, resources: Resources) {
  const { config, database, apis, clock, stop, logStream } = resources;
  const { logFields, createFailureLog, keyRules } = resources;
  const { client } = database;
  const now = clock.wallMs;
  const contracts = apis.map(({ contract }) => contract);
  logUnhandledRejections(app, createFailureLog);
  const background = createPeriodicWork();
  const reportFailure = (message: string, level?: 'warn') => {
    const logFailure = createFailureLog(message, level);
    return (error: unknown) => logFailure(error, faultKind(error));
  };
  const clockDifferences = watchClock(clock, app.log);
  if (database.provider === 'postgresql') {
    repeatTimeCheck(background, { database, clock, clockDifferences });
  }
  const limits = await startLimits(app, {
    database,
    clock,
    background,
    redis: redisOf(config, clockDifferences),
    anonymousPerMinute: config.ANONYMOUS_PER_MINUTE,
    banAfter: config.BAN_AFTER_REJECTIONS,
    firstBanMs: config.BAN_SECONDS * 1_000,
    onBan: () => observers.metrics?.countBan(),
    logFields,
    createFailureLog,
  });
  const { redis } = limits;
  const eventLoop = watchEventLoop(app, config.MAX_EVENT_LOOP_DELAY_MS);
  const readState = watchReadiness({
    checkDatabase: () => checkReadiness(database),
    onFailure: reportFailure('not ready', 'warn'),
    redis,
    clockDifference: clockDifferences.description,
    eventLoop,
    stopping: stop.signal,
  });
  const observers = await startObservers(app, {
    config,
    readState,
    clock,
    clockDifferences,
    service: apis[0].contract.document.info,
    contracts,
    database,
    redis,
    namePrefix: resources.namePrefix,
    isSecret: keyRules.keyFormat.resemblesApiKey,
    errorCodes: resources.errorCodes,
    createFailureLog,
    droppedLogLines: () => logStream.droppedLines?.() ?? 0,
  });
  // When all requests have ended, and before spans are sent: what is registered last closes first.
  app.addHook('onClose', () => storeCounts({ background, limits, log: app.log }));
  repeatRemoval(background, {
    database,
    intervalMs: 60_000,
    keyEventsDays: config.KEY_EVENTS_DAYS,
    now,
    onFailure: reportFailure('expired rows could not be removed', 'warn'),
  });
  return {
    ...resources,
    ...observers,
    contracts,
    baseUrls: { production: config.PUBLIC_URL, staging: config.STAGING_URL },
    lifecycle: createLifecycle(contracts),
    unknownRouteError: createUnknownRouteError(contracts),
    limits,
    eventLoop,
    readState,
    countUsage: startKeyUsage({
      client,
      noOperation: NO_OPERATION,
      background,
      now,
      onFailure: reportFailure('the usage of API keys is not stored'),
      onLost: createFailureLog('the usage of an API key is lost'),
    }),
    keys: createKeyCache(openKeys(database), keyRules.plans, clock),
    logLookUpFailure: createFailureLog('API keys could not be looked up'),
  };
}

interface TimeCheck extends Pick<Resources, 'database' | 'clock'> {
  readonly clockDifferences: ClockDifferences;
}

/** Compares the clock of this instance with that of the database, for as long as it responds. */
function repeatTimeCheck(background: PeriodicWork, options: TimeCheck) {
  const { database, clock, clockDifferences } = options;
  background.repeat(async (isLast) => {
    const sentAtMs = clock.monotonicMs();
    // A failure is that of the database, of which requests and /readyz tell.
    const serverMs = isLast ? undefined : await readServerTime(database).catch(() => undefined);
    if (serverMs !== undefined) clockDifferences.note('database', serverMs, sentAtMs);
    return SERVER_TIME_MS;
  }, 0);
}

/** The Redis in which instances count together, if there is one. */
function redisOf(
  { REDIS_URL: url, REDIS_NAMESPACE: namespace }: Config,
  clockDifferences: ClockDifferences,
) {
  if (!url) return undefined;
  return {
    addresses: () => splitList(currentValue(url)),
    namespace,
    onTime: (redisMs: number, sentAtMs: number) =>
      clockDifferences.note('redis', redisMs, sentAtMs),
  };
}

const MAY_BE_LOST = 'the last counts before the stop may not be stored';

interface LastCounts {
  readonly background: PeriodicWork;
  readonly limits: Pick<Shared['limits'], 'close'>;
  readonly log: FastifyBaseLogger;
}

/**
 * Stores what was counted last: in the database and in Redis at once, so that neither waits for the
 * other. A database that does not respond delays no stop.
 */
async function storeCounts({ background, limits, log }: LastCounts) {
  const written = background.end(LAST_WRITES_MS).catch((err) => log.error({ err }, MAY_BE_LOST));
  await Promise.all([written, limits.close()]);
}

/** What every connection meets, and every request, whatever its path. */
async function registerForAll(app: FastifyInstance, shared: Shared) {
  const { config, contracts, stop, limits, traces, metrics, countUsage } = shared;
  const { lifecycle, unknownRouteError, readState, logFields, createFailureLog } = shared;
  const { keyFormat } = shared.keyRules;
  await app.register(connections, {
    maxConnections: config.MAX_CONNECTIONS,
    maxConnectionsPerAddress: config.MAX_CONNECTIONS_PER_ADDRESS,
    trustedProxies: config.TRUST_PROXY ? splitList(config.TRUST_PROXY) : [],
    networkOf,
  });
  await app.register(closeConnections, { stop });
  const securityHeaders = createSecurityHeaders(config.PUBLIC_URL?.startsWith('https:') ?? false);
  await app.register(connectionErrors, {
    connectionOf,
    securityHeaders,
    limitHeaders: limits.addressHeaders,
    onError(error) {
      metrics?.countError(error.code);
      logConnectionError(app.log, logFields, error);
    },
  });
  const endListeners = [
    traces?.onRequestEnd,
    createAccessLog(logFields),
    countUsage,
    metrics?.onRequestEnd,
  ];
  const forwardedListeners = [traces?.onRequestEnd, metrics?.onForwardedEnd];
  await app.register(exchange, {
    contracts,
    lifecycle,
    announcesBody,
    securityHeaders,
    unidentified: UNIDENTIFIED,
    isSecret: keyFormat.resemblesApiKey,
    unknownRouteError,
    endListeners: endListeners.filter((listener) => listener !== undefined),
    forwardedListeners: forwardedListeners.filter((listener) => listener !== undefined),
    stopping: stop.signal,
  });
  const logFault = createFailureLog('request failed');
  await app.register(errorHandler, {
    isTemporary: isDatabaseFault,
    onFault(cause, { operation, log }) {
      // A fault of the database is of the same kind for all operations.
      const place = isDatabaseFault(cause) ? '' : (operation?.qualifiedId ?? NO_OPERATION);
      logFault(cause, `${place} ${faultKind(cause)}`, log);
    },
    countError: metrics?.countError,
    withoutSecrets: keyFormat.withoutApiKeys,
    countUnread: limits.countUnread,
  });
  await app.register(health, { readState });
}

/** What needs no key. */
async function registerDocuments(app: FastifyInstance, shared: Shared) {
  await app.register(docs, documentsOf(app, shared));
}

/** What is published, and for where. */
function documentsOf(app: FastifyInstance, { config, apis, baseUrls }: Shared): DocsOptions {
  const versions = apis.flatMap(({ contract, documentation }) =>
    documentation ? [{ contract, documentation }] : [],
  );
  return {
    versions,
    baseUrls,
    contact: {
      name: config.CONTACT_NAME,
      url: config.CONTACT_URL,
      email: config.CONTACT_EMAIL,
    },
    ownOrigin: () => ownOrigin(app.server.address()),
  };
}

/** An API, below its base path. */
async function registerApi(
  app: FastifyInstance,
  shared: Shared,
  { contract, createHandlers, keys = shared.keys, addHooks }: Api,
) {
  const { database, keyRules, errorCodes, contracts, baseUrls, clock, metrics, limits } = shared;
  const { lifecycle, logLookUpFailure, onLookUp, eventLoop, unknownRouteError } = shared;
  const { CORS_ORIGINS } = shared.config;
  const now = clock.wallMs;
  const handlers = await createHandlers({ contract, database, keyRules, now });
  const serve = async (api: FastifyInstance) => {
    addHooks?.(api);
    if (CORS_ORIGINS) {
      const origins = splitList(CORS_ORIGINS);
      const limitHeaders = limits.anonymousHeaders;
      await api.register(cors, { origins, contract, announcesBody, limitHeaders });
    }
    await api.register(admission, {
      contract,
      lifecycle,
      keys,
      keyFormat: keyRules.keyFormat,
      logLookUpFailure,
      onLookUp,
      limiter: countOnce(limits.limiter),
      eventLoop,
      unknownRouteError,
      now,
    });
    // The arguments of a tool's call: it is admitted and counted, and nothing has validated it yet.
    api.addHook('preValidation', rejectWrongArguments);
    await api.register(contractBinding, {
      contract,
      handlers,
      errorCodes,
      onDeprecatedPart: metrics?.countDeprecatedPart,
      baseUrls: baseUrlsOf(contract, baseUrls, contracts),
    });
  };
  await app.register(serve, { prefix: contract.basePath });
}

/** The newest API again, as tools for agents. */
async function registerAgents(app: FastifyInstance, shared: Shared) {
  const { config, apis, keyRules, eventLoop, onLookUp } = shared;
  const [{ contract, documentation, keys = shared.keys }] = apis;
  if (!documentation) return;
  const origins = config.CORS_ORIGINS ? splitList(config.CORS_ORIGINS) : [];
  const serve = async (scope: FastifyInstance) => {
    await scope.register(cors, {
      origins,
      contract,
      headers: MESSAGE_HEADERS,
      announcesBody,
      limitHeaders: shared.limits.anonymousHeaders,
    });
    await scope.register(authentication, {
      keys,
      keyFormat: keyRules.keyFormat,
      realm: contract.realm,
      logFailure: shared.logLookUpFailure,
      onLookUp,
    });
    await agents(scope, {
      contract,
      documentation,
      guideText: createGuideText(documentsOf(app, shared)),
      isAllowedOrigin: createOriginCheck(origins, shared.baseUrls),
      rejectionOf: (request) => callerError(request, eventLoop),
      limiter: shared.limits.limiter,
      mayCall: ({ caller: { customer } }, operation) =>
        customer !== undefined && missingScopes(customer.scopes, operation).length === 0,
      withoutSecrets: keyRules.keyFormat.withoutApiKeys,
    });
  };
  await app.register(serve, { prefix: '/mcp' });
}
