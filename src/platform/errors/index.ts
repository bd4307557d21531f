// Errors for clients: the catalogue of codes, the errors themselves, and how they are sent.

export { ApiError, type ErrorKinds, errorsOf } from './api-error.ts';
export { type ErrorCodes, errorCodesOf } from './catalogue.ts';
export { type ConnectionError, default as connectionErrors } from './connection-errors.ts';
export { default as errorHandler } from './error-handler.ts';
export { errors } from './errors.ts';
