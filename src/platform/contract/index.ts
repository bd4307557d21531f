// What follows from the contract: its operations, requests checked and bound to typed handlers,
// responses, conditional requests, paging, addresses, and the end of deprecated operations.

export {
  addressMaker,
  type BaseUrls,
  baseUrlsOf,
  isPrefixed,
  type PathParameters,
} from './addresses.ts';
export { default as contractBinding } from './binding.ts';
export { conditionError, type MatchRequest, matchCheck } from './conditional-requests.ts';
export type { AnyHandlers, HandlerOf, HandlersOf } from './handler.ts';
export { type BodyBounds, bodyBounds, readJson } from './json-bodies.ts';
export { createLifecycle, type Lifecycle } from './lifecycle.ts';
export {
  type Contract,
  type ContractDocument,
  NO_OPERATION,
  type Operation,
  readContract,
} from './operations.ts';
export { cursorAfter, page } from './paging.ts';
export { announcesBody, bodyError, unreadableError } from './requests.ts';
export { sendJson } from './responses.ts';
export { namesStrongly, namesWeakly } from './tags.ts';
