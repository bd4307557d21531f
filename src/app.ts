import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import {
  type AnyHandlers,
  type Contract,
  contract,
  contractBinding,
  lifecycle,
  routablePaths,
  serviceUnavailable,
  unknownRouteRejection,
  unknownRoutes,
} from './contract/index.ts';
import { type Database, expiredIdempotencyKeys } from './database/index.ts';
import docs from './docs/index.ts';
import { createHandlers } from './handlers/index.ts';
import {
  accessLog,
  connections,
  cors,
  createBoundedServer,
  errorHandler,
  faultyHeads,
  handleConnectionError,
  health,
  requestHead,
  responseHeaders,
  shutdown,
  unhandledRejections,
} from './http/index.ts';
import { authentication, createKeyCache, keyUsage, requireApiKey } from './keys/index.ts';
import {
  banApiKey,
  createDurableCounters,
  createMemoryCounters,
  type MemoryCounters,
  planLimits,
  rateLimit,
} from './limits/index.ts';
import { createRequestLog, LOGGER_OPTIONS, REQUEST_ID } from './log.ts';
import type { LogStream } from './log-output.ts';
import { type Config, listOf } from './settings/index.ts';

/** The request line and all header fields together. */
const MAX_HEADER_BYTES = 16_384;

/** The options of Node for the server. */
const SERVER_OPTIONS = {
  maxHeaderSize: MAX_HEADER_BYTES,
  // Rejected by a hook, since Node's own response has no body.
  requireHostHeader: false,
  // How long a client may take to send the headers, and the whole request.
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  // Longer than balancers keep a connection that they do not use.
  keepAliveTimeout: 72_000,
};

/** What the application serves. */
export interface Api {
  readonly contract: Contract;
  createHandlers(database: Database): AnyHandlers;
}

/**
 * Builds the application, ready to listen.
 *
 * @param logStream takes the log instead of stdout, one line of JSON for each call
 * @param api another contract with its handlers
 * @throws when the contract and the handlers do not match
 */
export async function buildApp(
  config: Config,
  database: Database,
  logStream: LogStream = process.stdout,
  api: Api = { contract, createHandlers },
): Promise<FastifyInstance> {
  const app = createServer(config, logStream, api);
  try {
    await registerPlugins(app, config, database, api);
    await app.ready();
  } catch (error) {
    // What is open already would keep the process from ending.
    await app.close();
    throw error;
  }
  return app;
}

function createServer(config: Config, logStream: LogStream, { contract }: Api): FastifyInstance {
  const routablePath = routablePaths(contract);
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
    rewriteUrl: (request) => routablePath(String(request.url)),
    // As long as any path can be, so that the router rejects none before the hooks.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    trustProxy: config.TRUST_PROXY ?? false,
  });
}

/** Early and cheaply, so that requests that were admitted still get their response in time. */
async function rejectUnderPressure(_request: unknown, _reply: unknown, _type: string, delay = 0) {
  // Not measured: the process was busy for a whole interval, as it is while it starts.
  if (delay !== Number.POSITIVE_INFINITY) throw serviceUnavailable;
}

/** Where all instances count together; without it each counts in its own memory. */
async function openRedisCounters(config: Config, local: MemoryCounters, log: FastifyBaseLogger) {
  const { REDIS_URL: redisUrl, REDIS_NAMESPACE: namespace, BAN_AFTER_REFUSALS: banAfter } = config;
  if (!redisUrl) return undefined;
  // Imported only if needed, since most instances run without Redis.
  const { createRedisCounters } = await import('./redis/index.ts');
  return createRedisCounters({ redisUrl, namespace, banAfter }, local, log);
}

/** Registers what a request meets, in this order. */
async function registerPlugins(
  app: FastifyInstance,
  config: Config,
  database: Database,
  { contract, createHandlers }: Api,
) {
  const { CORS_ORIGINS: origins, PUBLIC_URL: productionUrl, STAGING_URL: stagingUrl } = config;
  const { client, query } = database;
  const { document } = contract;
  const rejectUnknownRoute = unknownRouteRejection(contract);
  const local = createMemoryCounters(config.BAN_AFTER_REFUSALS);
  const redis = await openRedisCounters(config, local, app.log);
  const counters = redis ?? (await createDurableCounters(local, client, app.log));
  app.addHook('onClose', () => counters.close());

  await app.register(unhandledRejections);

  // Every request, whatever its path.
  await app.register(accessLog, { basePath: contract.basePath });
  await app.register(keyUsage, { client });
  const isHttps = productionUrl?.startsWith('https:') ?? false;
  await app.register(responseHeaders, { contract, isHttps });
  await app.register(shutdown);
  if (config.METRICS_PORT !== undefined) {
    // Imported here, since most instances start without metrics.
    const metrics = import('./http/metrics.ts');
    await app.register(metrics, { config, contract, database, redis });
  }
  await app.register(requestHead);
  await app.register(errorHandler, { rejectUnknownRoute });
  await app.register(connections, config);
  await app.register(rateLimit, {
    counters,
    local,
    anonymousPerMinute: config.ANONYMOUS_PER_MINUTE,
  });

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
      if (origins) await api.register(cors, { origins: listOf(origins), contract });
      await api.register(lifecycle, { contract });
      await api.register(authentication, {
        keys: createKeyCache(query),
        realm: document.info.title,
        lookUpsPerMinute: config.ANONYMOUS_PER_MINUTE,
      });
      // Before anything rejects a request, so that rejected requests count too.
      await api.register(planLimits, {
        ban: (apiKeyId) => banApiKey(client, apiKeyId, config.BAN_SECONDS * 1_000),
      });
      await api.register(faultyHeads);
      await api.register(requireApiKey);
      await api.register(underPressure, {
        maxEventLoopDelay: config.MAX_EVENT_LOOP_DELAY_MS,
        pressureHandler: rejectUnderPressure,
      });
      // Only from here on is it looked at what a request asks for.
      await api.register(unknownRoutes, { rejectUnknownRoute });
      await api.register(contractBinding, {
        contract,
        handlers: createHandlers(database),
      });
    },
    { prefix: contract.basePath },
  );

  // No part of a request: removes what has expired, in the background.
  await app.register(expiredIdempotencyKeys, { client, intervalMs: 60_000 });
}
