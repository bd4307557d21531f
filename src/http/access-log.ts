import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { ApiError } from '../contract/index.ts';
import {
  accessLine,
  describeRoute,
  type Outcome,
  type UnreadRequest,
  unreadLine,
} from './access-line.ts';
import { wasReset } from './connections.ts';
import type { LogStream } from './log.ts';

/*
 * Logs one line for each request: who has sent it, from where, what for, and what became of it. Nothing of
 * what it contains is logged, and not its path, into which keys are pasted by mistake.
 */

declare module 'fastify' {
  interface FastifyInstance {
    /** Logs what cannot be read as a request, or not to its end, and is answered all the same. */
    logUnreadable(error: ApiError, request: UnreadableRequest): void;
  }
  interface FastifyContextConfig {
    /** What the lines of its requests say of the route; null if they get none. */
    routeFields?: string | null;
  }
}

interface UnreadableRequest extends UnreadRequest {
  /** Absent if it was not begun. */
  readonly reply: FastifyReply | undefined;
}

const COMPLETED = 'request completed';
const ABORTED = 'request aborted';
/** The levels at which responses are logged. */
const LEVELS = ['info', 'debug', 'trace'];
/** Statuses without a body. */
const NO_BODY = [204, 304];

async function accessLog(app: FastifyInstance, { logStream }: { readonly logStream: LogStream }) {
  if (!LEVELS.includes(app.log.level)) {
    app.decorate('logUnreadable', () => undefined);
    return;
  }
  const { open, onAbort } = app.connections;

  app.addHook('onRoute', (route) => {
    const { url, prefix, config, logLevel } = route;
    const { operation } = config ?? {};
    // The router has names of its own for the parameters of an operation.
    const fields = operation
      ? describeRoute(prefix + operation.path, operation.operationId)
      : describeRoute(url);
    const isLogged = LEVELS.includes(logLevel || app.log.level);
    route.config = { ...config, routeFields: isLogged ? fields : null };
  });
  app.addHook('onResponse', (request, reply, next) => {
    if (wasReset(request)) return next();
    const { statusCode: status, elapsedTime: durationMs, error } = reply;
    const bodyBytes = bodyBytesOf(request, reply);
    write(request, {
      message: COMPLETED,
      status,
      bodyBytes,
      responseBytes: bodyBytes === undefined ? streamedBytes(request) : undefined,
      durationMs,
      errorType: error?.code,
    });
    next();
  });
  onAbort(({ request, raw, statusCode, elapsedTime }, isByClient) => {
    write(request, {
      message: ABORTED,
      status: raw.headersSent ? statusCode : undefined,
      durationMs: elapsedTime,
      errorType: isByClient ? 'client_disconnected' : 'connection_closed',
    });
  });
  app.decorate('logUnreadable', (error, { reply, ...unread }) => {
    const outcome = {
      message: COMPLETED,
      status: error.statusCode,
      bodyBytes: Buffer.byteLength(error.body),
      durationMs: reply?.elapsedTime,
      errorType: error.code,
    };
    if (reply) write(reply.request, outcome);
    else logStream.write(unreadLine(unread, outcome));
  });

  function write(request: FastifyRequest, outcome: Outcome) {
    const { routeFields = '' } = request.routeOptions.config;
    if (routeFields !== null) logStream.write(accessLine(request, routeFields, outcome));
  }

  /** How much was sent for a response whose length was not known when it began. */
  function streamedBytes({ raw }: FastifyRequest): number | undefined {
    const connection = open.get(raw.socket);
    return connection && raw.socket.bytesWritten - connection.sentBytes;
  }
}

function bodyBytesOf({ method }: FastifyRequest, reply: FastifyReply): number | undefined {
  if (method === 'HEAD' || NO_BODY.includes(reply.statusCode)) return 0;
  const length = reply.getHeader('content-length');
  return length === undefined ? undefined : Number(length);
}

export default fp(accessLog, { name: 'access-log', dependencies: ['connections'] });
