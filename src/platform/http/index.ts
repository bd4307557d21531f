// HTTP: connections, targets and heads of requests, how every request begins and ends, CORS,
// health, and the stop.

export {
  createBoundedServer,
  default as connectionBounds,
  MAX_HEADER_BYTES,
} from './bounded-server.ts';
export { createOriginCheck, default as cors } from './cors.ts';
export { type EventLoop, watchEventLoop } from './event-loop.ts';
export { createSecurityHeaders, default as exchange, type EndListener } from './exchange.ts';
export { default as health, type InstanceState, watchReadiness } from './health.ts';
export { isOwnHost } from './hosts.ts';
export { explainListenError } from './listen-errors.ts';
export { boundConnections, connectionOf } from './open-connections.ts';
export {
  createUnknownRouteError,
  createUrlRewriter,
  type UnknownRouteError,
} from './request-targets.ts';
export { expectSameService, keepsWaiting } from './shared-port.ts';
export { default as closeConnections, MAX_WAITING_CONNECTIONS, stopOnSignal } from './stop.ts';
