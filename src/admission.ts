import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from './config/index.ts';
import type { Contract } from './contract/index.ts';
import type { Database } from './database/index.ts';
import { errors } from './errors/index.ts';
import type { UnknownRouteError } from './http/index.ts';
import { ambiguousHeadError } from './http/index.ts';
import { authentication, type Caller, type KeyCache } from './keys/index.ts';
import { createBans, planLimits } from './limits/index.ts';
import { createFailureLog } from './observability/failure-log.ts';

/*
 * Who may pass. Every request of the API takes these steps, in this order, before anything looks at
 * its content: all in onRequest, so that the body of a rejected request is never read.
 */

interface AdmissionOptions {
  readonly config: Config;
  readonly contract: Contract;
  readonly database: Database;
  readonly keys: KeyCache;
  readonly unknownRouteError: UnknownRouteError;
}

async function admission(api: FastifyInstance, options: AdmissionOptions) {
  const { config, contract, database, keys, unknownRouteError } = options;
  const overloadError = await watchEventLoop(api, config.MAX_EVENT_LOOP_DELAY_MS);

  // Identifies the caller.
  await api.register(authentication, {
    keys,
    realm: contract.document.info.title,
    logFailure: createFailureLog(api, 'API keys could not be looked up'),
    onLookUp: (lookUp) => traceLookUp(api, lookUp),
  });

  // Counts the request before any other rejection, and shows what is left: 429 over a limit.
  await api.register(planLimits, {
    requests: api.requests,
    callerOf: ({ caller }) => caller,
    onLateRejection: createBans({
      client: database.client,
      banAfter: config.BAN_AFTER_REJECTIONS,
      firstBanMs: config.BAN_SECONDS * 1_000,
      now: api.now,
      onBan: () => api.metrics?.countBan(),
      logFailure: createFailureLog(api, 'a ban could not be stored'),
    }),
    now: api.now,
  });

  api.addHook('onRequest', (request, _reply, next) => {
    const { caller, operation, originalUrl } = request;
    // The router ignores a fragment, which a target must not contain.
    const isKnown = operation && !originalUrl.includes('#');
    const rejection =
      // 400
      ambiguousHeadError(request) ??
      // 401, or 503 where the key could not be looked up
      caller.rejection ??
      // 403
      scopeError(request) ??
      // 503
      overloadError() ??
      // 404, 405, and 400 for a fragment
      (isKnown ? undefined : unknownRouteError(request));
    next(rejection);
  });
  // Without a handler of its own, the prefix would not run its hooks for unknown paths.
  api.setNotFoundHandler(unknownRouteError);
}

function traceLookUp({ traces }: FastifyInstance, lookUp: Promise<Caller>) {
  const end = traces?.beginStep('look up API key');
  void lookUp.then(({ kind, rejection }) => {
    end?.(kind === 'unverified' ? rejection.code : undefined);
  });
}

/** A key without scopes of its own may do everything. */
function scopeError({ caller, operation }: FastifyRequest): errors.ApiError | undefined {
  const given = caller.customer?.scopes;
  if (!given || !operation) return undefined;
  const missing = operation.scopes.filter((scope) => !given.includes(scope));
  return missing.length === 0 ? undefined : errors.insufficientScope(operation.scopes, missing);
}

/** Rejects early and cheaply, so that admitted requests still get their response in time. */
async function watchEventLoop(api: FastifyInstance, maxEventLoopDelay: number) {
  let watching = api;
  // The plugin would reject the requests of its own context, which therefore has no routes.
  await api.register(async (context) => {
    watching = context;
    await context.register(underPressure, { maxEventLoopDelay });
  });
  return (): errors.ApiError | undefined => {
    if (!watching.isUnderPressure()) return undefined;
    // Infinity means not measured: the process was busy for an interval, as while it starts.
    const isMeasured = watching.memoryUsage().eventLoopDelay !== Number.POSITIVE_INFINITY;
    return isMeasured ? errors.serviceUnavailable : undefined;
  };
}

export default fp(admission, { name: 'admission' });
