import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file that is kept in memory as it is sent, since every reader gets the same bytes. */
export interface StaticFile {
  readonly type: string;
  readonly content: Buffer;
  readonly compressed: Buffer;
  /** Changes with the content. */
  readonly version: string;
}

/** For an address with the version in it, whose content never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'public, no-cache';

/** Prepares a file for sending. It is compressed off the main thread. */
export async function createStaticFile(
  type: string,
  content: string | Buffer,
): Promise<StaticFile> {
  const bytes = Buffer.from(content);
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  return { type, content: bytes, compressed: await promisify(gzip)(bytes), version };
}

/**
 * Sends a file, with gzip where the client accepts it, or 304 where the client has this version.
 *
 * @see RFC 9110 sections 12.5.3 and 13.1.2
 */
export function sendStaticFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile) {
  const { headers, query } = request;
  const etag = `W/"${file.version}"`;
  const isVersioned = (query as { v?: unknown }).v === file.version;
  reply.headers({
    'cache-control': isVersioned ? IMMUTABLE : REVALIDATE,
    etag,
    vary: 'accept-encoding',
  });
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  reply.type(file.type);
  if (!acceptsGzip(headers['accept-encoding'])) return reply.send(file.content);
  return reply.header('content-encoding', 'gzip').send(file.compressed);
}

/** Whether gzip is named, and not with the weight 0. */
function acceptsGzip(acceptEncoding: string | string[] | undefined): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(acceptEncoding));
}
