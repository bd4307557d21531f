import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { malformedRequest, methodNotAllowed, pathNotFound } from './errors.ts';
import type { Contract, Operation } from './operations.ts';
import { templatePattern } from './path-templates.ts';
import { requestPath } from './request-path.ts';

/*
 * Rejects paths and methods that are not in the contract, after the same hooks as every operation.
 */

/** Rejects a request that no operation matches. @throws path_not_found, method_not_allowed or malformed_request */
export type RejectUnknownRoute = (request: FastifyRequest) => never;

interface UnknownRoutesOptions {
  readonly rejectUnknownRoute: RejectUnknownRoute;
}

async function unknownRoutes(app: FastifyInstance, { rejectUnknownRoute }: UnknownRoutesOptions) {
  // Without a handler of its own, the prefix would not run its hooks for unknown paths.
  app.setNotFoundHandler(rejectUnknownRoute);
  // onRequest, so that the body is not read.
  app.addHook('onRequest', (request, _reply, next) => {
    if (request.is404 || lacksHost(request)) rejectUnknownRoute(request);
    next();
  });
}

export function unknownRouteRejection({ basePath, operations }: Contract): RejectUnknownRoute {
  const knownPaths = [...Map.groupBy(operations, ({ path }) => path)].map(([path, known]) => ({
    pattern: templatePattern(basePath + path),
    methods: known.map(allowedMethods),
  }));
  return (request) => {
    const { method, originalUrl } = request;
    const path = decodePath(originalUrl);
    if (path === undefined || lacksHost(request)) throw malformedRequest;
    const known = knownPaths.filter(({ pattern }) => pattern.test(path));
    if (known.length === 0) throw pathNotFound;
    // A path can fit several templates, each with methods of its own.
    const allowed = new Set(known.flatMap(({ methods }) => methods));
    throw methodNotAllowed(method, [...allowed].join(', '));
  };
}

function allowedMethods({ method }: Operation): string {
  return method === 'GET' ? 'GET, HEAD' : method;
}

/** Whether the Host that HTTP/1.1 requires is missing. @see RFC 9112 section 3.2 */
function lacksHost({ headers, raw }: FastifyRequest): boolean {
  return headers.host === undefined && raw.httpVersion === '1.1';
}

/**
 * The URL that the router gets: for a path that cannot be decoded, one that no operation has. The
 * router itself would respond to it before any hook.
 */
export function routablePath(url: string, { basePath }: Contract): string {
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
