import type { Content } from './operations.ts';

/** How a body is read and written: as JSON, text, bytes, or lines of JSON. */
export type BodyKind = 'json' | 'text' | 'bytes' | 'lines';

export interface MediaType {
  /** In lower case. */
  readonly name: string;
  readonly kind: BodyKind;
  readonly schema: object;
}

const KINDS: readonly (readonly [RegExp, BodyKind])[] = [
  [/^application\/(?:[^;\s]+\+)?json$/, 'json'],
  [/^text\/(?:plain|csv)$/, 'text'],
  [/^application\/octet-stream$/, 'bytes'],
  [/^application\/(?:x-ndjson|jsonl)$/, 'lines'],
];

/**
 * The one media type that a body can have.
 *
 * @throws when there is none, or more than one, or one that cannot be read and written
 */
export function mediaTypeOf(content: Content): MediaType {
  const [[given, { schema = {} }] = ['', {}], ...others] = Object.entries(content);
  const name = given.toLowerCase();
  const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1];
  if (others.length > 0) throw new Error('A body has one media type.');
  if (!kind) throw new Error(`The media type ${name || '(none)'} is not supported.`);
  return { name, kind, schema };
}

/** The media type that a Content-Type names, in lower case and without parameters. */
export function essenceOf(contentType: string): string {
  return contentType.replace(/;.*$/s, '').trim().toLowerCase();
}
