import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file as it is sent: made once, since every reader gets the same bytes. */
export interface PublishedFile {
  readonly type: string;
  readonly content: Buffer;
  readonly compressed: Buffer;
  /** Identifies the content. */
  readonly version: string;
}

/** The address of a file with its version in it never has other content. */
const FOREVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'public, no-cache';

/** Makes a file ready to be sent, compressing it off the main thread. */
export async function publishFile(type: string, content: string | Buffer): Promise<PublishedFile> {
  const bytes = Buffer.from(content);
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  return { type, content: bytes, compressed: await promisify(gzip)(bytes), version };
}

/**
 * Sends a file: compressed to whoever takes that, and not at all to whoever has it already.
 *
 * @see RFC 9110 sections 12.5.3 and 13.1.2
 */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: PublishedFile) {
  const { headers, query } = request;
  const etag = `W/"${file.version}"`;
  const isVersioned = (query as { v?: unknown }).v === file.version;
  reply.headers({
    'cache-control': isVersioned ? FOREVER : ASK_AGAIN,
    etag,
    vary: 'accept-encoding',
  });
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  reply.type(file.type);
  if (!takesGzip(headers['accept-encoding'])) return reply.send(file.content);
  return reply.header('content-encoding', 'gzip').send(file.compressed);
}

function takesGzip(accepted: string | string[] | undefined): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(accepted));
}
