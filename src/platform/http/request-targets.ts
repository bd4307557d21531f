// The targets of requests: what the router gets of each, and the errors of paths and methods that no
// operation has.

import type { FastifyRequest } from 'fastify';
import type { Contract } from '../contract/index.ts';
import { type ApiError, errors } from '../errors/index.ts';
import { isHost } from './hosts.ts';

/** The error of a request that no operation matches: path, method, or a malformed target. */
export type UnknownRouteError = (request: FastifyRequest) => ApiError;

export function createUnknownRouteError(contracts: readonly Contract[]): UnknownRouteError {
  const templates = contracts.flatMap(templatesOf);
  return ({ method, originalUrl }) => {
    const { path, isMalformed, hasFragment } = readTarget(originalUrl);
    if (isMalformed || hasFragment) return errors.malformedTarget;
    const known = templates.filter(({ pattern }) => pattern.test(path));
    if (known.length === 0) return errors.pathNotFound;
    // A path can fit several templates, each with methods of its own.
    return errors.methodNotAllowed(
      method,
      [...new Set(known.map(({ allow }) => allow))].join(', '),
    );
  };
}

/** Of each operation: the paths that its template fits, and the methods that it responds to. */
function templatesOf({ operations }: Contract) {
  return operations.map(({ route, method }) => {
    const literals = route.split(/\{[^{}]+\}/).map((text) => text.replaceAll('.', '\\.'));
    return {
      pattern: new RegExp(`^${literals.join('[^/]+')}$`),
      /** The router takes `/things/` for `/things/{id}`. */
      routerPattern: new RegExp(`^${literals.join('[^/]*')}$`),
      allow: method === 'GET' ? 'GET, HEAD' : method,
    };
  });
}

/**
 * What most targets match: a path with no part empty or encoded, and a query. The router gets them
 * as they are: reading them saves an eighth of `401` in `npm run bench`.
 */
const PLAIN = /^(?:\/[\w.~-]+)+(?:\?[^#]*)?$/;
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
  contracts: readonly Contract[],
): (request: { readonly url?: string | undefined }) => string {
  const templates = contracts.flatMap(templatesOf);
  const maxCount = Math.max(...contracts.map(maxParameters)) + 1;
  // The path with the first parameters of the query, not counting empty ones.
  const beginning = new RegExp(`^[^?]*(?:\\?(?:&*[^&]+){0,${maxCount}})?`);

  function routableUrl(target: string): string {
    const { path, url, isMalformed, hasFragment } = readTarget(target);
    const api = contracts.find(({ basePath }) => path.startsWith(`${basePath}/`));
    // The router would take `*` for `/`.
    if (!api) return isMalformed || hasFragment || url === '*' ? NOWHERE : url;
    const isMistaken =
      templates.some(({ routerPattern }) => routerPattern.test(path)) &&
      !templates.some(({ pattern }) => pattern.test(path));
    // With a fragment it is still a request of its operation, which admission rejects.
    return isMalformed || isMistaken ? api.basePath : url;
  }

  return ({ url = '' }) => {
    const [start = NOWHERE] = beginning.exec(PLAIN.test(url) ? url : routableUrl(url)) ?? [];
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

/** A target in origin form or in absolute form. Any text matches. @see RFC 9112 section 3.2 */
const TARGET = /^(?:https?:\/\/(?<host>[^/?#]*))?(?<path>[^?#]*)(?<query>\?[^#]*)?(?<fragment>#)?/i;

/** @returns the decoded path, as far as it can be decoded, and the URL without host and fragment */
function readTarget(target: string) {
  const { host, path = '', query = '', fragment } = TARGET.exec(target)?.groups ?? {};
  const decoded = decode(path);
  const isWellFormed =
    host === undefined ? path.startsWith('/') || target === '*' : host !== '' && isHost(host);
  return {
    path: decoded ?? path,
    url: (path || '/') + query,
    isMalformed: decoded === undefined || !isWellFormed,
    hasFragment: fragment !== undefined,
  };
}

/** The path as the router matches it; undefined if its encoding is malformed. */
function decode(path: string): string | undefined {
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}
