import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { apiKeyInvalid, apiKeyMissing } from '../contract/index.ts';
import type { Caller, Customer } from '../limits/index.ts';
import { isWellFormed } from './api-key.ts';
import type { KeyCache } from './key-cache.ts';
import { createSerialQueues } from './serial-queues.ts';

/*
 * Finds out who is calling. It rejects nobody: the rejection of a caller without a valid key waits
 * until the request has been counted.
 */

/** The number of spaces is bounded, since V8 keeps the whole header in memory as long as the key cut from it. */
const BEARER = /^bearer {1,8}(\S+)$/i;

interface AuthenticationOptions {
  readonly keys: KeyCache;
  /** What the keys are for, as callers without one are told. */
  readonly realm: string;
}

async function authentication(app: FastifyInstance, { keys, realm }: AuthenticationOptions) {
  const enqueue = createSerialQueues();
  const anonymous: Caller = { rejection: apiKeyMissing(realm) };
  const unknown: Caller = { rejection: apiKeyInvalid(realm) };

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
    const lookUp = keys.wasValid(key) ? keys.lookUp(key) : lookUpUnknown(key, request.ip);
    return lookUp.then(callerOf, (rejection) => ({ rejection }));
  }

  /**
   * An unknown key is looked up only while its address has requests left, so that anonymous callers
   * cannot flood the database. Look-ups of an address run one after the other: all keys of a burst
   * would find requests left before the first of them is counted.
   */
  async function lookUpUnknown(key: string, ip: string): Promise<Customer | null> {
    const { address, remaining } = app.anonymousLimit.peek(ip);
    if (remaining === 0) return null;
    return enqueue(address, async () => {
      const known = keys.get(key);
      if (known !== undefined) return known;
      return app.anonymousLimit.peek(ip).remaining > 0 ? keys.lookUp(key) : null;
    });
  }

  function callerOf(customer: Customer | null): Caller {
    return customer ? { customer } : unknown;
  }
}

export default fp(authentication, { name: 'authentication', dependencies: ['anonymous-limit'] });
