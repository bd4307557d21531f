// What is made of the contract: its operations and their types, the binding of handlers, validation, exact integers, JSON bodies, paging, errors, lifecycle, unknown routes.

export { default as contractBinding } from './binding.ts';
export {
  ApiError,
  apiKeyBanned,
  apiKeyInvalid,
  apiKeyMissing,
  bodyTooLarge,
  errorBody,
  headersTooLarge,
  idempotencyKeyInUse,
  idempotencyKeyReused,
  internalError,
  malformedRequest,
  petNotFound,
  RETRY_AFTER_SECONDS,
  rateLimitExceeded,
  requestTimeout,
  serviceUnavailable,
  unsupportedMediaType,
} from './errors.ts';
export { exactly, type Handler, type Handlers } from './handler.ts';
export { default as jsonBodies } from './json-bodies.ts';
export { default as lifecycle } from './lifecycle.ts';
export { basePath, contract, fullPath } from './operations.ts';
export { page, pageStart } from './paging.ts';
export { default as unknownRoutes, refuseUnknownRoute, routablePath } from './unknown-routes.ts';
export { compileCheck } from './validation.ts';
