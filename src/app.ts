import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { databaseOptions } from './config.ts';
import {
  type AnyHandlers,
  type Contract,
  contract,
  contractBinding,
  lifecycle,
  routablePaths,
  unknownRouteRejection,
  unknownRoutes,
} from './contract/index.ts';
import {
  type Database,
  expiredIdempotencyKeys,
  openReplica,
  type Query,
  type Replica,
  type ReplicatedDatabase,
} from './database/index.ts';
import { docs } from './docs/index.ts';
import { createHandlers } from './handlers/index.ts';
import {
  accessLog,
  connections,
  cors,
  corsOfFaults,
  corsOrigins,
  createRequestLog,
  errorHandler,
  expectContinue,
  type Field,
  faultyHeads,
  handleConnectionError,
  health,
  LOGGER_OPTIONS,
  type LogStream,
  openRequests,
  overload,
  pipelining,
  requestHead,
  requestId,
  securityHeaders,
  shutdown,
  tunnels,
} from './http/index.ts';
import { authentication, createKeyCache, requireApiKey } from './keys/index.ts';
import {
  anonymousLimit,
  banApiKey,
  createCounters,
  forwardedFor,
  type InstanceCounters,
  planLimits,
} from './limits/index.ts';
import type { Config } from './settings/index.ts';

/** The request line and all header fields together. */
const MAX_HEADER_BYTES = 16_384;

/** How long a client may take to send the headers, and the whole request. */
const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 15_000;

/** How many requests of customers may be open, and how many for the documentation. */
const MAX_OPEN_REQUESTS = 500;
const MAX_OPEN_DOWNLOADS = 50;

/** What the application serves. */
export interface Api {
  readonly contract: Contract;
  createHandlers(database: ReplicatedDatabase): AnyHandlers;
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
    await registerPlugins(app, config, database, logStream, api);
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
    clientErrorHandler: handleConnectionError,
    childLoggerFactory: createRequestLog,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId' satisfies Field,
    }),
    logger: { ...LOGGER_OPTIONS, level: config.LOG_LEVEL, stream: logStream },
    // A request that arrives while the instance stops is processed like any other.
    return503OnClosing: false,
    rewriteUrl: (request) => routablePath(String(request.url)),
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      // Rejected by a hook, since Node's own response has no body.
      requireHostHeader: false,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
    },
    // As long as any path can be, so that the router rejects none before the hooks.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    trustProxy: config.TRUST_PROXY ?? false,
  });
}

/** Registers what a request meets, in this order. */
async function registerPlugins(
  app: FastifyInstance,
  config: Config,
  database: Database,
  logStream: LogStream,
  { contract, createHandlers }: Api,
) {
  const { PUBLIC_URL: productionUrl, STAGING_URL: stagingUrl } = config;
  const { client, query } = database;
  const { document } = contract;
  const rejectUnknownRoute = unknownRouteRejection(contract);
  const counters = await createCounters(
    {
      redisUrl: config.REDIS_URL,
      redisNamespace: config.REDIS_NAMESPACE,
      banAfter: config.BAN_AFTER_REFUSALS,
    },
    client,
    app.log,
  );
  const { sharedStore } = counters;
  app.addHook('onClose', () => counters.close());
  const replica = openReplicaOf(query, config, counters, app);

  // Every request, whatever its path.
  if (config.TRUST_PROXY) await app.register(forwardedFor);
  await app.register(connections, {
    maxConnections: config.MAX_CONNECTIONS,
    trustedProxies: config.TRUST_PROXY,
  });
  await app.register(pipelining);
  await app.register(requestId);
  await app.register(securityHeaders, { isHttps: productionUrl?.startsWith('https:') ?? false });
  await app.register(shutdown);
  if (config.METRICS_PORT !== undefined) {
    // Imported here, since most instances start without metrics.
    const metrics = import('./http/metrics.ts');
    const { METRICS_HOST: host, METRICS_PORT: port } = config;
    const { version } = document.info;
    await app.register(metrics, { host, port, version, database, sharedStore });
  }
  await app.register(accessLog, { logStream });
  await app.register(requestHead);
  await app.register(errorHandler, {
    rejectUnknownRoute,
    onError: database.writes.takeFault,
  });
  await app.register(tunnels);
  await app.register(expectContinue);
  await app.register(anonymousLimit, {
    counters: counters.anonymous,
    perMinute: config.ANONYMOUS_PER_MINUTE,
  });
  const origins = config.CORS_ORIGINS && corsOrigins(config.CORS_ORIGINS);
  if (origins) await app.register(corsOfFaults, { origins, contract });

  // Paths that need no key.
  await app.register(health, { database, sharedStore, replica });
  const contact = {
    name: config.CONTACT_NAME,
    url: config.CONTACT_URL,
    email: config.CONTACT_EMAIL,
  };
  await app.register(async (site) => {
    await site.register(openRequests, { total: MAX_OPEN_DOWNLOADS });
    await site.register(docs, { document, productionUrl, stagingUrl, contact });
  });

  await app.register(
    async (api) => {
      if (origins) await api.register(cors, { origins, contract });
      await api.register(lifecycle, { contract });
      await api.register(authentication, {
        keys: createKeyCache(query, counters.sharedHints),
        realm: document.info.title,
        lookUpsPerMinute: config.ANONYMOUS_PER_MINUTE,
      });
      // Before anything rejects a request, so that rejected requests count too.
      await api.register(planLimits, {
        counters: counters.customers,
        banAfterRefusals: config.BAN_AFTER_REFUSALS,
        ban: (apiKeyId) => banApiKey(client, apiKeyId, config.BAN_SECONDS * 1_000),
      });
      await api.register(faultyHeads);
      await api.register(requireApiKey);
      // After the limits, so that only requests of customers within theirs take its places.
      await api.register(openRequests, { total: MAX_OPEN_REQUESTS });
      await api.register(overload, { maxDelayMs: config.MAX_EVENT_LOOP_DELAY_MS });
      // Only from here on is it looked at what a request asks for.
      await api.register(unknownRoutes, { rejectUnknownRoute });
      await api.register(contractBinding, {
        contract,
        handlers: createHandlers({ ...database, replica }),
      });
    },
    { prefix: contract.basePath },
  );

  // No part of a request: removes what has expired, in the background.
  await app.register(expiredIdempotencyKeys, { client, intervalMs: 60_000 });
}

function openReplicaOf(
  primary: Query,
  config: Config,
  { sharedWrites }: InstanceCounters,
  app: FastifyInstance,
): Replica | undefined {
  const { DATABASE_READ_URL: address, DATABASE_READ_MAX_LAG_SECONDS: maxLagSeconds } = config;
  if (address === undefined) return undefined;
  const settings = databaseOptions(config, (message) => app.log.warn(message));
  const options = { address, settings, maxLagSeconds, sharedWrites };
  const replica = openReplica(options, primary, app.log);
  app.addHook('onClose', () => replica.close());
  return replica;
}
