import type { Readable } from 'node:stream';
import { bodyTooLarge, invalidJson } from './errors.ts';

/*
 * Request bodies that are read while they arrive: no faster than the handler takes them.
 */

const NEWLINE = 0x0a;

/** The bytes of a body. @throws body_too_large when there are more than the limit */
export async function* limitedBytes(body: Readable, limitBytes: number): AsyncGenerator<Buffer> {
  let count = 0;
  // A handler may stop reading, but its response still needs the connection.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    count += chunk.length;
    if (count > limitBytes) throw bodyTooLarge(limitBytes);
    yield chunk;
  }
}

/**
 * The lines of a body, each made a value.
 *
 * @param read makes a line a value; the first is number 1
 * @throws invalid_json when a line is empty
 */
export async function* linesOf<Line>(
  body: AsyncIterable<Buffer>,
  read: (line: Buffer, number: number) => Line,
): AsyncGenerator<Line> {
  let number = 0;
  for await (const line of splitLines(body)) {
    number += 1;
    if (line.toString().trim() === '') throw invalidJson(`line ${number} is empty.`);
    yield read(line, number);
  }
}

async function* splitLines(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  for await (const chunk of body) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      parts.push(chunk.subarray(start, end));
      yield Buffer.concat(parts);
      parts = [];
      start = end + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}
