import { type MediaType, mediaTypeOf } from './media-types.ts';
import type { Response } from './operations.ts';
import { isSource, type Source } from './response-streams.ts';
import { type CompiledSchema, compileSchema } from './schemas.ts';

/*
 * Makes what a handler returns the body of a response: JSON, text, bytes, or lines of JSON.
 */

/** What a body becomes: all of it, or a source with what its pieces become. */
export type WrittenBody =
  | string
  | Uint8Array
  | undefined
  | { readonly source: Source; encode(piece: unknown): string | Uint8Array };

export interface ResponseBody {
  /** Undefined where the response has no body. */
  readonly contentType: string | undefined;
  /** What the contract does not allow of a body, in a sentence. The pieces of a source are not looked at. */
  check(body: unknown): string | undefined;
  /** @param body what was checked */
  write(body: unknown): WrittenBody;
}

type Schemas = Readonly<Record<string, object>>;

/** Fails with what the contract does not allow, in a sentence. */
export type Fail = (violation: string) => never;

const NO_BODY: ResponseBody = {
  contentType: undefined,
  check: (body) => (body === undefined ? undefined : 'The response has no body.'),
  write: () => undefined,
};

/** @throws when the response has a media type that cannot be written */
export function responseBody({ content }: Response, schemas: Schemas, fail: Fail): ResponseBody {
  if (!content || Object.keys(content).length === 0) return NO_BODY;
  const mediaType = mediaTypeOf(content);
  return WRITERS[mediaType.kind](mediaType, compile(mediaType, schemas), fail);
}

type CreateWriter = (mediaType: MediaType, compiled: CompiledSchema, fail: Fail) => ResponseBody;

const WRITERS: Readonly<Record<MediaType['kind'], CreateWriter>> = {
  json: ({ name }, compiled) => ({
    contentType: name,
    check: (body) => compiled.check(body)[0],
    write: (body) => compiled.write(body),
  }),
  text: ({ name }, compiled, fail) => ({
    contentType: `${name}; charset=utf-8`,
    check: (body) => (isSource(body) ? undefined : compiled.check(body)[0]),
    write: (body) =>
      isSource(body) ? { source: body, encode: textEncoder(fail) } : (body as string),
  }),
  bytes: ({ name }, _compiled, fail) => ({
    contentType: name,
    check: (body) => (isSource(body) ? undefined : 'The body must be bytes.'),
    write: (body) =>
      body instanceof Uint8Array ? body : { source: body as Source, encode: bytesEncoder(fail) },
  }),
  lines: ({ name }, compiled, fail) => ({
    contentType: name,
    check: (body) => (isSource(body) ? undefined : 'The body must be iterable, line by line.'),
    write: (body) => ({ source: body as Source, encode: lineEncoder(compiled, fail) }),
  }),
};

function textEncoder(fail: Fail) {
  return (piece: unknown) =>
    typeof piece === 'string' ? piece : fail('A piece of the body must be a string.');
}

function bytesEncoder(fail: Fail) {
  return (piece: unknown) =>
    piece instanceof Uint8Array ? piece : fail('A piece of the body must be bytes.');
}

function lineEncoder(compiled: CompiledSchema, fail: Fail) {
  let number = 0;
  return (piece: unknown) => {
    number += 1;
    const [violation] = compiled.check(piece);
    return violation === undefined
      ? `${compiled.write(piece)}\n`
      : fail(`line ${number}: ${violation}`);
  };
}

function compile({ schema }: MediaType, schemas: Schemas): CompiledSchema {
  return compileSchema(schema, {
    schemas,
    direction: 'response',
    source: 'json',
    noun: 'field',
  });
}
