import type { IncomingMessage } from 'node:http';

/*
 * Bounds what a body costs that arrives in tiny parts. Node keeps each part as a buffer of its own, which takes
 * a hundred times the memory of a byte.
 */

/** How many parts a body may have, however small, and how many bytes each must have on average after that. */
const FREE_PARTS = 500;
const MIN_BYTES = 16;

/**
 * Merges the parts of a body that arrive together.
 *
 * @param cutOff called when there are too many tiny parts
 */
export function mergeChunks(request: IncomingMessage, cutOff: () => void) {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return;
  const push = request.push.bind(request);
  let parts: Buffer[] = [];
  let pendingBytes = 0;
  let byteCount = 0;
  let partCount = 0;
  let isCutOff = false;

  // What Node's parser calls for each part. It stops reading when this returns false.
  request.push = (part: Buffer | null) => {
    if (isCutOff) return false;
    if (part === null) {
      flush();
      return push(null);
    }
    partCount += 1;
    byteCount += part.length;
    if (partCount > FREE_PARTS && byteCount < partCount * MIN_BYTES) {
      isCutOff = true;
      parts = [];
      cutOff();
      return false;
    }
    // Most bodies are one part, after which there is nothing to wait for.
    if (part.length === Number(length)) return push(part);
    if (parts.length === 0) setImmediate(flush);
    parts.push(part);
    pendingBytes += part.length;
    return request.readableLength + pendingBytes < request.readableHighWaterMark;
  };

  function flush() {
    const [first] = parts;
    if (!first) return;
    push(parts.length === 1 ? first : Buffer.concat(parts));
    parts = [];
    pendingBytes = 0;
  }
}
