import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import admission from './admission.ts';
import { type Config, currentValue, splitList } from './config/index.ts';
import {
  type AnyHandlers,
  type Contract,
  contract,
  contractBinding,
  unhandledRejections,
} from './contract/index.ts';
import { type Database, expiredRows, openKeys } from './database/index.ts';
import docs from './docs/index.ts';
import { handleConnectionError } from './errors/connection-errors.ts';
import errorHandler from './errors/error-handler.ts';
import { ERROR_CODES } from './errors/index.ts';
import { createHandlers, type HandlerResources } from './handlers/index.ts';
import {
  connections,
  cors,
  createBoundedServer,
  createUnknownRouteError,
  createUrlRewriter,
  exchange,
  health,
  shutdown,
} from './http/index.ts';
import { createKeyCache, type KeyCache, keyUsage } from './keys/index.ts';
import {
  createDurableCounters,
  createMemoryCounters,
  createRequestCounter,
  type MemoryCounters,
  type RequestCounter,
} from './limits/index.ts';
import { createAccessLog } from './observability/access-log.ts';
import { createRequestLog, LOGGER_OPTIONS, REQUEST_ID } from './observability/log.ts';
import type { LogStream } from './observability/log-output.ts';

/** The request line and all header fields together. */
const MAX_HEADER_BYTES = 16_384;

const SERVER_OPTIONS = {
  maxHeaderSize: MAX_HEADER_BYTES,
  // A hook rejects a request without a host, since Node's own response has no body.
  requireHostHeader: false,
  // How long a client may take to send the headers, and the whole request.
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  // Longer than balancers keep a connection that they do not use.
  keepAliveTimeout: 72_000,
};

declare module 'fastify' {
  interface FastifyInstance {
    /** The time of day in milliseconds, by which limits, keys and operations expire. */
    now(): number;
    requests: RequestCounter;
  }
}

/** What the application serves. */
export interface Api {
  readonly contract: Contract;
  createHandlers(resources: HandlerResources): AnyHandlers;
  /** The API keys: by default those in the database. */
  readonly keys?: KeyCache;
  /** Adds hooks that run before those of the API. */
  addHooks?(api: FastifyInstance): void;
}

interface AppOptions {
  /** Takes the log instead of stdout, one line of JSON for each call. */
  readonly logStream?: LogStream;
  /** Another contract with its handlers, as for the mock. */
  readonly api?: Api | undefined;
  /** Another clock, for tests. */
  readonly now?: () => number;
}

/** Builds the application, ready to listen. @throws when the contract and handlers do not match */
export async function buildApp(
  config: Config,
  database: Database,
  {
    logStream = process.stdout,
    api = { contract, createHandlers },
    now = Date.now,
  }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = createServer(config, logStream, api);
  app.decorate('now', now);
  try {
    await registerPlugins(app, config, database, api);
    await app.ready();
  } catch (error) {
    // Plugins that are registered already would keep the process from ending.
    await app.close();
    throw error;
  }
  return app;
}

function createServer(config: Config, logStream: LogStream, { contract }: Api): FastifyInstance {
  return Fastify({
    bodyLimit: config.BODY_LIMIT_BYTES,
    serverFactory: (handle) => createBoundedServer(handle, SERVER_OPTIONS),
    clientErrorHandler: handleConnectionError,
    childLoggerFactory: createRequestLog,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: REQUEST_ID,
    }),
    logger: { ...LOGGER_OPTIONS, level: config.LOG_LEVEL, stream: logStream },
    // A request that arrives while the instance stops is processed like any other.
    return503OnClosing: false,
    rewriteUrl: createUrlRewriter(contract),
    // As long as any path can be, so that the router rejects none before the hooks.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    trustProxy: config.TRUST_PROXY ?? false,
  });
}

/** Where all instances count together. Imported only if needed: most run without Redis. */
async function openRedisCounters(config: Config, local: MemoryCounters, log: FastifyBaseLogger) {
  if (!config.REDIS_URL) return undefined;
  const { createRedisCounters } = await import('./limits/redis/index.ts');
  const { REDIS_URL: url, REDIS_NAMESPACE: namespace } = config;
  const addresses = () => splitList(currentValue(url));
  return createRedisCounters({ addresses, namespace }, local, log);
}

const callerOf = ({ caller }: FastifyRequest) => caller;

/** Registers the plugins, in the order in which a request meets them. */
async function registerPlugins(
  app: FastifyInstance,
  config: Config,
  database: Database,
  { contract, createHandlers, keys: givenKeys, addHooks }: Api,
) {
  const { CORS_ORIGINS: origins, PUBLIC_URL: productionUrl, STAGING_URL: stagingUrl } = config;
  const { client } = database;
  const { document } = contract;
  const unknownRouteError = createUnknownRouteError(contract);
  const local = createMemoryCounters(app.now);
  const redis = await openRedisCounters(config, local, app.log);
  const counters = redis ?? (await createDurableCounters(local, database, app));
  app.addHook('onClose', () => counters.close());

  await app.register(unhandledRejections);

  // Every request, whatever its path.
  const isHttps = productionUrl?.startsWith('https:') ?? false;
  await app.register(exchange, { contract, isHttps, unknownRouteError });
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) {
    // Before anything that a request waits for. Imported here, since most instances have no traces.
    await app.register(import('./observability/traces.ts'), { config, contract, database, redis });
  }
  app.onRequestEnd(createAccessLog(contract.basePath));
  await app.register(keyUsage, { client });
  await app.register(shutdown);
  if (config.METRICS_PORT !== undefined) {
    // Imported here, since most instances start without metrics.
    const metrics = import('./observability/metrics.ts');
    await app.register(metrics, { config, contract, database, redis });
  }
  const keys = givenKeys ?? createKeyCache(openKeys(database), app.now);
  await app.register(errorHandler);
  await app.register(connections, config);
  const requests = await createRequestCounter(app, {
    counters,
    local,
    anonymousPerMinute: config.ANONYMOUS_PER_MINUTE,
    callerOf,
  });
  app.decorate('requests', requests);

  // Paths that need no key.
  await app.register(health, { database, redis });
  const contact = {
    name: config.CONTACT_NAME,
    url: config.CONTACT_URL,
    email: config.CONTACT_EMAIL,
  };
  await app.register(docs, { document, productionUrl, stagingUrl, contact });

  await app.register(
    async (api) => {
      addHooks?.(api);
      if (origins) await api.register(cors, { origins: splitList(origins), contract });
      await api.register(admission, { config, contract, database, keys, unknownRouteError });
      // Nothing above inspects the request's content.
      const handlers = createHandlers({
        database,
        settings: config,
        now: app.now,
        metrics: app.metrics?.registry,
      });
      await api.register(contractBinding, { contract, handlers, errorCodes: ERROR_CODES });
    },
    { prefix: contract.basePath },
  );

  await app.register(expiredRows, { client, intervalMs: 60_000 });
}
