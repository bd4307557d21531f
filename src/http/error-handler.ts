import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import {
  ApiError,
  announcesBody,
  bodyTooLarge,
  internalError,
  malformedContentType,
  malformedRequest,
  type RejectUnknownRoute,
  sendJson,
  serviceUnavailable,
} from '../contract/index.ts';
import { faultKind, isDatabaseFault } from '../database/index.ts';
import { createFailureLog } from '../failure-log.ts';
import { rateLimitHeaders } from '../limits/index.ts';

/*
 * Gives every error the one body of the contract. An error that is not in the catalogue is a fault
 * of the service: it is logged, and the caller learns nothing of it.
 */

const INCOMPLETE = malformedRequest('The request is incomplete.');
/** The errors of the catalogue for what Fastify raises itself, by Fastify's code. */
const FRAMEWORK_ERRORS: Readonly<Record<string, ApiError>> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: INCOMPLETE,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: malformedContentType,
};

declare module 'fastify' {
  interface FastifyReply {
    /** The error that is returned, if it is one. */
    error: ApiError | undefined;
  }
}

interface ErrorHandlerOptions {
  readonly rejectUnknownRoute: RejectUnknownRoute;
  /** Learns of each error that ends a request. */
  onError(error: unknown): void;
}

async function errorHandler(
  app: FastifyInstance,
  { rejectUnknownRoute, onError }: ErrorHandlerOptions,
) {
  app.decorateReply('error', undefined);
  const logFailure = createFailureLog(app.log, 'request failed');
  app.addHook('onClose', async () => logFailure.flush());
  app.setErrorHandler((cause: FastifyError, request, reply) => {
    onError(cause);
    const error = isCutOff(request) ? INCOMPLETE : toApiError(cause, request);
    if (error !== cause && error.statusCode >= 500) {
      logFailure(cause, failureKind(cause, request), request.log);
    }
    return sendError(error, request, reply);
  });
  app.setNotFoundHandler(rejectUnknownRoute);
  // preParsing, so that no body is read for an unknown path. Below the base path an earlier hook rejects it.
  app.addHook('preParsing', (request, _reply, _payload, next) => {
    if (request.is404) rejectUnknownRoute(request);
    next();
  });
}

/** Errors of what cannot be read as a request. */
const UNREADABLE = new Set<string>([
  'malformed_request',
  'headers_too_large',
  'not_implemented',
  'http_version_not_supported',
]);

/** The database fails in the same way for all operations, and a fault of the code in the place where it is. */
function failureKind(cause: FastifyError, { routeOptions }: FastifyRequest): string {
  const kind = faultKind(cause);
  if (isDatabaseFault(cause)) return kind;
  const place = /^ +at .*/m.exec(String(cause.stack));
  return [routeOptions.config.operation?.operationId, kind, place].join(' ');
}

function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply) {
  reply.error = error;
  // Where the next request would begin is uncertain after a faulty head.
  if (request.headFault || hasUnreadBody(request)) reply.header('connection', 'close');
  const send = () => {
    if (!isCutOff(request)) request.server.metrics?.countRejection(error.code);
    return sendJson(reply.code(error.statusCode).headers(error.headers), error.body);
  };
  return UNREADABLE.has(error.code) ? countUnreadable(request, reply).then(send) : send();
}

/** Outside the API nothing else counts a request, and one that cannot be read may have been for the API. */
async function countUnreadable(request: FastifyRequest, reply: FastifyReply) {
  if (reply.hasHeader('x-ratelimit-limit')) return;
  const { windows, nowSeconds } = await request.server.anonymousLimit.count(request);
  const [minute] = windows;
  reply.headers(rateLimitHeaders([minute], minute, nowSeconds));
}

/** Whether a body is still to come that is too large, or of unknown length, to be read and discarded. */
function hasUnreadBody(request: FastifyRequest): boolean {
  const { headers, raw } = request;
  if (raw.complete || !announcesBody(headers)) return false;
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length']) > request.routeOptions.bodyLimit;
}

/**
 * Whether the request never arrives in full, so that no response is sent: the client has closed the
 * connection, or the connection ends with the response to what cannot be read.
 */
function isCutOff({ raw, server }: FastifyRequest): boolean {
  if (raw.complete) return false;
  return raw.destroyed || server.connections.open.get(raw.socket)?.isFaulty === true;
}

function toApiError(cause: FastifyError, { routeOptions }: FastifyRequest): ApiError {
  if (cause instanceof ApiError) return cause;
  if (isDatabaseFault(cause)) return serviceUnavailable;
  if (cause.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(routeOptions.bodyLimit);
  return FRAMEWORK_ERRORS[cause.code] ?? internalError;
}

export default fp(errorHandler, { name: 'error-handler' });
