// What follows from the contract: its operations, checked requests bound to typed handlers, paging,
// and errors.

export { hasPrefix } from './addresses.ts';
export { default as contractBinding } from './binding.ts';
export type { AnyHandlers, HandlerOf, HandlersOf } from './handler.ts';
export { lifecycleHeaders } from './lifecycle.ts';
export {
  type Contract,
  type ContractDocument,
  NO_OPERATION,
  type Operation,
  readContract,
} from './operations.ts';
export { page, pageStart, textPage, textPageStart } from './paging.ts';
export { announcesBody } from './request-bodies.ts';
export { sendJson } from './responses.ts';
