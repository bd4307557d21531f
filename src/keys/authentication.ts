import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import {
  type ApiError,
  apiKeyInvalid,
  apiKeyMissing,
  insufficientScope,
  internalError,
  serviceUnavailable,
} from '../contract/index.ts';
import { faultKind, isDatabaseFault } from '../database/index.ts';
import { createFailureLog } from '../failure-log.ts';
import { type Caller, type Customer, clientAddress } from '../limits/index.ts';
import { isWellFormed } from './api-key.ts';
import { type KeyCache, UnusableKey } from './key-cache.ts';
import { createUnknownKeys } from './unknown-keys.ts';

/*
 * Finds out who is calling. It rejects nobody: the rejection of a caller without a valid key waits
 * until the request has been counted.
 */

interface AuthenticationOptions {
  readonly keys: KeyCache;
  /** What the keys are for, as callers without one are told. */
  readonly realm: string;
  /** How many keys of an address may be looked up within a minute that turn out not to be valid. */
  readonly lookUpsPerMinute: number;
}

/** The number of spaces is bounded, since V8 keeps the whole header in memory as long as the key cut from it. */
const BEARER = /^bearer {1,8}(\S+)$/i;

async function authentication(app: FastifyInstance, options: AuthenticationOptions) {
  const { keys, realm, lookUpsPerMinute } = options;
  const anonymous: Caller = { rejection: apiKeyMissing(realm) };
  const unknown: Caller = { rejection: apiKeyInvalid(realm) };
  const lookUpUnknown = createUnknownKeys(keys, lookUpsPerMinute);
  const logFailure = createFailureLog(app.log, 'API keys could not be looked up');
  app.addHook('onClose', async () => logFailure.flush());

  app.decorateRequest('caller');

  // onRequest, so that an anonymous caller learns nothing about validation.
  app.addHook('onRequest', (request, _reply, next) => {
    const proceed = (caller: Caller) => {
      request.caller = caller;
      next();
    };
    const caller = authenticate(request);
    if (caller instanceof Promise) caller.then(proceed);
    else proceed(caller);
  });

  /** Returns a promise only for a look-up: one for each request costs 2 µs of CPU. */
  function authenticate(request: FastifyRequest): Caller | Promise<Caller> {
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (key === undefined) return anonymous;
    const known = keys.get(key);
    if (known !== undefined) return callerOf(known);
    if (!isWellFormed(key)) return callerOf(null);
    const unverified = keys.lastKnown(key);
    const fail = (err: unknown): Caller => ({
      ...(unverified && { customer: unverified }),
      rejection: rejectionFor(err, request.log),
      isUnverified: true,
    });
    if (unverified) return keys.lookUp(key).then(callerOf, fail);
    return lookUpUnknown(key, clientAddress(request)).then(
      ({ customer = null, lookUps }) =>
        lookUps ? { rejection: serviceUnavailable, lookUps } : callerOf(customer),
      fail,
    );
  }

  function rejectionFor(err: unknown, log: FastifyBaseLogger): ApiError {
    // It waited for a look-up that fails, or takes too long, which is logged by itself.
    if (err === serviceUnavailable) return serviceUnavailable;
    // One line for each key, which names it.
    logFailure(err, err instanceof UnusableKey ? err.message : faultKind(err), log);
    return isDatabaseFault(err) ? serviceUnavailable : internalError;
  }

  function callerOf(customer: Customer | null): Caller {
    return customer ? { customer } : unknown;
  }
}

async function rejectUnauthenticated(app: FastifyInstance) {
  // onRequest, so that the body of an anonymous caller is never read.
  app.addHook('onRequest', (request, _reply, next) => {
    next(request.caller.rejection ?? lackOfScope(request));
  });
}

/** A key without scopes of its own may do everything. */
function lackOfScope({ caller, operation }: FastifyRequest): ApiError | undefined {
  const given = caller.customer?.scopes;
  const required = operation?.scopes ?? [];
  const missing = given ? required.filter((scope) => !given.includes(scope)) : [];
  return missing.length === 0 ? undefined : insufficientScope(required, missing);
}

/** Rejects callers without a valid API key, or without a scope of the operation, after they have been counted. */
export const requireApiKey = fp(rejectUnauthenticated, {
  name: 'require-api-key',
  dependencies: ['plan-limits'],
});
export default fp(authentication, { name: 'authentication', dependencies: ['rate-limit'] });
