import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { operationRemoved } from './errors.ts';
import type { Contract, Operation } from './operations.ts';

/*
 * Sends the stability and the deprecation of an operation in the headers of its responses. From its
 * sunset on, a deprecated operation responds with 410.
 */

async function lifecycle(app: FastifyInstance, { contract }: { readonly contract: Contract }) {
  /** Sent with every response of the operation, whatever its status. */
  const headersByOperation = new Map<Operation | undefined, Record<string, string>>(
    contract.operations.map((operation) => [operation, headersOf(operation, contract)]),
  );
  app.addHook('onRoute', (route) => {
    const operation = route.config?.operation;
    if (!operation?.deprecation) return;
    const { sunset, successor } = operation.deprecation;
    const { method } = contract.findOperation(successor);
    const replacement = `${successor} (${method} ${contract.fullPath(successor)})`;
    const removed = operationRemoved(operation.operationId, sunset, replacement);
    const removedAtMs = Date.parse(sunset);
    // A route's own onRequest runs after the plugins', so that anonymous callers still get their 401.
    route.onRequest = [
      (_request, _reply, next) => next(Date.now() < removedAtMs ? undefined : removed),
      ...[route.onRequest ?? []].flat(),
    ];
  });
  // onRequest, before a request can be rejected, so that rejections carry the headers too.
  app.addHook('onRequest', ({ operation }, reply, next) => {
    reply.headers(headersByOperation.get(operation) ?? {});
    next();
  });
}

/**
 * @see RFC 9745 section 2.1 (Deprecation), RFC 8594 section 3 (Sunset), RFC 5829 section 3.2
 * (successor-version)
 */
function headersOf({ stability, deprecation }: Operation, { fullPath }: Contract) {
  return {
    ...(stability !== undefined && stability !== 'stable' && { 'x-stability': stability }),
    ...(deprecation && {
      deprecation: `@${Date.parse(deprecation.since) / 1_000}`,
      sunset: new Date(deprecation.sunset).toUTCString(),
      link: `<${fullPath(deprecation.successor)}>; rel="successor-version"`,
    }),
  };
}

export default fp(lifecycle, { name: 'lifecycle' });
