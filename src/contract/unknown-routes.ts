import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type ApiError, malformedRequest, methodNotAllowed, pathNotFound } from './errors.ts';
import { basePath, operations } from './operations.ts';

/*
 * Refuses paths and methods that the contract does not name, after the same hooks as any
 * operation.
 */

interface KnownPath {
  readonly pattern: RegExp;
  readonly allow: string;
}

const KNOWN_PATHS = [...new Set(operations.map(({ path }) => path))].map(describePath);

function unknownRoutes(app: FastifyInstance, _options: object, done: () => void) {
  // Without a handler of its own the prefix would not run these hooks.
  app.setNotFoundHandler(refuseUnknownRoute);
  // onRequest, so that the body is not read.
  app.addHook('onRequest', (request, _reply, next) => {
    next(request.is404 || lacksHost(request) ? refusalOf(request) : undefined);
  });
  done();
}

/** A not-found handler. @throws path_not_found, method_not_allowed or malformed_request */
export function refuseUnknownRoute(request: FastifyRequest): never {
  throw refusalOf(request);
}

function refusalOf(request: FastifyRequest): ApiError {
  const { method, originalUrl } = request;
  const path = decodePath(originalUrl);
  if (path === undefined || lacksHost(request)) return malformedRequest();
  const known = KNOWN_PATHS.find(({ pattern }) => pattern.test(path));
  return known ? methodNotAllowed(method, known.allow) : pathNotFound();
}

/** @see RFC 9112 section 3.2 */
function lacksHost({ headers, raw }: FastifyRequest): boolean {
  return headers.host === undefined && raw.httpVersion === '1.1';
}

function describePath(path: string): KnownPath {
  const methods = operations
    .filter((operation) => operation.path === path)
    .map(({ method }) => method);
  const withHead = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return {
    pattern: new RegExp(`^${basePath}${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`),
    allow: withHead.join(', '),
  };
}

/** Where a path that cannot be decoded is led: the router itself would answer it before any hook. */
export function routablePath(url: string): string {
  if (decodePath(url) !== undefined) return url;
  return pathOf(url).startsWith(`${basePath}/`) ? basePath : '/';
}

function decodePath(url: string): string | undefined {
  try {
    return decodeURI(pathOf(url));
  } catch {
    return undefined;
  }
}

/** The path alone, also of an address in absolute form. RFC 9112 section 3.2.2. */
function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
}

export default fp(unknownRoutes, { name: 'unknown-routes' });
