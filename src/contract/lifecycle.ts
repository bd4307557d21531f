import type { FastifyInstance, onRequestHookHandler, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { operationRemoved } from './errors.ts';
import { type Deprecation, findOperation, fullPath, type Operation } from './operations.ts';

/*
 * Sends the stability and the deprecation of an operation in the headers of its responses. From its
 * sunset on, a deprecated operation responds with 410.
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Sent with every response of the operation, whatever its status. */
    lifecycleHeaders?: Readonly<Record<string, string>>;
  }
}

function lifecycle(app: FastifyInstance, _options: object, done: () => void) {
  app.addHook('onRoute', prepareRoute);
  // onRequest, before a request can be rejected, so that rejections carry the headers too.
  app.addHook('onRequest', (request, reply, next) => {
    const headers = request.routeOptions.config.lifecycleHeaders;
    if (headers) reply.headers(headers);
    next();
  });
  done();
}

function prepareRoute(route: RouteOptions) {
  // Below the base path every route is that of an operation.
  const { operation } = route.config as { operation: Operation };
  const { operationId, stability, deprecation } = operation;
  const lifecycleHeaders = {
    ...(stability !== 'stable' && { 'x-stability': stability }),
    ...(deprecation && deprecationHeaders(deprecation)),
  };
  if (Object.keys(lifecycleHeaders).length > 0)
    route.config = { ...route.config, lifecycleHeaders };
  // A route's own onRequest runs after the plugins', so that anonymous callers still get their 401.
  if (deprecation) route.onRequest = rejectFromSunset(operationId, deprecation);
}

function rejectFromSunset(
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
