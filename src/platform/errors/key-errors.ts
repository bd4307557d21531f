// The errors of operations on API keys.

import { type ErrorKinds, errorsOf } from './api-error.ts';

/** They follow the rules of API_ERRORS. */
export const KEY_ERRORS = {
  operator_required: {
    status: 403,
    meaning: 'Only the operator can do this, whatever the scopes of the API key are.',
    /** @param what what only the operator does, as in `rotates the key 7, which can create keys` */
    tell: (what: string) => ({
      message: `Only the operator ${what}.`,
      headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
    }),
  },
  key_not_found: {
    status: 404,
    meaning: 'No API key, or none of yours, has this id.',
    tell: (id: bigint) => ({ message: `No key has the id ${id}.` }),
  },
  key_not_working: {
    status: 409,
    meaning: 'The API key is revoked, expired or disabled.',
    tell: (id: bigint, state: string) => ({ message: `The key ${id} is ${state}.` }),
  },
  key_limit_reached: {
    status: 409,
    meaning: 'You have as many API keys as you can have.',
    tell: (limit: number) => ({
      message: `You have ${limit} API keys that are neither revoked nor expired. Revoke one first.`,
    }),
  },
  key_already_created: {
    status: 409,
    meaning:
      'This `Idempotency-Key` has created an API key already, which is shown only once. ' +
      '`Location` is its address.',
    /** @param location the address of the API key */
    tell: (id: bigint, location: string) => ({
      message: `This Idempotency-Key has created the API key ${id}, which is shown only once.`,
      headers: { location },
    }),
  },
  key_creations_exceeded: {
    status: 429,
    meaning: 'You have created and rotated as many API keys as you can within 24 hours.',
    tell: (limit: number, retryAfterSeconds: number) => ({
      message:
        `Too many new API keys: you can create or rotate ${limit} within 24 hours. ` +
        `Retry after ${retryAfterSeconds} seconds.`,
      headers: { 'retry-after': retryAfterSeconds },
    }),
  },
} as const satisfies ErrorKinds;

/** Makes an error: the code, and what its text is about. */
export const keyError = errorsOf(KEY_ERRORS);
