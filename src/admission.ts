// Who may pass. Every request of the API takes these steps, in this order, before anything looks at
// its content: all in onRequest, so that the body of a rejected request is never read.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Contract } from './contract/index.ts';
import { type ApiError, errors } from './errors/index.ts';
import { ambiguousHeadError, type UnknownRouteError } from './http/index.ts';
import { authentication, type Caller, type KeyCache } from './keys/index.ts';
import { type OnLateRejection, planLimits, type RequestCounter } from './limits/index.ts';
import type { LogFailure } from './observability/failure-log.ts';

interface AdmissionOptions {
  readonly contract: Contract;
  readonly keys: KeyCache;
  readonly logLookUpFailure: LogFailure;
  readonly onLookUp: (lookUp: Promise<Caller>) => void;
  readonly requests: RequestCounter;
  readonly onLateRejection: OnLateRejection;
  readonly isOverloaded: () => boolean;
  readonly unknownRouteError: UnknownRouteError;
  /** The time of day in milliseconds. */
  readonly now: () => number;
}

async function admission(api: FastifyInstance, options: AdmissionOptions) {
  const { contract, keys, logLookUpFailure: logFailure, onLookUp, now } = options;
  const { requests, onLateRejection, isOverloaded, unknownRouteError } = options;

  // Identifies the caller.
  const realm = contract.document.info.title;
  await api.register(authentication, { keys, realm, logFailure, onLookUp });

  // Counts the request before any other rejection, and shows what is left: 429 over a limit.
  await api.register(planLimits, { requests, onLateRejection, now });

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
      scopeError(request, contract) ??
      // 503, early and cheaply, so that admitted requests still get their response in time
      (isOverloaded() ? errors.serviceUnavailable : undefined) ??
      // 404, 405, and 400 for a fragment
      (isKnown ? undefined : unknownRouteError(request));
    next(rejection);
  });
  // Without a handler of its own, the prefix would not run its hooks for unknown paths.
  api.setNotFoundHandler(unknownRouteError);
}

/** A key without a list of scopes has all but those that must be listed. */
function scopeError(
  { caller: { customer }, operation }: FastifyRequest,
  { explicitScopes }: Contract,
): ApiError | undefined {
  if (!customer || !operation) return undefined;
  const { scopes } = customer;
  const has = (scope: string) =>
    scopes ? scopes.includes(scope) : !explicitScopes.includes(scope);
  const missing = operation.scopes.filter((scope) => !has(scope));
  return missing.length === 0 ? undefined : errors.insufficientScope(operation.scopes, missing);
}

export default fp(admission, { name: 'admission' });
