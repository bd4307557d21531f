// All that follows from the contract: its operations, checked requests bound to typed handlers, paging, and errors.

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
export { type CompiledSchema, type CompileOptions, compileSchema, SchemaError } from './schemas.ts';
export { default as unknownRoutes, rejectUnknownRoute, routablePath } from './unknown-routes.ts';
