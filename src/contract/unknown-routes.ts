import type { FastifyRequest } from 'fastify';
import { type ApiError, malformedTarget, methodNotAllowed, pathNotFound } from './errors.ts';
import type { Contract } from './operations.ts';
import { firstParameters, PLAIN, readTarget, requestPath } from './request-path.ts';

/*
 * Paths and methods that are not in the contract.
 */

/** The error of a request that no operation matches: path_not_found, method_not_allowed or malformed_request. */
export type UnknownRouteError = (request: FastifyRequest) => ApiError;

export function createUnknownRouteError(contract: Contract): UnknownRouteError {
  const templates = templatesOf(contract);
  return ({ method, originalUrl }) => {
    const url = readTarget(originalUrl);
    if (url === undefined) return malformedTarget;
    const path = decodeURI(requestPath(url));
    const known = templates.filter(({ pattern }) => pattern.test(path));
    if (known.length === 0) return pathNotFound;
    // A path can fit several templates, each with methods of its own.
    return methodNotAllowed(method, [...new Set(known.map(({ allow }) => allow))].join(', '));
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
 * Fastify's option `rewriteUrl`. Returns what the router gets for a request target: the path and the query, or
 * a path that no operation has. To a malformed target the router itself would respond, before any hook.
 *
 * The router reads the query before any hook, too, at a cost for each parameter. So it gets one more than
 * any operation takes, which is rejected as all of them would be.
 */
export function routablePaths(
  contract: Contract,
): (request: { readonly url?: string | undefined }) => string {
  const count = maxParameters(contract) + 1;
  const routablePath = routablePathsOf(contract);
  return ({ url = '' }) => firstParameters(routablePath(url), count);
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
    if (PLAIN.test(target)) return target;
    const path = requestPath(target);
    const isOfApi = path.startsWith(`${basePath}/`);
    // In the API admission rejects a fragment.
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
