import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import {
  ApiError,
  bodyTooLarge,
  errorBody,
  internalError,
  malformedContentType,
  malformedRequest,
  type RejectUnknownRoute,
  serviceUnavailable,
} from '../contract/index.ts';
import { isDatabaseFault } from '../database/index.ts';

/*
 * Gives every error the one body of the contract. An error that is not in the catalogue is a fault
 * of the service: it is logged in full, and the caller learns nothing of it.
 */

/** The errors of the catalogue for what Fastify raises itself, by Fastify's code. */
const FRAMEWORK_ERRORS: Readonly<Record<string, ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: bodyTooLarge,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: malformedRequest,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: malformedContentType,
};

async function errorHandler(
  app: FastifyInstance,
  { rejectUnknownRoute }: { readonly rejectUnknownRoute: RejectUnknownRoute },
) {
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(rejectUnknownRoute);
  // preParsing, so that no body is read for an unknown path. Below the base path an earlier hook rejects it.
  app.addHook('preParsing', (request, _reply, _payload, next) => {
    if (request.is404) rejectUnknownRoute(request);
    next();
  });
}

function handleError(cause: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const error = isAborted(request) ? malformedRequest : toApiError(cause);
  if (error !== cause && error.statusCode >= 500) {
    request.log.error({ err: cause }, 'request failed');
  }
  request.server.metrics?.countRejection(error.code);
  if (hasUnreadBody(request)) reply.header('connection', 'close');
  return reply.code(error.statusCode).headers(error.headers).send(errorBody(error));
}

/** Whether a body is still to come that is too large, or of unknown length, to be read and discarded. */
function hasUnreadBody({ headers, raw, routeOptions }: FastifyRequest): boolean {
  const isLarge = Number(headers['content-length']) > routeOptions.bodyLimit;
  return !raw.complete && (isLarge || headers['transfer-encoding'] !== undefined);
}

/** Whether the client has closed the connection before its request was complete: no fault of the service. */
function isAborted({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

function toApiError(cause: FastifyError): ApiError {
  if (cause instanceof ApiError) return cause;
  if (isDatabaseFault(cause)) return serviceUnavailable;
  return FRAMEWORK_ERRORS[cause.code] ?? internalError;
}

export default fp(errorHandler, { name: 'error-handler' });
