// Errors for clients: the catalogue of codes, the errors themselves, and how they are sent.

export type { ErrorCodes } from './api-error-codes.ts';
export { type ConnectionError, default as connectionErrors } from './connection-errors.ts';
export { ERROR_CODES } from './error-codes.ts';
export * as errors from './errors.ts';
export {
  ApiError,
  bodyRequired,
  bodyTooLarge,
  idempotencyKeyInUse,
  idempotencyKeyReused,
  invalidBody,
  invalidJson,
  invalidParameter,
  malformedTarget,
  methodNotAllowed,
  operationRemoved,
  pathNotFound,
  unsupportedCharset,
  unsupportedCoding,
  unsupportedMediaType,
} from './errors.ts';
export { petNotFound, storeError } from './store-errors.ts';
