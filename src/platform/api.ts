// What is served below the base path of a contract, and to agents: who may call from where, who may
// pass, and the handlers.

import type { FastifyInstance } from 'fastify';
import admission, { callerError } from './admission.ts';
import {
  agents as agentMessages,
  countOnce,
  MESSAGE_HEADERS,
  rejectWrongArguments,
} from './agents/index.ts';
import { type Config, splitList } from './config/index.ts';
import type { Context } from './context.ts';
import {
  addressMaker,
  announcesBody,
  baseUrlsOf,
  type Contract,
  contractBinding,
  matchCheck,
} from './contract/index.ts';
import { createGuideText } from './docs/index.ts';
import { cors, createOriginCheck, type EventLoop } from './http/index.ts';
import { idempotencyKeyReader } from './idempotency/index.ts';
import { authentication, missingScopes, type StartedKeys } from './keys/index.ts';
import { RATE_LIMIT_HEADERS, type StartedLimits } from './limits/index.ts';
import type { Observers } from './observers.ts';
import type { HandlerContext } from './service.ts';
import type { Api } from './versions.ts';

/** What handlers and jobs get beside what they get of a contract. */
type ForHandlers = Omit<
  HandlerContext,
  'contract' | 'addressOf' | 'idempotencyKeyOf' | 'matchCheckOf'
>;

/** What all APIs are served with. */
interface Serving {
  readonly context: Context;
  readonly keys: StartedKeys;
  readonly limits: StartedLimits;
  readonly eventLoop: EventLoop;
  readonly observers: Observers;
  readonly forHandlers: ForHandlers;
}

/** What handlers and jobs get. */
export function handlerContext(contract: Contract, forHandlers: ForHandlers): HandlerContext {
  const { keyFormat } = forHandlers.keyRules;
  return {
    ...forHandlers,
    contract,
    addressOf: (operationId) => addressMaker(contract.findOperation(operationId)),
    idempotencyKeyOf: (operationId) =>
      idempotencyKeyReader(contract.findOperation(operationId), keyFormat),
    matchCheckOf: (operationId) => matchCheck(contract.findOperation(operationId)),
  };
}

/** Serves an API, below its base path. */
export async function serveApi(app: FastifyInstance, serving: Serving, api: Api) {
  const { context, limits, observers } = serving;
  const { config, clock, served, rules } = context;
  const { baseUrls, contracts } = served;
  const { errorCodes } = rules;
  const { contract } = api;
  const handlers = await api.createHandlers(handlerContext(contract, serving.forHandlers));
  const serve = async (scope: FastifyInstance) => {
    api.addHooks?.(scope);
    const origins = allowedOrigins(config);
    if (origins.length > 0) {
      const limitHeaders = limits.anonymousHeaders;
      await scope.register(cors, { origins, contract, announcesBody, limitHeaders });
    }
    await scope.register(admission, {
      ...authenticationOf(serving, api),
      lifecycle: served.lifecycle,
      unknownRouteError: served.unknownRouteError,
      now: clock.wallMs,
      // The call of a tool was counted with its message.
      limiter: countOnce(limits.limiter, RATE_LIMIT_HEADERS),
      eventLoop: serving.eventLoop,
    });
    await scope.register(contractBinding, {
      contract,
      handlers,
      errorCodes,
      // Of a tool's call, for arguments that a request could not carry.
      beforeValidation: rejectWrongArguments,
      onDeprecatedPart: observers.onDeprecatedPart,
      baseUrls: baseUrlsOf(contract, baseUrls, contracts),
    });
  };
  await app.register(serve, { prefix: contract.basePath });
}

/** Where pages may call from. */
function allowedOrigins({ CORS_ORIGINS: origins }: Config): string[] {
  return origins ? splitList(origins) : [];
}

/** How callers of an API are identified. */
function authenticationOf({ context, keys, observers }: Serving, api: Api) {
  return {
    contract: api.contract,
    keyCache: api.keyCache ?? keys.cache,
    keyFormat: context.rules.keyRules.keyFormat,
    logFailure: keys.logLookUpFailure,
    onLookUp: observers.onLookUp,
  };
}

/** Serves an API as tools for agents. */
export async function serveAgents(app: FastifyInstance, serving: Serving, api: Api) {
  const { context, limits, eventLoop } = serving;
  const { config, clock, served, rules } = context;
  const { baseUrls, docs } = served;
  const { contract, documentation } = api;
  if (!documentation) return;
  const origins = allowedOrigins(config);
  const serve = async (scope: FastifyInstance) => {
    const limitHeaders = limits.anonymousHeaders;
    const headers = MESSAGE_HEADERS;
    await scope.register(cors, { origins, contract, headers, announcesBody, limitHeaders });
    await scope.register(authentication, authenticationOf(serving, api));
    await agentMessages(scope, {
      contract,
      documentation,
      guideText: createGuideText(docs),
      isAllowedOrigin: createOriginCheck(origins, baseUrls),
      rejectionOf: (request) => callerError(request, eventLoop),
      limiter: limits.limiter,
      countedLimiter: limits.countedLimiter,
      nowMs: clock.monotonicMs,
      mayCall: ({ caller: { customer } }, operation) =>
        customer !== undefined && missingScopes(customer.scopes, operation).length === 0,
      withoutSecrets: rules.keyRules.keyFormat.withoutApiKeys,
    });
  };
  await app.register(serve, { prefix: '/mcp' });
}
