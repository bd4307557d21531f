// Who may pass. Every request of the API takes these steps, in this order, before anything looks at
// its content: all in onRequest, so that the body of a rejected request is never read.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { bodyError, type Contract, conditionError, type Lifecycle } from './contract/index.ts';
import { type ApiError, errors } from './errors/index.ts';
import type { EventLoop, UnknownRouteError } from './http/index.ts';
import {
  authentication,
  type Caller,
  type KeyCache,
  type KeyFormat,
  missingScopes,
} from './keys/index.ts';
import type { Limiter } from './limits/index.ts';
import type { LogFailure } from './observability/index.ts';

interface AdmissionOptions {
  readonly contract: Contract;
  readonly lifecycle: Lifecycle;
  readonly keyCache: KeyCache;
  readonly keyFormat: KeyFormat;
  readonly logFailure: LogFailure;
  readonly onLookUp: (lookUp: Promise<Caller>) => void;
  readonly limiter: Limiter;
  readonly eventLoop: EventLoop;
  readonly unknownRouteError: UnknownRouteError;
  /** The time of day in milliseconds. */
  readonly now: () => number;
}

async function admission(api: FastifyInstance, options: AdmissionOptions) {
  const { contract, lifecycle, keyCache, keyFormat, logFailure, onLookUp, now } = options;
  const { limiter, eventLoop, unknownRouteError } = options;

  // Identifies the caller.
  await api.register(authentication, { contract, keyCache, keyFormat, logFailure, onLookUp });

  // Counts the request before any other rejection, and shows what is left: 429 over a limit.
  api.addHook('onRequest', limiter);

  // Rejects the request for the first of these reasons.
  api.addHook('onRequest', (request, _reply, next) => {
    const { operation, originalUrl } = request;
    // The router gets the target without its fragment, which a target must not contain.
    const isKnown = operation && !originalUrl.includes('#');
    const rejection =
      // 400, 401, 403 and 503
      callerError(request, eventLoop) ??
      // 404, 405, and 400 for a fragment
      (isKnown ? undefined : unknownRouteError(request)) ??
      // 410
      (operation?.deprecation && lifecycle.removalError(operation, now())) ??
      // 400 for a condition
      conditionError(request) ??
      // 415, 413 and 400, before a client that waits for 100 Continue sends the body
      bodyError(request);
    next(rejection);
  });
  // Without a handler of its own, the prefix would not run its hooks for unknown paths. An error
  // that the handler returns goes to the error handler.
  api.setNotFoundHandler(unknownRouteError);
}

/** Why a caller may not pass now, whether or not the operation exists. */
export function callerError(
  { caller, headError, operation }: FastifyRequest,
  eventLoop: EventLoop,
): ApiError | undefined {
  // Anonymous callers get 401 instead of most errors of an ambiguous head.
  if (headError && (caller.customer || headError.key !== 'kept')) return headError.error;
  // 401, or 503 where the key could not be looked up.
  if (caller.rejection) return caller.rejection;
  const missing = operation ? missingScopes(caller.customer.scopes, operation) : [];
  if (operation && missing.length > 0) return errors.insufficientScope(operation, missing);
  // Early and cheaply, so that admitted requests still get their response in time.
  return eventLoop.isOverloaded ? errors.serviceUnavailable : undefined;
}

export default fp(admission, { name: 'admission' });
