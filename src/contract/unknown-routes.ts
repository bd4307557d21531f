import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { malformedTarget, methodNotAllowed, pathNotFound } from './errors.ts';
import type { Contract } from './operations.ts';
import { firstParameters, isPlain, readTarget, requestPath } from './request-path.ts';

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
  // onRequest, so that the body is not read. OPTIONS can have a route, for preflights, but no operation.
  app.addHook('onRequest', (request, _reply, next) => {
    // One with a fragment was routed by what precedes it, for the headers of its operation.
    const isMalformed = request.originalUrl.includes('#');
    if (request.is404 || isMalformed || request.method === 'OPTIONS') rejectUnknownRoute(request);
    next();
  });
}

export function unknownRouteRejection(contract: Contract): RejectUnknownRoute {
  const templates = templatesOf(contract);
  return ({ method, originalUrl }) => {
    const url = readTarget(originalUrl);
    if (url === undefined) throw malformedTarget;
    const path = decodeURI(requestPath(url));
    const known = templates.filter(({ pattern }) => pattern.test(path));
    if (known.length === 0) throw pathNotFound;
    // A path can fit several templates, each with methods of its own.
    throw methodNotAllowed(method, [...new Set(known.map(({ allow }) => allow))].join(', '));
  };
}

/** Of each operation: the paths that its template fits, and the methods that it responds to. */
function templatesOf({ basePath, operations }: Contract) {
  return operations.map(({ path, method }) => {
    const literals = `${basePath}${path}`.split(/\{[^{}]+\}/);
    const escaped = literals.map((text) => text.replaceAll('.', '\\.')).join('[^/]+');
    return { pattern: new RegExp(`^${escaped}$`), allow: method === 'GET' ? 'GET, HEAD' : method };
  });
}

/**
 * Returns what the router gets for a request target: the path and the query, or a path that no operation
 * has. To a malformed target the router itself would respond, before any hook.
 *
 * The router reads the query before any hook, too, at a cost for each parameter. So it gets one more than
 * any operation takes, which is rejected as all of them would be.
 */
export function routablePaths(contract: Contract): (target: string) => string {
  const count = maxParameters(contract) + 1;
  const routablePath = routablePathsOf(contract);
  return (target) => firstParameters(routablePath(target), count);
}

/** How many query parameters an operation takes at most, with each value of a list. */
function maxParameters({ operations }: Contract): number {
  const counts = operations.map(({ schema }) => {
    let count = 0;
    for (const { type, maxItems } of Object.values(schema.querystring.properties)) {
      count += type === 'array' ? Number(maxItems ?? Number.POSITIVE_INFINITY) : 1;
    }
    return count;
  });
  return Math.max(...counts);
}

function routablePathsOf(contract: Contract): (target: string) => string {
  const { basePath } = contract;
  const templates = templatesOf(contract);
  return (target) => {
    if (isPlain(target)) return target;
    const path = requestPath(target);
    const isOfApi = path.startsWith(`${basePath}/`);
    // In the API a hook rejects a fragment.
    const url = readTarget(isOfApi ? target.replace(/#.*$/s, '') : target);
    // The router would take `*` for `/`.
    if (url === undefined || url === '*') return isOfApi ? basePath : NOWHERE;
    // The router would take `/pets/` for `/pets/{petId}`.
    const isUnknown =
      isOfApi && EMPTY_PART.test(path) && !templates.some(({ pattern }) => pattern.test(path));
    return isUnknown ? basePath : url;
  };
}

/** No route has it. */
const NOWHERE = '/*';
const EMPTY_PART = /\/(?:\/|$)/;

export default fp(unknownRoutes, { name: 'unknown-routes' });
