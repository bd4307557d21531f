import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { malformedRequest, methodNotAllowed, pathNotFound } from './errors.ts';
import { basePath, operations } from './operations.ts';
import { requestPath } from './request-path.ts';

/*
 * Rejects paths and methods that are not in the contract, after the same hooks as every operation.
 */

const KNOWN_PATHS = [...Map.groupBy(operations, ({ path }) => path)].map(([path, known]) => ({
  pattern: new RegExp(`^${basePath}${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`),
  allow: known.map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method)).join(', '),
}));

async function unknownRoutes(app: FastifyInstance) {
  // Without a handler of its own, the prefix would not run its hooks for unknown paths.
  app.setNotFoundHandler(rejectUnknownRoute);
  // onRequest, so that the body is not read.
  app.addHook('onRequest', (request, _reply, next) => {
    if (request.is404 || lacksHost(request)) rejectUnknownRoute(request);
    next();
  });
}

/** For requests that no operation matches. @throws path_not_found, method_not_allowed or malformed_request */
export function rejectUnknownRoute(request: FastifyRequest): never {
  const { method, originalUrl } = request;
  const path = decodePath(originalUrl);
  if (path === undefined || lacksHost(request)) throw malformedRequest;
  const known = KNOWN_PATHS.find(({ pattern }) => pattern.test(path));
  throw known ? methodNotAllowed(method, known.allow) : pathNotFound;
}

/** Whether the Host that HTTP/1.1 requires is missing. @see RFC 9112 section 3.2 */
function lacksHost({ headers, raw }: FastifyRequest): boolean {
  return headers.host === undefined && raw.httpVersion === '1.1';
}

/**
 * The URL that the router gets: for a path that cannot be decoded, one that no operation has. The
 * router itself would respond to it before any hook.
 */
export function routablePath(url: string): string {
  if (decodePath(url) !== undefined) return url;
  return requestPath(url).startsWith(`${basePath}/`) ? basePath : '/';
}

function decodePath(url: string): string | undefined {
  try {
    return decodeURI(requestPath(url));
  } catch {
    return undefined;
  }
}

export default fp(unknownRoutes, { name: 'unknown-routes' });
