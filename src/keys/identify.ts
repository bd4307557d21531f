import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { apiKeyInvalid, apiKeyMissing } from '../contract/index.ts';
import type { Caller, Customer } from '../limits/index.ts';
import { isWellFormed } from './api-key.ts';
import type { KeyDirectory } from './key-cache.ts';

/*
 * Finds out who is calling. It refuses nobody: what a caller without a valid key has coming waits
 * until the request has been counted.
 */

export interface IdentifyOptions {
  readonly keys: KeyDirectory;
}

/** The spaces have an end, since V8 keeps the whole header for as long as the key taken from it is remembered. */
const BEARER = /^bearer {1,8}(\S+)$/i;

function identify(app: FastifyInstance, { keys }: IdentifyOptions, done: () => void) {
  /** The last of the look-ups that wait for each other, by address. */
  const lastLookUps = new Map<string, Promise<Customer | null>>();

  app.decorateRequest('caller');

  // onRequest, so that an anonymous caller learns nothing about validation.
  app.addHook('onRequest', (request, _reply, next) => {
    const caller = recogniseCaller(request);
    if (!(caller instanceof Promise)) {
      request.caller = caller;
      return next();
    }
    caller
      .catch((rejection) => ({ rejection }))
      .then((found) => {
        request.caller = found;
        next();
      });
  });

  function recogniseCaller(request: FastifyRequest): Caller | Promise<Caller> {
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (key === undefined) return { rejection: apiKeyMissing };
    const customer = keys.recall(key);
    if (customer) return { customer };
    return customer === null || !isWellFormed(key)
      ? { rejection: apiKeyInvalid }
      : lookUpCaller(request, key);
  }

  async function lookUpCaller(request: FastifyRequest, key: string): Promise<Caller> {
    const customer = await (keys.wasValid(key) ? keys.lookUp(key) : lookUpUnknown(request, key));
    return customer ? { customer } : { rejection: apiKeyInvalid };
  }

  /**
   * A key never seen is looked up only while its address has room, so that strangers cannot flood the database; and
   * one after the other, since all of a flood would find room before the first of them is counted. A fault is that
   * of all who wait.
   */
  async function lookUpUnknown(request: FastifyRequest, key: string): Promise<Customer | null> {
    const { address, remaining: room } = await app.strangers.peek(request);
    if (room === 0) return null;
    const before = lastLookUps.get(address) ?? Promise.resolve(null);
    const lookUp = before.then(async () => {
      const known = keys.recall(key);
      if (known !== undefined) return known;
      const { remaining } = await app.strangers.peek(request);
      return remaining > 0 ? keys.lookUp(key) : null;
    });
    lastLookUps.set(address, lookUp);
    return lookUp.finally(() => {
      if (lastLookUps.get(address) === lookUp) lastLookUps.delete(address);
    });
  }

  done();
}

export default fp(identify, { name: 'identify', dependencies: ['strangers'] });
