import { API_ERROR_CODES, type ErrorKind } from './api-error-codes.ts';

type Headers = Readonly<Record<string, string | number>>;

/**
 * The response to a rejected request: the contract's Error body, and headers. It is thrown, but its
 * constructor calls none of Error, since recording the stack would be a quarter of what a rejection
 * costs.
 */
export class ApiError implements Error {
  readonly name = 'ApiError';
  readonly message: string;
  readonly code: string;
  readonly statusCode: number;
  readonly headers: Headers;
  /** The contract's Error body as it is sent. */
  readonly body: string;

  constructor(code: string, status: number, message: string, headers: Headers = {}) {
    this.message = message;
    this.code = code;
    this.statusCode = status;
    this.headers = headers;
    this.body = JSON.stringify({ code, message, status });
  }
}

// Fastify accepts only an Error from a validator.
Object.setPrototypeOf(ApiError.prototype, Error.prototype);

/** Returns a function that makes errors with the codes of a catalogue. */
export function errorsOf<Code extends string>(codes: Readonly<Record<Code, ErrorKind>>) {
  return (code: Code, message: string, headers?: Headers) =>
    new ApiError(code, codes[code].status, message, headers);
}

const apiError = errorsOf(API_ERROR_CODES);

/** An error that is always the same, and therefore shared. */
const fixedError: typeof apiError = (...about) => Object.freeze(apiError(...about));

/** When to try again after a fault that is likely to end soon. */
const RETRY_AFTER_SECONDS = 2;

/** @param message what cannot be read: a fixed text, never a part of the request */
export const malformedRequest = (message: string) => fixedError('malformed_request', message);

export const malformedTarget = malformedRequest('The request target is malformed.');

export const invalidJson = (message: string) => apiError('invalid_json', message);

export const invalidBody = (message: string) => apiError('invalid_body', message);

export const bodyRequired = () => invalidBody('The request body is required.');

export const invalidParameter = (message: string) => apiError('invalid_parameter', message);

/** @param realm what the API keys are for. @see RFC 9110 section 11.5 */
export const apiKeyMissing = (realm: string) =>
  fixedError(
    'api_key_missing',
    "The API key is missing: send it as 'Authorization: Bearer <API_KEY>'.",
    { 'www-authenticate': `Bearer realm="${realm}"` },
  );

export const apiKeyInvalid = (realm: string) =>
  fixedError('api_key_invalid', 'The API key is not valid.', {
    'www-authenticate': `Bearer realm="${realm}", error="invalid_token"`,
  });

/**
 * @param required the scopes of an operation, some of which are missing
 * @see RFC 6750 section 3.1
 */
export const insufficientScope = (required: readonly string[], missing: readonly string[]) =>
  apiError('insufficient_scope', `The API key lacks the scope ${missing.join(' ')}.`, {
    'www-authenticate': `Bearer error="insufficient_scope", scope="${required.join(' ')}"`,
  });

export const pathNotFound = fixedError('path_not_found', 'This path does not exist.');

/** @param allow the methods that the path supports */
export const methodNotAllowed = (method: string, allow: string) =>
  apiError('method_not_allowed', `${method} is not supported here.`, { allow });

export const requestTimeout = fixedError('request_timeout', 'The request took too long to arrive.');

export const idempotencyKeyInUse = fixedError(
  'idempotency_key_in_use',
  'Another request with this Idempotency-Key is in progress. Please try again later.',
  { 'retry-after': RETRY_AFTER_SECONDS },
);

/** @param sunset a calendar date, UTC */
export const operationRemoved = (operation: string, sunset: string, replacement: string) =>
  apiError(
    'operation_removed',
    `${operation} was removed on ${sunset}: use ${replacement} instead.`,
  );

/** @param limit in bytes */
export const bodyTooLarge = (limit: number) =>
  apiError('body_too_large', `The body must be at most ${limit} bytes.`);

const unsupported = (message: string) => fixedError('unsupported_media_type', message);

/** @param expected a media type */
export const unsupportedMediaType = (expected: string) =>
  unsupported(`The body must be ${expected}.`);

export const unsupportedCharset = unsupported('The charset of the body must be utf-8.');

export const unsupportedCoding = unsupported('The body must have no Content-Encoding.');

export const malformedContentType = unsupported('The Content-Type is malformed.');

export const idempotencyKeyReused = fixedError(
  'idempotency_key_reused',
  'This Idempotency-Key was used with a different body.',
);

/** @param window the one without room for the request */
export const rateLimitExceeded = (window: {
  readonly name: string;
  readonly limit: number;
  readonly secondsToReset: number;
}) => {
  const { name, limit, secondsToReset } = window;
  const message =
    `Too many requests: the limit of ${limit} per ${name} is exceeded. ` +
    `Retry after ${secondsToReset} seconds.`;
  return apiError('rate_limit_exceeded', message, { 'retry-after': secondsToReset });
};

export const apiKeyBanned = (retryAfterSeconds: number) =>
  apiError(
    'api_key_banned',
    'The API key is banned because it kept sending requests after 429 responses. ' +
      `Retry after ${retryAfterSeconds} seconds.`,
    { 'retry-after': retryAfterSeconds },
  );

export const headersTooLarge = fixedError('headers_too_large', 'The header fields are too large.');

export const internalError = fixedError(
  'internal_error',
  'An internal error occurred. Please try again later.',
);

const notImplemented = (message: string) => fixedError('not_implemented', message);

export const connectNotImplemented = notImplemented('The method CONNECT is not implemented.');

export const codingNotImplemented = notImplemented('The transfer-encoding must be chunked.');

export const versionNotSupported = fixedError(
  'http_version_not_supported',
  'The HTTP version must be 1.1 or 1.0.',
);

export const serviceUnavailable = fixedError(
  'service_unavailable',
  'The service is temporarily unavailable. Please try again later.',
  { 'retry-after': RETRY_AFTER_SECONDS },
);
