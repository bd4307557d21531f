// The addresses in responses. Where a proxy serves this service below a prefix, they are relative.

import type { FastifyInstance } from 'fastify';
import type { Contract, Operation } from './operations.ts';

/** The headers that have addresses. */
const HEADERS = ['link', 'location', 'content-location'];
/** An absolute path, but not the address of another host. */
const ABSOLUTE_PATH = /^\/(?!\/)/;
/** Of a Link header: a text in quotes, or the beginning of a target that is an absolute path. */
const QUOTED_OR_TARGET = /"(?:[^"\\]|\\.)*"|<\/(?!\/)/gs;

/** The base addresses that clients use, each of which ends in a base path. */
export interface BaseUrls {
  readonly production: string | undefined;
  readonly staging: string | undefined;
}

/** Those of a contract, given those of any of the contracts that are served with it. */
export function baseUrlsOf(
  { basePath }: Contract,
  { production, staging }: BaseUrls,
  contracts: readonly Contract[],
): BaseUrls {
  const ownUrl = (url: string | undefined) => {
    const ending = contracts.find((one) => url?.endsWith(one.basePath))?.basePath ?? '';
    return url && url.slice(0, url.length - ending.length) + basePath;
  };
  return { production: ownUrl(production), staging: ownUrl(staging) };
}

/** Whether a proxy adds a prefix to the paths of the service. */
export function isPrefixed({ production, staging }: BaseUrls, { basePath }: Contract): boolean {
  const given = [production, staging].filter((url) => url !== undefined);
  return given.some((url) => new URL(url).pathname !== basePath);
}

/**
 * Makes the addresses in the responses of an application relative. A caller resolves them against
 * the address of its request, so they lead back to the host and the prefix that it used. The
 * service cannot know which of its base addresses that was, and any other may belong to another
 * application, which would get the API key.
 *
 * @see RFC 3986 section 5.2
 */
export function makeAddressesRelative(app: FastifyInstance): void {
  // onSend, since handlers, errors and the lifecycle of an operation have addresses.
  app.addHook('onSend', ({ url }, reply, _payload, next) => {
    const root = '../'.repeat(pathOf(url).split('/').length - 2) || './';
    for (const name of HEADERS) {
      const value = reply.getHeader(name);
      if (value !== undefined) reply.header(name, relative(name, String(value), root));
    }
    next();
  });
}

/** @param root leads from the address of the request to the root of the service */
function relative(name: string, value: string, root: string): string {
  if (name !== 'link') return value.replace(ABSOLUTE_PATH, root);
  return value.replaceAll(QUOTED_OR_TARGET, (found) => (found === '</' ? `<${root}` : found));
}

/** What stands in the place of the parameters in a path. */
export type PathParameters = Readonly<Record<string, string | number | bigint>>;

/** Returns a function that makes the address of an operation. It throws without a parameter. */
export function addressMaker({ route }: Pick<Operation, 'route'>) {
  return (parameters: PathParameters): string =>
    route.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
      const value = parameters[name];
      if (value === undefined) throw new Error(`${route} has no value for ${name}.`);
      return encodeURIComponent(String(value));
    });
}

/** The path of a request, without its query. @param url as the router gets it */
export function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path;
}
