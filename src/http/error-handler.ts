import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import {
  ApiError,
  bodyTooLarge,
  errorBody,
  internalError,
  malformedRequest,
  rejectUnknownRoute,
  serviceUnavailable,
  unsupportedMediaType,
} from '../contract/index.ts';
import { isDatabaseFault } from '../database/index.ts';

/*
 * Gives every error the one body of the contract. What is not in the catalogue is a fault of ours:
 * it is logged in full and told to nobody.
 */

/** What Fastify raises by itself, by its code, as errors of the catalogue. */
const FRAMEWORK_ERRORS: Readonly<Record<string, ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: bodyTooLarge,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: malformedRequest,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedMediaType,
};

function errorAnswers(app: FastifyInstance, _options: object, done: () => void) {
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(rejectUnknownRoute);
  // Before a body is read that nobody looks at. Below the base path it was refused earlier still.
  app.addHook('preParsing', (request, _reply, _payload, next) => {
    if (request.is404) rejectUnknownRoute(request);
    next();
  });
  done();
}

function answerError(cause: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const error = hasLeft(request) ? malformedRequest : toApiError(cause);
  if (error !== cause && error.statusCode >= 500) {
    request.log.error({ err: cause }, 'a request failed');
  }
  request.server.metrics?.countRefusal(error.code);
  if (hasUnreadBody(request)) reply.header('connection', 'close');
  return reply.code(error.statusCode).headers(error.headers).send(errorBody(error));
}

/** Whether a body is on its way that is too large, or of a length too uncertain, to be thrown away. */
function hasUnreadBody({ headers, raw, routeOptions }: FastifyRequest): boolean {
  const isLarge = Number(headers['content-length']) > routeOptions.bodyLimit;
  return !raw.readableDidRead && (isLarge || headers['transfer-encoding'] !== undefined);
}

/** Whether the caller has gone away before all of its request was there, which is no fault of ours. */
function hasLeft({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

function toApiError(cause: FastifyError): ApiError {
  if (cause instanceof ApiError) return cause;
  if (isDatabaseFault(cause)) return serviceUnavailable;
  return FRAMEWORK_ERRORS[cause.code] ?? internalError;
}

export default fp(errorAnswers, { name: 'error-answers' });
