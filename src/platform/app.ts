// The application: what is started, and what is registered in the order in which a request meets
// it. The details of each room are in the room.

import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { handlerContext, serveAgents, serveApi } from './api.ts';
import { createClock } from './async/clock.ts';
import { createPeriodicWork } from './async/periodic-work.ts';
import { createFetch } from './calls/index.ts';
import type { Config } from './config/index.ts';
import { type Context, createContext, logFieldsOfService, type Parts } from './context.ts';
import { announcesBody } from './contract/index.ts';
import { type Database, readServerTime, repeatRemoval } from './database/index.ts';
import { checkReadiness } from './database/migrations/index.ts';
import docs from './docs/index.ts';
import { connectionErrors, errorHandler } from './errors/index.ts';
import {
  closeConnections,
  connectionBounds,
  connectionOf,
  createBoundedServer,
  createSecurityHeaders,
  createUrlRewriter,
  exchange,
  health,
  MAX_HEADER_BYTES,
  watchEventLoop,
  watchReadiness,
} from './http/index.ts';
import { idempotencyRemovals } from './idempotency/index.ts';
import { startJobs } from './jobs/index.ts';
import { keyRemovals, startKeys, UNIDENTIFIED } from './keys/index.ts';
import { dayCountRemovals, networkOf, startLimits } from './limits/index.ts';
import { createRequestLog, LOGGER_OPTIONS, watchClocks } from './observability/index.ts';
import { isOutage, startObservers } from './observers.ts';
import type { Service } from './service.ts';
import { loadApis } from './versions.ts';

/** How long a stop waits for the last writes, within its whole (http/stop.ts). */
const LAST_WRITES_MS = 1_500;
/** How often expired rows are looked for. */
const REMOVAL_MS = 60_000;

/** Parts that have a default, which is that of a process. */
type AppOptions = {
  readonly [Name in 'logStream' | 'apis' | 'clock' | 'stop' | 'background']?:
    | Parts[Name]
    | undefined;
};

/** Builds the application, ready to listen. @throws if a contract and its handlers do not match */
export async function buildApp(
  service: Service,
  config: Config,
  database: Database,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const { logStream = process.stdout, clock = createClock() } = options;
  const { apis = await loadApis(service), stop = new AbortController() } = options;
  const { background = createPeriodicWork() } = options;
  const parts: Parts = { config, database, apis, clock, stop, logStream, background };
  const app = createServer(service, parts);
  try {
    await compose(app, createContext(app, service, parts));
    await app.ready();
  } catch (error) {
    // Plugins that are registered already would keep the process from ending.
    await app.close();
    throw error;
  }
  return app;
}

function createServer(service: Service, { config, logStream, apis }: Parts): FastifyInstance {
  return Fastify({
    bodyLimit: config.BODY_LIMIT_BYTES,
    serverFactory: createBoundedServer,
    // The plugin connectionErrors responds.
    clientErrorHandler: () => undefined,
    // Traces replace it by one that adds their ids.
    childLoggerFactory: createRequestLog,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: logFieldsOfService(service).requestId,
    }),
    logger: { ...LOGGER_OPTIONS, level: config.LOG_LEVEL, stream: logStream },
    // A machine that stands still during the start delays the start, and does not break it.
    pluginTimeout: 0,
    // A request that arrives while the instance stops is processed like any other.
    return503OnClosing: false,
    // Each route brings its own. Otherwise Fastify would load those that it has by default.
    schemaController: {
      compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
    },
    rewriteUrl: createUrlRewriter(apis.map(({ contract }) => contract)),
    // As long as any path can be, so that the router rejects none before the hooks.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    trustProxy: config.TRUST_PROXY ?? false,
  });
}

function noCompiler(): never {
  throw new Error('A route with a schema has no compilers of its own.');
}

async function compose(app: FastifyInstance, context: Context) {
  const { config, database, clock, stop, log, served, rules } = context;
  const { keyFormat } = rules.keyRules;

  // What works beside requests.
  storeCountsAtEnd(app, context);
  const clockDifferences = watchClocks(app, context, () => readServerTime(database));
  const keys = startKeys(context);
  const limits = await startLimits(app, { ...context, clockDifferences });
  const eventLoop = watchEventLoop(app, config.MAX_EVENT_LOOP_DELAY_MS);
  const readState = watchReadiness({
    checkDatabase: () => checkReadiness(database),
    onFailure: log.reportFailure('not ready', 'warn'),
    redis: limits.redis,
    clockDifference: clockDifferences.description,
    eventLoop,
    stopping: stop.signal,
  });
  // Before all plugins with hooks, so that a trace has the whole request.
  const observers = await startObservers(app, context, { limits, clockDifferences, readState });
  repeatRemoval(context.background, {
    database,
    removals: [...idempotencyRemovals, ...dayCountRemovals, ...keyRemovals(config.KEY_EVENTS_DAYS)],
    intervalMs: REMOVAL_MS,
    now: clock.wallMs,
    onFailure: log.reportFailure('expired rows could not be removed', 'warn'),
  });

  // What every connection meets, and every request, whatever its path. Above all routes: a scope
  // has the hooks and the decorations that are there when it is opened.
  const securityHeaders = createSecurityHeaders(config);
  await app.register(connectionBounds, { config, networkOf });
  await app.register(closeConnections, context);
  await app.register(connectionErrors, {
    connectionOf,
    securityHeaders,
    limitHeaders: limits.addressHeaders,
    onError: observers.onConnectionError,
  });
  await app.register(exchange, {
    contracts: served.contracts,
    lifecycle: served.lifecycle,
    unknownRouteError: served.unknownRouteError,
    announcesBody,
    securityHeaders,
    unidentified: UNIDENTIFIED,
    isSecret: keyFormat.resemblesApiKey,
    endListeners: [...observers.endListeners, keys.countUsage],
    forwardedListeners: observers.forwardedListeners,
    stopping: stop.signal,
  });
  await app.register(errorHandler, {
    isTemporary: isOutage,
    onFault: observers.onFault,
    countError: observers.countError,
    withoutSecrets: keyFormat.withoutApiKeys,
    countUnread: limits.countUnread,
  });
  await app.register(health, { readState });

  // What needs no key.
  await app.register(docs, served.docs);

  // What needs one.
  const forHandlers = {
    database,
    keyRules: rules.keyRules,
    settings: rules.settings,
    now: clock.wallMs,
    log: app.log,
    stop: stop.signal,
    fetch: createFetch(observers.beginCall),
  };
  const serving = { context, keys, limits, eventLoop, observers, forHandlers };
  const [newest] = served.apis;
  for (const api of served.apis) await serveApi(app, serving, api);
  await serveAgents(app, serving, newest);

  // What the service repeats.
  const { contract } = newest;
  const jobs = (await rules.jobs?.())?.createJobs(handlerContext(contract, forHandlers));
  if (jobs) startJobs(context, jobs);
}

/** Stores what was counted last. A database that does not respond delays no stop. */
function storeCountsAtEnd(app: FastifyInstance, { background, closing }: Context) {
  closing.on('writes', () =>
    background.end(LAST_WRITES_MS).catch((err) => {
      app.log.error({ err }, 'the last counts before the stop may not be stored');
    }),
  );
}
