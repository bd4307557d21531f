// The catalogue of the errors of APIs: what each code means, and what clients are told. Messages of
// agents have one more (src/platform/agents/index.ts).

import type { ErrorKinds } from './api-error.ts';

/** When to try again after a fault that is likely to end soon. */
const RETRY_AFTER_SECONDS = 2;
const RETRY_SOON = { 'retry-after': RETRY_AFTER_SECONDS };

interface RequiredScopes {
  readonly scopes: readonly string[];
  readonly explicitScopes: readonly string[];
}

/** A message of whoever throws the error: never a part of the request but the names of fields. */
const given = (message: string) => ({ message });

/** What a key that was valid once is told, by its state. */
const ENDED_KEY: Readonly<Record<string, string>> = {
  expired: 'The API key has expired.',
  revoked: 'The API key was revoked.',
};

/**
 * The errors that any API has. A code is part of the published contract: it is never renamed, and
 * never reused for anything else.
 */
export const API_ERRORS = {
  malformed_request: {
    status: 400,
    meaning: 'The request cannot be read, or could be read in two ways.',
    tell: given,
  },
  invalid_json: {
    status: 400,
    meaning: 'The body is not JSON, has the same key twice, or is nested more than 32 levels deep.',
    tell: given,
  },
  invalid_body: {
    status: 400,
    meaning:
      'The body is missing or `null`, does not fit its schema, ' +
      'or has an unknown field such as `__proto__`.',
    tell: given,
  },
  invalid_parameter: {
    status: 400,
    meaning:
      'A parameter in path, query or header is invalid, a query parameter is unknown ' +
      'or sent twice, the operation does not support a condition such as `If-Match`, ' +
      'or the cursor was not issued for this list.',
    tell: given,
  },
  api_key_missing: {
    status: 401,
    meaning: 'No API key was sent.',
    /** @param realm what the API keys are for. @see RFC 9110 section 11.5 */
    tell: (realm: string) => ({
      message: "The API key is missing: send it as 'Authorization: Bearer <API_KEY>'.",
      headers: { 'www-authenticate': `Bearer realm=${quoted(realm)}` },
    }),
  },
  api_key_invalid: {
    status: 401,
    meaning: 'The API key is unknown, expired, revoked or disabled.',
    tell: (realm: string, state = 'unknown') => ({
      message: ENDED_KEY[state] ?? 'The API key is not valid.',
      headers: { 'www-authenticate': `Bearer realm=${quoted(realm)}, error="invalid_token"` },
    }),
  },
  insufficient_scope: {
    status: 403,
    meaning: 'The API key lacks the scope of the operation, which `WWW-Authenticate` names.',
    /**
     * @param required the scopes of an operation, and those that only the operator gives
     * @param missing those of them that the key lacks
     * @see RFC 6750 section 3.1
     */
    tell: ({ scopes, explicitScopes }: RequiredScopes, missing: readonly string[]) => {
      const isExplicit = missing.some((scope) => explicitScopes.includes(scope));
      const giver = isExplicit ? ', which only the operator gives' : '';
      return {
        message: `The API key lacks the scope ${missing.join(' ')}${giver}.`,
        headers: {
          'www-authenticate': `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`,
        },
      };
    },
  },
  operator_required: {
    status: 403,
    meaning: 'Only the operator can do this, whatever the scopes of the API key are.',
    /** @param what what only the operator does, as in `rotates the key 7, which can create keys` */
    tell: (what: string) => ({
      message: `Only the operator ${what}.`,
      headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
    }),
  },
  path_not_found: {
    status: 404,
    meaning: 'The path does not exist.',
    tell: () => ({ message: 'This path does not exist.' }),
  },
  key_not_found: {
    status: 404,
    meaning: 'No API key, or none of yours, has this id.',
    tell: (id: bigint) => ({ message: `No key has the id ${id}.` }),
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The method is not supported at this path. `Allow` lists the supported methods.',
    /** @param allow the methods that the path supports */
    tell: (method: string, allow: string) => ({
      message: `${method} is not supported here.`,
      headers: { allow },
    }),
  },
  request_timeout: {
    status: 408,
    meaning: 'The request took too long to arrive.',
    tell: () => ({ message: 'The request took too long to arrive.' }),
  },
  idempotency_key_in_use: {
    status: 409,
    meaning:
      'Another request with this `Idempotency-Key` is in progress. Try again after `Retry-After`.',
    tell: () => ({
      message: 'Another request with this Idempotency-Key is in progress. Please try again later.',
      headers: RETRY_SOON,
    }),
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
  operation_removed: {
    status: 410,
    meaning: 'The operation was deprecated and has reached its sunset.',
    /** @param sunset a calendar date, UTC */
    tell: (operation: string, sunset: string, replacement: string) => ({
      message: `${operation} was removed on ${sunset}: use ${replacement} instead.`,
    }),
  },
  precondition_failed: {
    status: 412,
    meaning:
      'No tag in `If-Match` is that of what would be changed, which somebody else has changed.',
    tell: () => ({ message: 'No tag in If-Match is that of what is there now: read it again.' }),
  },
  body_too_large: {
    status: 413,
    meaning: 'The body is larger than the service accepts.',
    tell: (limitBytes: number) => ({ message: `The body must be at most ${limitBytes} bytes.` }),
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body does not have the media type that the operation expects.',
    tell: given,
  },
  idempotency_key_reused: {
    status: 422,
    meaning: 'The `Idempotency-Key` was used with a different body.',
    tell: () => ({ message: 'This Idempotency-Key was used with a different body.' }),
  },
  rate_limit_exceeded: {
    status: 429,
    meaning: 'A limit of the plan is exceeded.',
    /** @param window the one without room for the request */
    tell: (window: { name: string; limit: number; secondsToReset: number }) => ({
      message:
        `Too many requests: the limit of ${window.limit} per ${window.name} is exceeded. ` +
        `Retry after ${window.secondsToReset} seconds.`,
      headers: { 'retry-after': window.secondsToReset },
    }),
  },
  api_key_banned: {
    status: 429,
    meaning: 'The key kept sending requests after 429 responses.',
    tell: (retryAfterSeconds: number) => ({
      message:
        'The API key is banned because it kept sending requests after 429 responses. ' +
        `Retry after ${retryAfterSeconds} seconds.`,
      headers: { 'retry-after': retryAfterSeconds },
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
  headers_too_large: {
    status: 431,
    meaning: 'The header fields are larger than the service accepts.',
    tell: () => ({ message: 'The header fields are too large.' }),
  },
  internal_error: {
    status: 500,
    meaning: 'The service failed. Trying again may help.',
    tell: () => ({ message: 'An internal error occurred. Please try again later.' }),
  },
  not_implemented: {
    status: 501,
    meaning: 'The method is `CONNECT`, or `Transfer-Encoding` is not `chunked`.',
    tell: given,
  },
  service_unavailable: {
    status: 503,
    meaning: 'The service is temporarily unavailable. Try again after `Retry-After`.',
    tell: () => ({
      message: 'The service is temporarily unavailable. Please try again later.',
      headers: RETRY_SOON,
    }),
  },
  http_version_not_supported: {
    status: 505,
    meaning: 'The HTTP version is not 1.1 or 1.0.',
    tell: () => ({ message: 'The HTTP version must be 1.1 or 1.0.' }),
  },
} as const satisfies ErrorKinds;

/**
 * A quoted string. Everything beyond ASCII, which no header can have, is percent-encoded.
 *
 * @see RFC 9110 section 5.6.4
 */
function quoted(text: string): string {
  const ascii = text.toWellFormed().replaceAll(/[^ -~]/gu, encodeURIComponent);
  return `"${ascii.replaceAll(/["\\]/g, '\\$&')}"`;
}

export type ErrorCodes = Readonly<Record<string, Pick<ErrorKinds[string], 'status' | 'meaning'>>>;

/**
 * Every code that an error response of an API can have, by status.
 *
 * @param own the errors of a service
 * @throws if the platform has one of their codes
 */
export function errorCodesOf(own: ErrorKinds): ErrorCodes {
  const taken = Object.keys(own).find((code) => code in API_ERRORS);
  if (taken !== undefined) throw new Error(`The platform has an error ${taken} already.`);
  return Object.fromEntries(
    Object.entries<ErrorKinds[string]>({ ...API_ERRORS, ...own }).sort(
      ([, one], [, other]) => one.status - other.status,
    ),
  );
}
