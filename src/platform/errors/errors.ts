// The errors of the catalogue by name. Those that are always the same are shared.

import { type ApiError, errorsOf } from './api-error.ts';
import { API_ERRORS } from './catalogue.ts';

type Code = keyof typeof API_ERRORS;

const apiError = errorsOf(API_ERRORS);
const shared = (error: ApiError) => Object.freeze(error);
/** A function that makes the errors of a code. */
const maker =
  <Given extends Code>(code: Given) =>
  (...about: Parameters<(typeof API_ERRORS)[Given]['tell']>) =>
    apiError(code, ...about);

/** For a fixed message. */
export const malformedRequest = (message: string) => shared(apiError('malformed_request', message));
export const malformedTarget = malformedRequest('The request target is malformed.');

export const invalidJson = maker('invalid_json');
export const invalidBody = maker('invalid_body');
export const bodyRequired = () => invalidBody('The request body is required.');
export const invalidParameter = maker('invalid_parameter');

export const apiKeyMissing = maker('api_key_missing');
export const apiKeyInvalid = maker('api_key_invalid');
export const insufficientScope = maker('insufficient_scope');

export const pathNotFound = shared(apiError('path_not_found'));
export const methodNotAllowed = maker('method_not_allowed');
export const requestTimeout = shared(apiError('request_timeout'));
export const idempotencyKeyInUse = shared(apiError('idempotency_key_in_use'));
export const operationRemoved = maker('operation_removed');
export const bodyTooLarge = maker('body_too_large');

const unsupported = (message: string) => shared(apiError('unsupported_media_type', message));
/** @param expected a media type */
export const unsupportedMediaType = (expected: string) =>
  unsupported(`The body must be ${expected}.`);
export const unsupportedCharset = unsupported('The charset of the body must be utf-8.');
export const unsupportedCoding = unsupported('The body must have no Content-Encoding.');
export const malformedContentType = unsupported('The Content-Type is malformed.');

export const idempotencyKeyReused = shared(apiError('idempotency_key_reused'));
export const rateLimitExceeded = maker('rate_limit_exceeded');
export const apiKeyBanned = maker('api_key_banned');
export const headersTooLarge = shared(apiError('headers_too_large'));

export const internalError = shared(apiError('internal_error'));
const notImplemented = (message: string) => shared(apiError('not_implemented', message));
export const connectNotImplemented = notImplemented('The method CONNECT is not implemented.');
export const codingNotImplemented = notImplemented('The transfer-encoding must be chunked.');
export const serviceUnavailable = shared(apiError('service_unavailable'));
export const versionNotSupported = shared(apiError('http_version_not_supported'));
