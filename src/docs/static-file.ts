import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notAcceptable } from '../contract/index.ts';
import { memoize } from './memoize.ts';
import { type Coding, preferredCoding } from './negotiation.ts';

/** A file that is kept in memory as it is sent, since every reader gets the same bytes. */
export interface StaticFile {
  readonly type: string;
  readonly content: Readonly<Record<Coding, () => Promise<Buffer>>>;
  /** Changes with the content. */
  readonly version: string;
}

/** For an address with the version in it, whose content never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'public, no-cache';
/** The highest that takes no longer than a reader would notice: the next one takes ten times as long. */
const BROTLI_QUALITY = 9;

/** Prepares a file for sending. It is compressed off the main thread, when the first client asks for that. */
export function createStaticFile(type: string, content: string | Buffer): StaticFile {
  const bytes = Buffer.from(content);
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  return {
    type,
    version,
    content: {
      br: memoize(() => compressWithBrotli(bytes)),
      gzip: memoize(() => promisify(gzip)(bytes)),
      identity: async () => bytes,
    },
  };
}

function compressWithBrotli(bytes: Buffer): Promise<Buffer> {
  const params = {
    [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
    [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return promisify(brotliCompress)(bytes, { params });
}

/**
 * Sends a file in the coding that the client prefers, or 304 where the client has this version.
 *
 * @param vary the request headers that the choice of the file depends on
 * @throws not_acceptable
 * @see RFC 9110 sections 12.5.3 and 13.1.2
 */
export async function sendStaticFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  ...vary: readonly string[]
) {
  const { headers, query } = request;
  reply.header('vary', [...vary, 'accept-encoding'].join(', '));
  const coding = preferredCoding(headers['accept-encoding']?.toString());
  if (!coding) throw notAcceptable;
  // Weak, since the bytes differ by coding.
  const etag = `W/"${file.version}"`;
  const isVersioned = (query as { v?: unknown }).v === file.version;
  reply.headers({ 'cache-control': isVersioned ? IMMUTABLE : REVALIDATE, etag });
  if (isListed(etag, headers['if-none-match'])) return reply.code(304).send();
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.type(file.type).send(await file.content[coding]());
}

/** Whether `If-None-Match` names an entity tag, weak or not. @see RFC 9110 section 13.1.2 */
function isListed(etag: string, ifNoneMatch = ''): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').map(opaque).includes(opaque(etag));
}
