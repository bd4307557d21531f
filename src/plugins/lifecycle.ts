import type { FastifyInstance, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { basePath, findOperation, type Operation } from '../contract.js';
import { operationRemoved } from '../errors.js';

/*
 * Tells clients, on every answer of an operation that is not there to stay, how stable it is, that
 * it is deprecated, when it goes and what replaces it. From its sunset on the operation is gone.
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The headers on every answer of the operation, whatever its status. */
    lifecycleHeaders?: Readonly<Record<string, string>>;
  }
}

function lifecycle(app: FastifyInstance, _options: object, done: () => void) {
  app.addHook('onRoute', prepareRoute);
  // onRequest, before the refusals, so that they carry the headers too.
  app.addHook('onRequest', (request, reply, next) => {
    const headers = request.routeOptions.config.lifecycleHeaders;
    if (headers) reply.headers(headers);
    next();
  });
  done();
}

function prepareRoute(route: RouteOptions) {
  const operation = route.config?.operation;
  if (!operation) return;
  const headers = lifecycleHeaders(operation);
  if (Object.keys(headers).length > 0) {
    route.config = { ...route.config, lifecycleHeaders: headers };
  }
  const { operationId, sunset } = operation;
  if (sunset) {
    const successor = successorOf(operation);
    const replacement = successor
      ? `${successor.operationId} (${successor.method} ${basePath}${successor.path})`
      : 'another operation';
    // A route's own onRequest comes after the refusals: a stranger does not get as far as this.
    route.onRequest = (_request, _reply, next) =>
      next(
        Date.now() < Date.parse(sunset)
          ? undefined
          : operationRemoved(operationId, sunset, replacement),
      );
  }
}

/**
 * @see RFC 9745 section 2.1 (Deprecation), RFC 8594 section 3 (Sunset), RFC 5829 section 3.2
 * (successor-version)
 */
function lifecycleHeaders(operation: Operation): Record<string, string> {
  const { deprecatedSince, sunset, stability } = operation;
  const successor = successorOf(operation);
  return {
    ...(stability !== 'stable' && { 'x-stability': stability }),
    ...(deprecatedSince && { deprecation: `@${Date.parse(deprecatedSince) / 1000}` }),
    ...(sunset && { sunset: new Date(sunset).toUTCString() }),
    ...(successor && { link: `<${basePath}${successor.path}>; rel="successor-version"` }),
  };
}

function successorOf({ successor }: Operation): Operation | undefined {
  return successor && findOperation(successor);
}

export default fp(lifecycle, { name: 'lifecycle' });
