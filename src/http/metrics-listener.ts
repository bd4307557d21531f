import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Registry } from 'prom-client';
import {
  type ApiError,
  errorBody,
  internalError,
  malformedRequest,
  methodNotAllowed,
  pathNotFound,
} from '../contract/index.ts';
import { errorOf } from './parser-errors.ts';
import { rawResponse } from './raw-response.ts';

const PATH = '/metrics';
const MALFORMED_TARGET = malformedRequest('The request target is malformed.');

/** Creates the listener that Prometheus reads. Its errors have the body of the API's. */
export function createMetricsListener(registry: Registry): FastifyInstance {
  const listener = Fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: true,
    frameworkErrors: (_error, _request, reply) => send(reply, MALFORMED_TARGET),
    clientErrorHandler: (error, socket: Socket) => {
      socket.end(rawResponse(errorOf(error, false), {}), () => socket.destroy());
    },
  });
  listener.removeAllContentTypeParsers();
  listener.get(PATH, (_request, reply) => {
    reply.type(registry.contentType);
    return registry.metrics();
  });
  listener.setNotFoundHandler(({ url, method }, reply) => {
    const isKnown = url.split('?', 1)[0] === PATH;
    return send(reply, isKnown ? methodNotAllowed(method, 'GET, HEAD') : pathNotFound);
  });
  listener.setErrorHandler((_error, _request, reply) => send(reply, internalError));
  return listener;
}

function send(reply: FastifyReply, error: ApiError) {
  const body = Buffer.from(JSON.stringify(errorBody(error)));
  return reply.code(error.statusCode).headers(error.headers).type('application/json').send(body);
}
