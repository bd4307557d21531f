// Files that depend on the deployment. Each is made when it is first requested, since most
// instances never send one, and then kept in memory: an image may be read-only.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { memoize } from '../async/memoize.ts';

/** The codings, the preferred one first. */
const CODINGS = ['br', 'gzip', 'identity'] as const;
type Coding = (typeof CODINGS)[number];

/** The next quality takes ten times as long, which a reader would notice. */
const BROTLI = { params: { [zlib.BROTLI_PARAM_QUALITY]: 9 } };

/** Makes a text file. */
export type Create = () => string | Promise<string>;

/**
 * @param create makes the file
 * @param cacheControl who may store it
 * @returns a handler that sends it in the coding that the client prefers, or 304 where the client
 *   has it; `vary` are the request headers that the choice of the file depends on
 * @see RFC 9110 sections 12.5.3 and 13.1.2
 */
export function memoryFile(type: string, create: Create, cacheControl = 'public, no-cache') {
  const make = memoize(async () => {
    const bytes = Buffer.from(await create());
    const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
    // Off the main thread, when the first client asks for the coding.
    const content: Readonly<Record<Coding, () => Promise<Buffer>>> = {
      br: memoize(() => promisify(brotliCompress)(bytes, BROTLI)),
      gzip: memoize(() => promisify(gzip)(bytes)),
      identity: async () => bytes,
    };
    // Weak, since the bytes differ by coding.
    return { etag: `W/"${digest}"`, content };
  });

  return async (request: FastifyRequest, reply: FastifyReply, ...vary: readonly string[]) => {
    const { etag, content } = await make();
    reply.headers({
      vary: [...vary, 'accept-encoding'].join(', '),
      'cache-control': cacheControl,
      etag,
    });
    if (isListed(etag, request.headers['if-none-match'])) return reply.code(304).send();
    const coding = preferredCoding(request);
    if (coding !== 'identity') reply.header('content-encoding', coding);
    return reply.type(type).send(await content[coding]());
  };
}

/** `identity` where the client accepts no coding. @see RFC 9110 section 12.5.3 */
function preferredCoding(request: FastifyRequest): Coding {
  // The types of Negotiator lack the second parameter, and return any string.
  const negotiator = new Negotiator(request) as unknown as {
    encoding(available: typeof CODINGS, options: { preferred: typeof CODINGS }): Coding | undefined;
  };
  return negotiator.encoding(CODINGS, { preferred: CODINGS }) ?? 'identity';
}

/** Whether `If-None-Match` names an entity tag, weak or not. @see RFC 9110 section 13.1.2 */
function isListed(etag: string, ifNoneMatch = ''): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').map(opaque).includes(opaque(etag));
}
