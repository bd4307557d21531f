// What follows from the contract: its operations, checked requests bound to typed handlers, paging,
// and errors.

export { default as contractBinding } from './binding.ts';
export * as errors from './errors.ts';
export {
  type AnyHandlers,
  exactly,
  type Handler,
  type Handlers,
  type OperationId,
} from './handler.ts';
export { default as unhandledRejections } from './handler-run.ts';
export { lifecycleHeaders } from './lifecycle.ts';
export {
  type Contract,
  type ContractDocument,
  contract,
  NO_OPERATION,
  type Operation,
} from './operations.ts';
export { page, pageStart } from './paging.ts';
export { announcesBody } from './request-bodies.ts';
export {
  createUnknownRouteError,
  createUrlRewriter,
  isHost,
  type UnknownRouteError,
} from './request-targets.ts';
export { sendJson } from './responses.ts';
export { compileCheck } from './validation.ts';
