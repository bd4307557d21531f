// What any HTTP service needs: connections, errors, security headers, shutdown, health, metrics.

export { createAccessLog } from './access-log.ts';
export { handleConnectionError } from './connection-errors.ts';
export { createBoundedServer, default as connections } from './connections.ts';
export { default as cors } from './cors.ts';
export { default as errorHandler } from './error-handler.ts';
export { default as exchange } from './exchange.ts';
export { default as health } from './health.ts';
export { ambiguousHeadError } from './request-head.ts';
export { default as shutdown, FLUSH_MS } from './shutdown.ts';
