// Tags of bodies (RFC 9110 section 8.8.3), and how a condition compares them.

import { hash } from 'node:crypto';

/** As many characters of a hash as make it unlikely that two bodies ever have the same tag. */
const TAG_LENGTH = 22;

/** A tag has all characters but a quote, blanks, and those that are not visible. */
const TAG = /(?:W\/)?"[!#-~\x80-\xff]*"/g;
/**
 * `*`, or tags with commas between them: a list may have empty elements.
 *
 * @see RFC 9110 section 5.6.1.2
 */
const CONDITION = /^(?![\t ,]*$)(?:\*|(?:[\t ,]|(?:W\/)?"[!#-~\x80-\xff]*"(?![\t ]*[^\t ,]))+)$/;

/** The strong tag of a body. SHA-256, which costs least of the hashes that nobody can collide. */
export function tagOf(body: string): string {
  return `"${hash('sha256', body, 'base64url').slice(0, TAG_LENGTH)}"`;
}

/** Whether a text is a list of tags, or `*`. */
export function isCondition(text: string): boolean {
  return CONDITION.test(text);
}

/** Whether a condition names a tag, as `If-Match` compares. @see RFC 9110 section 13.1.1 */
export function namesStrongly(condition: string, tag: string): boolean {
  return condition === '*' || tagsOf(condition).includes(tag);
}

/** Whether a condition names a tag, weak or not. @see RFC 9110 section 13.1.2 */
export function namesWeakly(condition: string, tag: string): boolean {
  return condition === '*' || tagsOf(condition).some((one) => one.replace(/^W\//, '') === tag);
}

/** The tags of a list. A tag may contain commas. */
function tagsOf(condition: string): string[] {
  return condition.match(TAG) ?? [];
}
