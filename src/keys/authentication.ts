import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { faultKind, isDatabaseFault } from '../database/index.ts';
import { errors } from '../errors/index.ts';
import { clientAddress } from '../limits/index.ts';
import { createFailureLog } from '../observability/failure-log.ts';
import { isWellFormed } from './api-key.ts';
import type { Caller, Customer } from './caller.ts';
import { type KeyCache, UnusableKey } from './key-cache.ts';
import { createUnknownKeyLookUp } from './unknown-keys.ts';

/*
 * Finds out who is calling. It rejects nobody: the rejection of a caller without a valid key waits
 * until the request has been counted.
 */

interface AuthenticationOptions {
  readonly keys: KeyCache;
  /** What the keys are for, as callers without a valid key are told. */
  readonly realm: string;
  /** How many invalid keys of an address are looked up per minute. */
  readonly lookUpsPerMinute: number;
  /** The time of day in milliseconds. */
  readonly now: () => number;
  /** Takes each look-up that a request waits for. */
  readonly onLookUp: (lookUp: Promise<Caller>) => void;
}

/** Few spaces, since a key that is cut from a header keeps the whole header in memory. */
const BEARER = /^bearer {1,8}(\S+)$/i;

async function authentication(app: FastifyInstance, options: AuthenticationOptions) {
  const { keys, realm, lookUpsPerMinute, now, onLookUp } = options;
  const withoutKey: Caller = { kind: 'anonymous', rejection: errors.apiKeyMissing(realm) };
  const withInvalidKey: Caller = { kind: 'anonymous', rejection: errors.apiKeyInvalid(realm) };
  const lookUpUnknown = createUnknownKeyLookUp(keys, lookUpsPerMinute, callerOf, now);
  const logFailure = createFailureLog(app, 'API keys could not be looked up');

  // onRequest, so that an anonymous caller learns nothing about validation.
  app.addHook('onRequest', (request, _reply, next) => {
    const caller = identify(request);
    if (!(caller instanceof Promise)) {
      request.caller = caller;
      return next();
    }
    onLookUp(caller);
    void caller.then((found) => {
      request.caller = found;
      next();
    });
  });

  /** Returns a promise only for a look-up: one for each request costs 2 µs of CPU. */
  function identify(request: FastifyRequest): Caller | Promise<Caller> {
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (key === undefined) return withoutKey;
    const known = keys.get(key);
    if (known) return { kind: 'customer', customer: known };
    if (known === null || !isWellFormed(key)) return withInvalidKey;
    const customer = keys.lastKnown(key);
    const caller = customer
      ? keys.lookUp(key).then(callerOf)
      : lookUpUnknown(key, clientAddress(request));
    return caller.catch((error): Caller => {
      return { kind: 'unverified', customer, rejection: rejectionFor(error, request.log) };
    });
  }

  function callerOf(customer: Customer | null): Caller {
    return customer ? { kind: 'customer', customer } : withInvalidKey;
  }

  function rejectionFor(error: unknown, log: FastifyBaseLogger): errors.ApiError {
    // The request waited for other look-ups, whose failures are logged by themselves.
    if (error === errors.serviceUnavailable) return errors.serviceUnavailable;
    // A line for each unusable key, and for each kind of fault.
    logFailure(error, error instanceof UnusableKey ? error.message : faultKind(error), log);
    return isDatabaseFault(error) ? errors.serviceUnavailable : errors.internalError;
  }
}

export default fp(authentication, { name: 'authentication' });
