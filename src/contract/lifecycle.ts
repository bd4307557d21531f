import type { FastifyInstance, onRequestHookHandler, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { operationRemoved } from './errors.ts';
import { type Deprecation, findOperation, fullPath, type Operation } from './operations.ts';

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
  // Below the base path every route is an operation's.
  const { operation } = route.config as { operation: Operation };
  const { operationId, stability, deprecation } = operation;
  const lifecycleHeaders = {
    ...(stability !== 'stable' && { 'x-stability': stability }),
    ...(deprecation && deprecationHeaders(deprecation)),
  };
  if (Object.keys(lifecycleHeaders).length > 0)
    route.config = { ...route.config, lifecycleHeaders };
  // A route's own onRequest comes after the refusals: a stranger does not get as far as this.
  if (deprecation) route.onRequest = refuseFromSunset(operationId, deprecation);
}

function refuseFromSunset(
  operationId: string,
  { sunset, successor }: Deprecation,
): onRequestHookHandler {
  const { method } = findOperation(successor);
  const replacement = `${successor} (${method} ${fullPath(successor)})`;
  return (_request, _reply, next) =>
    next(
      Date.now() < Date.parse(sunset)
        ? undefined
        : operationRemoved(operationId, sunset, replacement),
    );
}

/**
 * @see RFC 9745 section 2.1 (Deprecation), RFC 8594 section 3 (Sunset), RFC 5829 section 3.2
 * (successor-version)
 */
function deprecationHeaders({ since, sunset, successor }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${fullPath(successor)}>; rel="successor-version"`,
  };
}

export default fp(lifecycle, { name: 'lifecycle' });
