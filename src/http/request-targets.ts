import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Contract } from '../contract/index.ts';
import { type ApiError, malformedTarget, methodNotAllowed, pathNotFound } from '../errors/index.ts';

/*
 * Request targets: the path of a request, the form that the router gets, and the errors of paths
 * and methods that are not in the contract.
 */

/** The error of a request that no operation matches: path, method, or a malformed target. */
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

/** What most targets match: a path with no part empty or encoded, and a query. */
const PLAIN = /^(?:\/[\w.~-]+)+(?:\?[^#]*)?$/;
const EMPTY_PART = /\/(?:\/|$)/;
/** A path that no route has. */
const NOWHERE = '/*';

/**
 * Makes Fastify's option `rewriteUrl`, which returns what the router gets for a request target: the
 * path and the query, or a path that no operation has. The router itself would respond to a
 * malformed target, before any hook.
 *
 * The router also reads the query before any hook, at a cost for each parameter. So it gets at most
 * one parameter more than any operation takes: one too many is rejected as all of them would be.
 */
export function createUrlRewriter(
  contract: Contract,
): (request: { readonly url?: string | undefined }) => string {
  const { basePath } = contract;
  const templates = templatesOf(contract);
  // The path with the first parameters of the query, not counting empty ones.
  const beginning = new RegExp(`^[^?]*(?:\\?(?:&*[^&]+){0,${maxParameters(contract) + 1}})?`);

  function routablePath(target: string): string {
    const path = decodePath(target) ?? requestPath(target);
    const isOfApi = path.startsWith(`${basePath}/`);
    // In the API admission rejects a fragment.
    const url = readTarget(isOfApi ? target.replace(/#.*$/s, '') : target);
    // The router would take `*` for `/`.
    if (url === undefined || url === '*') return isOfApi ? basePath : NOWHERE;
    // The router would take `/things/` for `/things/{id}`.
    const isUnknown =
      isOfApi && EMPTY_PART.test(path) && !templates.some(({ pattern }) => pattern.test(path));
    return isUnknown ? basePath : url;
  }

  return ({ url = '' }) => {
    const [start = NOWHERE] = beginning.exec(PLAIN.test(url) ? url : routablePath(url)) ?? [];
    return start;
  };
}

/** How many query parameters an operation takes at most, with each value of a list. */
function maxParameters({ operations }: Contract): number {
  const counts = operations.map(({ schema }) => {
    let count = 0;
    for (const { type, maxItems } of Object.values(schema.querystring.properties)) {
      // Lint refuses a list in a query without its `maxItems`.
      count += type === 'array' ? Number(maxItems) : 1;
    }
    return count;
  });
  return Math.max(...counts);
}

/** The path that a request is for, without its query. The target may be in absolute form. */
export function requestPath(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
}

const ABSOLUTE = /^https?:\/\/([^/?#]+)(\/[^?#]*)?(\?[^#]*)?$/i;

/** The path with the query; undefined for a target that is malformed. @see RFC 9112 section 3.2 */
function readTarget(target: string): string | undefined {
  if (target.includes('#')) return undefined;
  const url = target.startsWith('/') || target === '*' ? target : originForm(target);
  return url !== undefined && decodePath(url) !== undefined ? url : undefined;
}

/** The origin form of an absolute target; undefined for any other. */
function originForm(target: string): string | undefined {
  const [, host, path = '/', query = ''] = ABSOLUTE.exec(target) ?? [];
  return host !== undefined && isHost(host) ? path + query : undefined;
}

/** The path as the router matches it; undefined if its encoding is malformed. */
function decodePath(target: string): string | undefined {
  try {
    return decodeURI(requestPath(target));
  } catch {
    return undefined;
  }
}

/** Without a comma, which a proxy may have put between two hosts. */
const HOST = /^(?:\[([\da-f:.]+)\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})+)(?::(\d{1,5})?)?$/i;
const MAX_PORT = 65_535;

/** Whether a text is a host, with or without a port, or empty. @see RFC 9110 section 7.2 */
export function isHost(text: string): boolean {
  if (text === '') return true;
  const match = HOST.exec(text);
  if (!match) return false;
  const [, ipv6, port = '0'] = match;
  return (ipv6 === undefined || isIPv6(ipv6)) && Number(port) <= MAX_PORT;
}
