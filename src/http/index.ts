// What any HTTP service needs, whatever its API: request ids, security headers, log, error responses, connections, overload, shutdown, health, metrics.

export { default as accessLog } from './access-log.ts';
export { default as tunnels, handleConnectionError } from './connection-errors.ts';
export { default as connections } from './connections.ts';
export { corsOfFaults, default as cors } from './cors.ts';
export { corsOrigins } from './cors-origins.ts';
export { default as errorHandler } from './error-handler.ts';
export { default as expectContinue } from './expect-continue.ts';
export { default as health } from './health.ts';
export { batchedLog, LOGGER_OPTIONS, type LogStream, prettyLog } from './log.ts';
export type { Field } from './log-fields.ts';
export { default as openRequests } from './open-requests.ts';
export { default as overload } from './overload.ts';
export { default as pipelining } from './pipelining.ts';
export { default as requestHead, faultyHeads } from './request-head.ts';
export { default as requestId } from './request-id.ts';
export { createRequestLog } from './request-log.ts';
export { default as securityHeaders } from './security-headers.ts';
export { default as shutdown } from './shutdown.ts';
