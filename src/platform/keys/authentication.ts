// Finds out who is calling. It rejects nobody: the rejection of a caller without a valid key waits
// until the request has been counted.

import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { faultKind, isDatabaseFault } from '../database/index.ts';
import { type ApiError, errors } from '../errors/index.ts';
import type { KeyFormat } from './api-key.ts';
import type { Caller } from './caller.ts';
import type { KeyCache } from './key-cache.ts';
import type { KnownKey } from './known-keys.ts';

interface AuthenticationOptions {
  readonly keyCache: KeyCache;
  readonly keyFormat: Pick<KeyFormat, 'isWellFormed'>;
  /** Its realm is what the keys are for, as callers without a valid key are told. */
  readonly contract: { readonly realm: string };
  /** Is called when a key cannot be looked up, with the kind of the failure. */
  logFailure(error: unknown, kind: string, log: FastifyBaseLogger): void;
  /** Is called for each look-up that a request waits for. */
  onLookUp(lookUp: Promise<Caller>): void;
}

/** Few spaces, since a key that is cut from a header keeps the whole header in memory. */
const BEARER = /^bearer {1,8}(\S+)$/i;

async function authentication(app: FastifyInstance, options: AuthenticationOptions) {
  const { keyCache, keyFormat, logFailure, onLookUp } = options;
  const { realm } = options.contract;
  const withoutKey: Caller = { kind: 'anonymous', rejection: errors.apiKeyMissing(realm) };
  const withKey = (kind: 'unknown' | 'expired' | 'revoked'): Caller => {
    return { kind: 'anonymous', rejection: errors.apiKeyInvalid(realm, kind) };
  };
  const invalid = {
    unknown: withKey('unknown'),
    expired: withKey('expired'),
    revoked: withKey('revoked'),
  };

  // onRequest, so that an anonymous caller learns nothing about validation.
  app.addHook('onRequest', (request, _reply, next) => {
    const caller = identify(request);
    if (!(caller instanceof Promise)) {
      request.caller = caller;
      return next();
    }
    void caller.then((found) => {
      request.caller = found;
      next();
    });
  });

  /**
   * A promise only for a look-up: one for each request takes a tenth of `401` in `npm run bench`.
   */
  function identify({ headers, log }: FastifyRequest): Caller | Promise<Caller> {
    const apiKey = BEARER.exec(headers.authorization ?? '')?.[1];
    if (apiKey === undefined) return withoutKey;
    const known = keyCache.get(apiKey);
    if (known) return callerWith(known);
    if (!keyFormat.isWellFormed(apiKey)) return invalid.unknown;
    const lookingUp = lookUp(apiKey, log);
    onLookUp(lookingUp);
    return lookingUp;
  }

  function callerWith(known: KnownKey): Caller {
    if (known.kind === 'valid') return { kind: 'customer', customer: known.customer };
    return invalid[known.kind];
  }

  async function lookUp(apiKey: string, log: FastifyBaseLogger): Promise<Caller> {
    const lastKnown = keyCache.lastKnown(apiKey);
    try {
      return callerWith(await keyCache.lookUp(apiKey));
    } catch (error) {
      return { kind: 'unverified', customer: lastKnown, rejection: rejectionFor(error, log) };
    }
  }

  function rejectionFor(error: unknown, log: FastifyBaseLogger): ApiError {
    // No statement has failed: too many unknown keys wait, or the result is too old.
    if (error === errors.serviceUnavailable) return errors.serviceUnavailable;
    logFailure(error, faultKind(error), log);
    return isDatabaseFault(error) ? errors.serviceUnavailable : errors.internalError;
  }
}

export default fp(authentication, { name: 'authentication' });
