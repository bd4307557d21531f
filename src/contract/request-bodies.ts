import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  bodyRequired,
  bodyTooLarge,
  invalidBody,
  unsupportedCharset,
  unsupportedCoding,
  unsupportedMediaType,
} from './errors.ts';
import { readJson } from './json-bodies.ts';
import { essenceOf, type MediaType, mediaTypeOf } from './media-types.ts';
import type { Operation } from './operations.ts';
import { limitedBytes, linesOf } from './request-streams.ts';
import { type CompiledSchema, compileSchema } from './schemas.ts';

/*
 * Reads the request bodies of the operations: JSON, text, bytes, or lines of JSON. A body of another
 * media type is rejected before it is read.
 */

type Schemas = Readonly<Record<string, object>>;

const OTHER_CHARSET = /;\s*charset=(?!"?utf-8"?\s*(?:;|$))/i;
const BUFFERED = /^(?:application\/(?:[^;\s]+\+)?json|text\/(?:plain|csv))\b/;
const STREAMED = ['application/octet-stream', 'application/x-ndjson', 'application/jsonl'];

/** Has bodies read as bytes, or left as streams. What they mean depends on the operation. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(BUFFERED, { parseAs: 'buffer' }, (_request, bytes, done) => {
    done(null, bytes);
  });
  app.addContentTypeParser(STREAMED, (_request, payload, done) => done(null, payload));
  // Only an absent body has another type here.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}

/**
 * Returns what rejects a request by its headers, before its body is read.
 *
 * @returns a function that throws unsupported_media_type, body_too_large or invalid_body, if there is anything to reject
 */
export function bodyGuard({
  requestBody,
  method,
}: Operation): ((request: FastifyRequest) => void) | undefined {
  if (!requestBody) {
    // Node discards the body of a GET.
    if (method === 'GET') return undefined;
    return ({ headers }) => {
      if (announcesBody(headers)) throw invalidBody('The request must not have a body.');
    };
  }
  const { name } = mediaTypeOf(requestBody.content);
  return ({ headers, routeOptions }) => {
    const { 'content-type': type = '', 'content-encoding': coding = 'identity' } = headers;
    if (type === '' && !announcesBody(headers)) return;
    if (essenceOf(type) !== name) throw unsupportedMediaType(name);
    if (OTHER_CHARSET.test(type)) throw unsupportedCharset;
    if (coding.toLowerCase() !== 'identity') throw unsupportedCoding;
    const { bodyLimit } = routeOptions;
    if (Number(headers['content-length']) > bodyLimit) throw bodyTooLarge(bodyLimit);
  };
}

/** Whether a body follows these headers that is not empty. */
export function announcesBody(headers: FastifyRequest['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Returns what makes the body of a request what its handler gets.
 *
 * @returns a function that returns or throws invalid_body, or throws invalid_json
 */
export function bodyReader(
  { requestBody }: Operation,
  schemas: Schemas,
): (request: FastifyRequest) => unknown {
  if (!requestBody) return () => undefined;
  const mediaType = mediaTypeOf(requestBody.content);
  const read = READERS[mediaType.kind](mediaType, schemas);
  const { required = false } = requestBody;
  return (request) => {
    const { body } = request;
    const isEmpty = body === undefined || (Buffer.isBuffer(body) && body.length === 0);
    if (!isEmpty || (body !== undefined && mediaType.kind === 'text')) return read(request);
    if (!required) return undefined;
    throw bodyRequired;
  };
}

type CompileReader = (
  mediaType: MediaType,
  schemas: Schemas,
) => (request: FastifyRequest) => unknown;

const READERS: Readonly<Record<MediaType['kind'], CompileReader>> = {
  json: ({ schema }, schemas) => {
    const compiled = compile(schema, schemas);
    return ({ body }) => readValue(compiled, readJson(body as Buffer));
  },
  text: ({ schema }, schemas) => {
    const compiled = compile(schema, schemas);
    return ({ body }) => readValue(compiled, readText(body as Buffer));
  },
  bytes: () => limitedBody,
  lines: ({ schema }, schemas) => {
    const compiled = compile(schema, schemas);
    return (request) =>
      linesOf(limitedBody(request), (line, number) => {
        const value = readJson(line, `line ${number}`);
        const violations = compiled.check(value);
        if (violations.length > 0) throw invalidBody(`line ${number}: ${violations.join(' ')}`);
        return compiled.read(value);
      });
  },
};

function compile(schema: object, schemas: Schemas): CompiledSchema {
  return compileSchema(schema, {
    schemas,
    direction: 'request',
    source: 'json',
    noun: 'field',
    // So that whoever has sent it can correct all of it at once.
    allErrors: true,
  });
}

function readValue(compiled: CompiledSchema, value: unknown): unknown {
  const violations = compiled.check(value);
  if (violations.length === 0) return compiled.read(value);
  return value === null ? bodyRequired : invalidBody(violations.join(' '));
}

function readText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw invalidBody('The body is not valid UTF-8.');
  return bytes.toString();
}

function limitedBody({ body, routeOptions }: FastifyRequest): AsyncGenerator<Buffer> {
  // The parser has left it as it came.
  return limitedBytes(body as IncomingMessage, routeOptions.bodyLimit);
}
