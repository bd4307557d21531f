// What follows from the contract: its operations, checked requests bound to typed handlers, paging,
// and errors.

export { hasPrefix } from './addresses.ts';
export { default as contractBinding } from './binding.ts';
export {
  type AnyHandlers,
  exactly,
  type Handler,
  type Handlers,
  type OperationId,
} from './handler.ts';
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
export { sendJson } from './responses.ts';
