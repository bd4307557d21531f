import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from './config.ts';
import {
  basePath,
  contractBinding,
  jsonBodies,
  lifecycle,
  routablePath,
  unknownRoutes,
} from './contract/index.ts';
import { type Database, expiredKeys } from './database/index.ts';
import { docs } from './docs/index.ts';
import { createHandlers } from './handlers/index.ts';
import {
  accessLog,
  answerConnectionError,
  errorAnswers,
  expectations,
  health,
  type LogStream,
  logOptions,
  overload,
  pipelining,
  requestId,
  securityHeaders,
  stopping,
} from './http/index.ts';
import { authentication, createKeyCache, requireApiKey } from './keys/index.ts';
import { anonymousLimit, banApiKey, createCounters, planLimits } from './limits/index.ts';

/** The request line and all header fields together. */
const MAX_HEADER_BYTES = 16_384;

/** How long a client may take to send a request: its headers, and all of it. */
const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 15_000;

/**
 * Builds the application, ready to listen.
 *
 * @param logStream takes the log instead of stdout, one line of JSON for each call
 * @throws when the contract and the handlers do not fit together
 */
export async function buildApp(
  config: Config,
  database: Database,
  logStream?: LogStream,
): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: config.BODY_LIMIT_BYTES,
    clientErrorHandler: answerConnectionError,
    logController: new LogController({ disableRequestLogging: true }),
    logger: logOptions(config.LOG_LEVEL, logStream),
    // What still comes on an open connection while stopping is answered, like anything else.
    return503OnClosing: false,
    rewriteUrl: (request) => routablePath(String(request.url)),
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      // Refused like anything else, not by Node, whose answer is empty.
      requireHostHeader: false,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
    },
    // No path can be longer than this, so that the router never refuses one before the hooks.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    trustProxy: config.TRUST_PROXY ?? false,
  });

  try {
    await registerPlugins(app, config, database);
    await app.ready();
  } catch (error) {
    // The process could not end while one of them holds a connection.
    await app.close();
    throw error;
  }
  return app;
}

/** What is registered first meets a request first. */
async function registerPlugins(app: FastifyInstance, config: Config, database: Database) {
  const counters = await createCounters(
    { redisUrl: config.REDIS_URL, redisNamespace: config.REDIS_NAMESPACE },
    database.client,
    app.log,
  );
  const { sharedStore } = counters;
  app.addHook('onClose', () => counters.close());
  await app.register(pipelining);
  await app.register(requestId);
  await app.register(securityHeaders, { productionUrl: config.PUBLIC_URL });
  await app.register(stopping);
  if (config.METRICS_PORT !== undefined) {
    // Imported only here, since most instances start without metrics.
    const metrics = import('./http/metrics.ts');
    await app.register(metrics, { host: config.HOST, port: config.METRICS_PORT, sharedStore });
  }
  await app.register(accessLog);
  await app.register(errorAnswers);
  await app.register(expectations);
  await app.register(anonymousLimit, { perMinute: config.ANONYMOUS_PER_MINUTE });
  await app.register(health, { client: database.client, sharedStore });
  await app.register(docs, { productionUrl: config.PUBLIC_URL, stagingUrl: config.STAGING_URL });
  await app.register(
    async (api) => {
      await api.register(lifecycle);
      await api.register(authentication, { keys: createKeyCache(database.query) });
      await api.register(planLimits, {
        counters,
        banAfterRefusals: config.BAN_AFTER_REFUSALS,
        ban: (apiKeyId) => banApiKey(database.client, apiKeyId, config.BAN_SECONDS * 1_000),
      });
      await api.register(requireApiKey);
      await api.register(overload, { maxDelayMs: config.MAX_EVENT_LOOP_DELAY_MS });
      await api.register(unknownRoutes);
      await api.register(jsonBodies);
      await api.register(contractBinding, { handlers: createHandlers(database) });
    },
    { prefix: basePath },
  );
  await app.register(expiredKeys, { client: database.client, intervalMs: 60_000 });
}
