import { preconditionFailed } from './errors.ts';

/*
 * Conditional requests: what a client has read is identified by an entity tag, and the client says
 * which one it expects.
 *
 * RFC 9110 sections 8.8.3 and 13.1
 */

const OPAQUE = /^[\x21\x23-\x7e\x80-\xff]*$/;
/** An element of a list of entity tags. What is no entity tag ends the list. */
const LISTED = /[ \t,]*(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,|$)/y;

/**
 * The strong entity tag of a representation.
 *
 * @param version changes whenever a byte of the representation does, such as a hash of it
 * @throws a RangeError when the version has a character that an entity tag cannot have
 */
export function entityTag(version: string): string {
  if (OPAQUE.test(version)) return `"${version}"`;
  throw new RangeError(`An entity tag cannot contain ${JSON.stringify(version)}.`);
}

/**
 * Whether `If-Match` or `If-None-Match` names an entity tag.
 *
 * @param headerValue undefined when the header was not sent, which names none
 * @param tag the current one; undefined when there is no representation, which nothing names
 * @param weak whether weak entity tags count: for `If-None-Match` only
 */
export function matchesTag(
  headerValue: string | undefined,
  tag: string | undefined,
  { weak }: { readonly weak: boolean },
): boolean {
  if (headerValue === undefined || tag === undefined) return false;
  if (headerValue.trim() === '*') return true;
  const isWeak = tag.startsWith('W/');
  const opaque = isWeak ? tag.slice(2) : tag;
  if (isWeak && !weak) return false;
  return listedTags(headerValue).some((listed) => {
    return listed.opaque === opaque && (weak || !listed.isWeak);
  });
}

/**
 * Rejects a change of something that is no longer what the client has read.
 *
 * @param ifMatch the request's `If-Match`; undefined allows any change
 * @param tag the current entity tag; undefined when there is nothing to change
 * @throws precondition_failed
 */
export function assertMatch(ifMatch: string | undefined, tag: string | undefined): void {
  if (ifMatch !== undefined && !matchesTag(ifMatch, tag, { weak: false })) throw preconditionFailed;
}

function listedTags(list: string) {
  const tags: { isWeak: boolean; opaque: string | undefined }[] = [];
  const pattern = new RegExp(LISTED);
  for (let found = pattern.exec(list); found; found = pattern.exec(list)) {
    tags.push({ isWeak: found[1] !== undefined, opaque: found[2] });
  }
  return tags;
}
