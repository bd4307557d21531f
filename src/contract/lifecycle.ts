import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { operationRemoved } from './errors.ts';
import { findOperation, fullPath, type Operation, operations } from './operations.ts';

/*
 * Sends the stability and the deprecation of an operation in the headers of its responses. From its
 * sunset on, a deprecated operation responds with 410.
 */

/** Sent with every response of the operation, whatever its status. */
const HEADERS = new Map<Operation | undefined, Record<string, string>>(
  operations.map((operation) => [operation, headersOf(operation)]),
);

async function lifecycle(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    const operation = route.config?.operation;
    // A route's own onRequest runs after the plugins', so that anonymous callers still get their 401.
    if (operation?.deprecation) {
      route.onRequest = (_request, _reply, next) => next(removalOf(operation));
    }
  });
  // onRequest, before a request can be rejected, so that rejections carry the headers too.
  app.addHook('onRequest', ({ routeOptions }, reply, next) => {
    const headers = HEADERS.get(routeOptions.config.operation);
    if (headers) reply.headers(headers);
    next();
  });
}

/**
 * @see RFC 9745 section 2.1 (Deprecation), RFC 8594 section 3 (Sunset), RFC 5829 section 3.2
 * (successor-version)
 */
function headersOf({ stability, deprecation }: Operation): Record<string, string> {
  return {
    ...(stability !== 'stable' && { 'x-stability': stability }),
    ...(deprecation && {
      deprecation: `@${Date.parse(deprecation.since) / 1_000}`,
      sunset: new Date(deprecation.sunset).toUTCString(),
      link: `<${fullPath(deprecation.successor)}>; rel="successor-version"`,
    }),
  };
}

/** The error of an operation from its sunset on. */
function removalOf({ operationId, deprecation }: Operation) {
  if (!deprecation || Date.now() < Date.parse(deprecation.sunset)) return undefined;
  const { sunset, successor } = deprecation;
  const { method } = findOperation(successor);
  return operationRemoved(operationId, sunset, `${successor} (${method} ${fullPath(successor)})`);
}

export default fp(lifecycle, { name: 'lifecycle' });
