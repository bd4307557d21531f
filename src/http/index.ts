// What every HTTP service has: request ids, security headers, log, errors to responses, connections, overload, shutdown, health, metrics.

export { default as accessLog } from './access-log.ts';
export { answerConnectionError } from './connection-errors.ts';
export { default as errorAnswers } from './error-handler.ts';
export { default as expectations } from './expect-continue.ts';
export { default as health } from './health.ts';
export { type LogStream, logOptions, readableLog, turnwiseLog } from './log.ts';
export { default as overload } from './overload.ts';
export { default as pipelining } from './pipelining.ts';
export { default as requestId } from './request-id.ts';
export { default as securityHeaders } from './security-headers.ts';
export { default as stopping } from './shutdown.ts';
