import { contract } from './operations.ts';

/** An error that is answered as it stands: the contract's Error body and the headers that go with it. */
export class ApiError extends Error {
  readonly code: string;
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | number>>;

  constructor(
    code: string,
    statusCode: number,
    message: string,
    headers: Readonly<Record<string, string | number>> = {},
  ) {
    const { stackTraceLimit } = Error;
    // It is there to be answered, and nobody asks where it comes from: finding that out takes a
    // tenth of what a refusal costs.
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.statusCode = statusCode;
    this.headers = headers;
  }
}

/**
 * A function that makes one kind of error out of what its message and its headers have to name. One
 * that names nothing is made only once.
 */
function defineError<Details extends unknown[]>(
  code: string,
  statusCode: number,
  message: (...details: Details) => string,
  headers?: (...details: Details) => Record<string, string | number>,
) {
  const make = (...details: Details) =>
    new ApiError(code, statusCode, message(...details), headers?.(...details));
  if (message.length > 0) return make;
  const only = Object.freeze(make(...([] as unknown as Details)));
  return () => only;
}

/** When it is worth trying again after a fault that passes. */
export const RETRY_AFTER_SECONDS = 2;
/** Whose keys are asked for. @see RFC 9110 section 11.5 */
const REALM = contract.info.title;

/*
 * Every error the service can answer, in the order of their status codes. A code is part of the
 * published contract: it is never renamed and never reused for anything else.
 */

export const malformedRequest = defineError(
  'malformed_request',
  400,
  () => 'The address of the request is not valid.',
);
export const invalidJson = defineError('invalid_json', 400, (reason: string) => reason);
export const invalidBody = defineError('invalid_body', 400, (reason: string) => reason);
export const invalidParameter = defineError('invalid_parameter', 400, (reason: string) => reason);
export const apiKeyMissing = defineError(
  'api_key_missing',
  401,
  () => "The API key is missing: send it as 'Authorization: Bearer <API_KEY>'.",
  () => ({ 'www-authenticate': `Bearer realm="${REALM}"` }),
);
export const apiKeyInvalid = defineError(
  'api_key_invalid',
  401,
  () => 'The API key is not valid.',
  () => ({ 'www-authenticate': `Bearer realm="${REALM}", error="invalid_token"` }),
);
export const petNotFound = defineError(
  'pet_not_found',
  404,
  (petId: bigint) => `No animal has the id ${petId}.`,
);
export const pathNotFound = defineError(
  'path_not_found',
  404,
  () => 'There is nothing at this path.',
);
export const methodNotAllowed = defineError(
  'method_not_allowed',
  405,
  (method: string, _allow: string) => `This path does not have the method ${method}.`,
  (_method, allow) => ({ allow }),
);
export const requestTimeout = defineError(
  'request_timeout',
  408,
  () => 'The request took too long to arrive.',
);
export const idempotencyKeyInUse = defineError(
  'idempotency_key_in_use',
  409,
  (_retryAfterSeconds: number) =>
    'Another request with this Idempotency-Key is under way. Please try again later.',
  (retryAfterSeconds) => ({ 'retry-after': retryAfterSeconds }),
);
export const operationRemoved = defineError(
  'operation_removed',
  410,
  (operation: string, sunset: string, replacement: string) =>
    `${operation} was removed on ${sunset}: use ${replacement} instead.`,
);
export const bodyTooLarge = defineError('body_too_large', 413, () => 'The body is too large.');
export const unsupportedMediaType = defineError(
  'unsupported_media_type',
  415,
  () => 'The body must be application/json.',
);
export const idempotencyKeyReused = defineError(
  'idempotency_key_reused',
  422,
  () => 'This Idempotency-Key was used with another body.',
);
export const rateLimitExceeded = defineError(
  'rate_limit_exceeded',
  429,
  (window: string, limit: number, retryAfterSeconds: number) =>
    `Too many requests: the ${window} limit of ${limit} is used up. Retry after ${retryAfterSeconds} seconds.`,
  (_window, _limit, retryAfterSeconds) => ({ 'retry-after': retryAfterSeconds }),
);
export const apiKeyBanned = defineError(
  'api_key_banned',
  429,
  (retryAfterSeconds: number) =>
    `The API key is banned because it kept calling after 429. Retry after ${retryAfterSeconds} seconds.`,
  (retryAfterSeconds) => ({ 'retry-after': retryAfterSeconds }),
);
export const headersTooLarge = defineError(
  'headers_too_large',
  431,
  () => 'The header fields are too large.',
);
export const internalError = defineError(
  'internal_error',
  500,
  () => 'The service failed to answer. Please try again later.',
);
export const serviceUnavailable = defineError(
  'service_unavailable',
  503,
  (_retryAfterSeconds: number) =>
    'The service cannot answer at the moment. Please try again later.',
  (retryAfterSeconds) => ({ 'retry-after': retryAfterSeconds }),
);

/** The contract's Error body (specification, section 2). */
export function errorBody(error: ApiError) {
  return { code: error.code, message: error.message, status: error.statusCode };
}
