// Gives every error the one body of the contract. An error that is not in the catalogue is a fault
// of the service: it is logged, and the caller learns nothing of it.

import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { endOfTick } from '../async/ticks.ts';
import { ApiError } from './api-error.ts';
import { errors } from './errors.ts';

declare module 'fastify' {
  interface FastifyReply {
    error: ApiError | undefined;
  }
}

/** The statuses of requests that cannot be read. */
const UNREADABLE_STATUSES = new Set([400, 413, 415, 431, 501, 505]);
const INCOMPLETE = errors.malformedRequest('The request is incomplete.');

interface ErrorHandlerOptions {
  /** Whether the same request may succeed later, although this error is not in the catalogue. */
  readonly isTemporary: (cause: unknown) => boolean;
  /** Is called for each error that is not in the catalogue. */
  readonly onFault: (cause: unknown, request: FastifyRequest) => void;
  /** Counts an error that a client is sent. */
  readonly countError: ((code: string) => void) | undefined;
  /** Replaces the secrets in a message: it names fields of the request, whose names may be any. */
  readonly withoutSecrets: (message: string) => string;
  /** Counts a request that nothing else counts. Returns the headers that show what is left. */
  readonly countUnread: (request: FastifyRequest) => Promise<Record<string, string | number>>;
}

async function errorHandler(app: FastifyInstance, options: ErrorHandlerOptions) {
  const { isTemporary, onFault, countError, withoutSecrets, countUnread } = options;
  app.decorateReply('error', undefined);
  app.setErrorHandler(async (cause: FastifyError, request, reply) => {
    const isCutOff = request.raw.destroyed && !request.raw.complete;
    const error = isCutOff ? INCOMPLETE : toApiError(cause, request);
    if (error !== cause && error.statusCode >= 500) onFault(cause, request);
    // A client that has gone receives no response.
    if (!isCutOff) countError?.(error.code);
    // After a faulty head, or an unread body, it is unclear where the next request begins.
    if (request.headError || hasUnreadBody(request)) reply.header('connection', 'close');
    reply.error = error;
    // Only an API and /mcp have counted the request. Elsewhere an unreadable request, which may be
    // meant for the API, is counted here.
    const isUncounted = UNREADABLE_STATUSES.has(error.statusCode) && !request.isCounted;
    if (isUncounted) reply.headers(await countUnread(request));
    // Sending all responses of a tick together saves a sixth of the row `401` of the benchmark.
    else await endOfTick();
    reply.code(error.statusCode).headers(error.headers).type('application/json');
    // Without a serializer of its own, Fastify would add a charset to the type.
    return reply.serializer(String).send(error.body);
  });

  function toApiError(cause: FastifyError, { bodyLimit }: FastifyRequest): ApiError {
    if (cause instanceof ApiError) return withSafeMessage(cause);
    if (isTemporary(cause)) return errors.serviceUnavailable;
    const { code } = cause;
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return errors.bodyTooLarge(bodyLimit);
    if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return errors.malformedContentType;
    return code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' ? INCOMPLETE : errors.internalError;
  }

  function withSafeMessage(error: ApiError): ApiError {
    const { code, statusCode, message, headers } = error;
    const shown = withoutSecrets(message);
    return shown === message ? error : new ApiError(code, statusCode, shown, headers);
  }
}

/** Whether the rest of a body is too large, or of unknown length, and so is not discarded. */
function hasUnreadBody({ headers, raw, bodyLimit }: FastifyRequest): boolean {
  if (raw.complete) return false;
  const isLarge = Number(headers['content-length']) > bodyLimit;
  return isLarge || headers['transfer-encoding'] !== undefined;
}

export default fp(errorHandler, { name: 'error-handler' });
