/** The status of a code, and its meaning as the guide on errors shows it. */
export interface ErrorKind {
  readonly status: number;
  readonly meaning: string;
}

/** A catalogue of codes. */
export type ErrorCodes = Readonly<Record<string, ErrorKind>>;

/**
 * The codes of the errors that any API has. A code is part of the published contract: it is never
 * renamed, and never reused for anything else.
 */
export const API_ERROR_CODES = {
  malformed_request: {
    status: 400,
    meaning: 'The request cannot be read, or could be read in two ways.',
  },
  invalid_json: {
    status: 400,
    meaning: 'The body is not JSON, has the same key twice, or is nested more than 32 levels deep.',
  },
  invalid_body: {
    status: 400,
    meaning:
      'The body is missing or `null`, does not fit its schema, ' +
      'or has an unknown field such as `__proto__`.',
  },
  invalid_parameter: {
    status: 400,
    meaning:
      'A parameter in path, query or header is invalid, a query parameter is unknown ' +
      'or sent twice, or the cursor was not issued for this list.',
  },
  api_key_missing: { status: 401, meaning: 'No API key was sent.' },
  api_key_invalid: { status: 401, meaning: 'The API key is unknown, expired or revoked.' },
  insufficient_scope: {
    status: 403,
    meaning: 'The API key lacks the scope of the operation, which `WWW-Authenticate` names.',
  },
  path_not_found: { status: 404, meaning: 'The path does not exist.' },
  method_not_allowed: {
    status: 405,
    meaning: 'The method is not supported at this path. `Allow` lists the supported methods.',
  },
  request_timeout: { status: 408, meaning: 'The request took too long to arrive.' },
  idempotency_key_in_use: {
    status: 409,
    meaning:
      'Another request with this `Idempotency-Key` is in progress. Try again after `Retry-After`.',
  },
  operation_removed: {
    status: 410,
    meaning: 'The operation was deprecated and has reached its sunset.',
  },
  body_too_large: { status: 413, meaning: 'The body is larger than the service accepts.' },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body does not have the media type that the operation expects.',
  },
  idempotency_key_reused: {
    status: 422,
    meaning: 'The `Idempotency-Key` was used with a different body.',
  },
  rate_limit_exceeded: { status: 429, meaning: 'A limit of the plan is exceeded.' },
  api_key_banned: { status: 429, meaning: 'The key kept sending requests after 429 responses.' },
  headers_too_large: {
    status: 431,
    meaning: 'The header fields are larger than the service accepts.',
  },
  internal_error: { status: 500, meaning: 'The service failed. Trying again may help.' },
  not_implemented: {
    status: 501,
    meaning: 'The method is `CONNECT`, or `Transfer-Encoding` is not `chunked`.',
  },
  service_unavailable: {
    status: 503,
    meaning: 'The service is temporarily unavailable. Try again after `Retry-After`.',
  },
  http_version_not_supported: { status: 505, meaning: 'The HTTP version is not 1.1 or 1.0.' },
} as const satisfies ErrorCodes;
