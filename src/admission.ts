// Who may pass. Every request of the API takes these steps, in this order, before anything looks at
// its content: all in onRequest, so that the body of a rejected request is never read.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { bodyError, type Contract, type Successors } from './contract/index.ts';
import { type ApiError, errors } from './errors/index.ts';
import { AUTHORIZATION_REPEATED, type EventLoop, type UnknownRouteError } from './http/index.ts';
import { authentication, type Caller, type KeyCache, missingScopes } from './keys/index.ts';
import { type OnLateRejection, planLimits, type RequestCounter } from './limits/index.ts';
import type { LogFailure } from './observability/failure-log.ts';

interface AdmissionOptions {
  readonly contract: Contract;
  readonly successors: Successors;
  readonly keys: KeyCache;
  readonly logLookUpFailure: LogFailure;
  readonly onLookUp: (lookUp: Promise<Caller>) => void;
  readonly requests: RequestCounter;
  readonly onLateRejection: OnLateRejection;
  readonly eventLoop: EventLoop;
  readonly unknownRouteError: UnknownRouteError;
  /** The time of day in milliseconds. */
  readonly now: () => number;
}

async function admission(api: FastifyInstance, options: AdmissionOptions) {
  const { contract, successors, keys, logLookUpFailure: logFailure, onLookUp, now } = options;
  const { requests, onLateRejection, eventLoop, unknownRouteError } = options;

  // Identifies the caller.
  await api.register(authentication, { keys, realm: contract.realm, logFailure, onLookUp });

  // Counts the request before any other rejection, and shows what is left: 429 over a limit.
  await api.register(planLimits, { requests, onLateRejection, now });

  // Rejects the request for the first of these reasons.
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
      // 503, early and cheaply, so that admitted requests still get their response in time
      (eventLoop.isOverloaded ? errors.serviceUnavailable : undefined) ??
      // 404, 405, and 400 for a fragment
      (isKnown ? undefined : unknownRouteError(request)) ??
      // 410
      removalError(request, successors, now()) ??
      // 415, 413 and 400, before a client that waits for 100 Continue sends the body
      bodyError(request);
    next(rejection);
  });
  // Without a handler of its own, the prefix would not run its hooks for unknown paths.
  api.setNotFoundHandler(unknownRouteError);
}

/** The error of an ambiguous head. Anonymous callers get 401 instead of most of these errors. */
export function ambiguousHeadError({ caller, headError }: FastifyRequest): ApiError | undefined {
  // With these two errors, an anonymous caller may have sent a key that was dropped.
  const isForAll = headError === AUTHORIZATION_REPEATED || headError === errors.headersTooLarge;
  return caller.customer || isForAll ? headError : undefined;
}

function scopeError({ caller, operation }: FastifyRequest): ApiError | undefined {
  if (!operation || !caller.customer) return undefined;
  const missing = missingScopes(caller.customer.scopes, operation);
  return missing.length > 0 ? errors.insufficientScope(operation.scopes, missing) : undefined;
}

/** From its sunset on, a deprecated operation is removed. */
function removalError(
  { operation }: FastifyRequest,
  successors: Successors,
  nowMs: number,
): ApiError | undefined {
  if (!operation?.deprecation) return undefined;
  const { sunset, successor } = operation.deprecation;
  if (nowMs < Date.parse(sunset)) return undefined;
  const { method, route } = successors.get(operation) ?? operation;
  const replacement = `${successor} (${method} ${route})`;
  return errors.operationRemoved(operation.operationId, sunset, replacement);
}

export default fp(admission, { name: 'admission' });
