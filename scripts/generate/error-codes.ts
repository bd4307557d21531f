/** A value of `code` in an error's body. */
export interface ErrorCode {
  readonly code: string;
  readonly status: number;
  /** When it is sent, in Markdown. */
  readonly meaning: string;
}

/** All of them, by status. */
export const ERROR_CODES: readonly ErrorCode[] = [
  {
    code: 'malformed_request',
    status: 400,
    meaning: 'The request or its address cannot be read.',
  },
  {
    code: 'invalid_json',
    status: 400,
    meaning: 'The body is not JSON, has a duplicate key, or is nested more than 32 levels deep.',
  },
  {
    code: 'invalid_body',
    status: 400,
    meaning: 'The body does not match its schema, or has an unknown field.',
  },
  {
    code: 'invalid_parameter',
    status: 400,
    meaning:
      'A path, query or header parameter is not valid, a query parameter is unknown or sent twice, or the cursor was not issued for this list.',
  },
  { code: 'api_key_missing', status: 401, meaning: 'No API key was sent.' },
  {
    code: 'api_key_invalid',
    status: 401,
    meaning: 'The API key is unknown, expired or revoked.',
  },
  { code: 'pet_not_found', status: 404, meaning: 'No animal has this `id`.' },
  { code: 'path_not_found', status: 404, meaning: 'There is nothing at this path.' },
  {
    code: 'method_not_allowed',
    status: 405,
    meaning: 'The method is not supported here. `Allow` lists those that are.',
  },
  { code: 'request_timeout', status: 408, meaning: 'The request took too long to arrive.' },
  {
    code: 'idempotency_key_in_use',
    status: 409,
    meaning:
      'Another request with this `Idempotency-Key` is in progress. Retry after `Retry-After`.',
  },
  {
    code: 'operation_removed',
    status: 410,
    meaning: 'The operation was deprecated and has reached its sunset.',
  },
  {
    code: 'body_too_large',
    status: 413,
    meaning: 'The body is larger than the service accepts.',
  },
  {
    code: 'unsupported_media_type',
    status: 415,
    meaning: 'The body is not `application/json`.',
  },
  {
    code: 'idempotency_key_reused',
    status: 422,
    meaning: 'The `Idempotency-Key` was used with another body.',
  },
  { code: 'rate_limit_exceeded', status: 429, meaning: 'A limit of the plan is exceeded.' },
  { code: 'api_key_banned', status: 429, meaning: 'The key kept calling after 429.' },
  {
    code: 'headers_too_large',
    status: 431,
    meaning: 'The header fields are larger than the service accepts.',
  },
  { code: 'internal_error', status: 500, meaning: 'The service failed. A retry may succeed.' },
  {
    code: 'service_unavailable',
    status: 503,
    meaning: 'The service is temporarily unavailable. Retry after `Retry-After`.',
  },
];
