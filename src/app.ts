import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { banApiKey } from './bans.js';
import { basePath } from './contract.js';
import type { Config } from './config.js';
import { answerConnectionError } from './connection-errors.js';
import { createCounters } from './counters/index.js';
import type { Database } from './database.js';
import { createHandlers } from './handlers/index.js';
import { createKeyDirectory } from './key-directory.js';
import accessLog from './plugins/access-log.js';
import contractBinding from './plugins/contract-binding.js';
import docs from './plugins/docs.js';
import errorAnswers from './plugins/error-answers.js';
import expectations from './plugins/expectations.js';
import identify from './plugins/identify.js';
import jsonBodies from './plugins/json-bodies.js';
import lifecycle from './plugins/lifecycle.js';
import planLimits from './plugins/plan-limits.js';
import requireApiKey from './plugins/require-api-key.js';
import strangers from './plugins/strangers.js';
import unknownRoutes, { routablePath } from './plugins/unknown-routes.js';

/** The request line and all header fields together. */
const MAX_HEADER_BYTES = 16_384;

/**
 * Builds the application, ready to listen: what is registered first meets a request first.
 *
 * @param logStream takes the log instead of stdout, one line of JSON for each call
 * @throws when the contract and the handlers do not fit together
 */
export async function buildApp(
  config: Config,
  database: Database,
  logStream?: { write(line: string): void },
): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: config.BODY_LIMIT_BYTES,
    clientErrorHandler: answerConnectionError,
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: config.LOG_LEVEL, ...(logStream && { stream: logStream }) },
    rewriteUrl: (request) => routablePath(request.url ?? '/'),
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    // No path can be longer than this, so that the router never refuses one before the hooks.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    trustProxy: config.TRUST_PROXY ?? false,
  });

  await app.register(accessLog);
  await app.register(errorAnswers);
  await app.register(expectations);
  await app.register(strangers, { perMinute: config.ANONYMOUS_PER_MINUTE });
  await app.register(docs, { productionUrl: config.PUBLIC_URL, stagingUrl: config.STAGING_URL });
  await app.register(
    async (api) => {
      await api.register(lifecycle);
      await api.register(identify, { keys: createKeyDirectory(database.client) });
      await api.register(planLimits, {
        counters: await createCounters(config, database.client, app.log),
        banAfterRefusals: config.BAN_AFTER_REFUSALS,
        ban: (apiKeyId) => banApiKey(database.client, apiKeyId, config.BAN_SECONDS * 1_000),
      });
      await api.register(requireApiKey);
      await api.register(unknownRoutes);
      await api.register(jsonBodies);
      await api.register(contractBinding, { handlers: createHandlers(database) });
    },
    { prefix: basePath },
  );
  await app.ready();
  return app;
}
