// The formats of texts where ajv-formats judges otherwise than the RFC.

import { isIPv6 } from 'node:net';
import addFormats from 'ajv-formats';

/** @see RFC 9562 section 4 */
export const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)t([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;
const { validate: isDate } = addFormats.default.get('date') as { validate(text: string): boolean };
const MINUTES_OF_DAY = 24 * 60;

/** @see RFC 3339 section 5.6 */
export function isDateTime(text: string): boolean {
  const [, date = '', hour, minute, second, sign = '+', hours = 0, minutes = 0] =
    DATE_TIME.exec(text) ?? [];
  if (!isDate(date)) return false;
  // A leap second is the last one of a day in UTC.
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
  const minuteOfDay = Number(hour) * 60 + Number(minute) - offset;
  return second !== '60' || (minuteOfDay + 1) % MINUTES_OF_DAY === 0;
}

const ESCAPED = '%[\\da-f]{2}';
const NAME = `(?:[\\w.~!$&'()*+,;=-]|${ESCAPED})*`;
const SEGMENT = `(?:[\\w.~!$&'()*+,;=:@-]|${ESCAPED})`;
const SEGMENT_WITHOUT_COLON = `(?:[\\w.~!$&'()*+,;=@-]|${ESCAPED})`;
const SEGMENTS = `(?:/${SEGMENT}*)*`;
const USER = `(?:[\\w.~!$&'()*+,;=:-]|${ESCAPED})*@`;
const AUTHORITY = `//(?:${USER})?(?:\\[(?<literal>[^\\]]*)\\]|${NAME})(?::\\d*)?${SEGMENTS}`;
const ABSOLUTE = `/(?:${SEGMENT}+${SEGMENTS})?`;
const END = `(?:\\?(?:${SEGMENT}|[/?])*)?(?:#(?:${SEGMENT}|[/?])*)?$`;
const SCHEME = '^[a-z][a-z\\d+.-]*:';
const URI = new RegExp(`${SCHEME}(?:${AUTHORITY}|${ABSOLUTE}|${SEGMENT}+${SEGMENTS}|)${END}`, 'i');
const RELATIVE = new RegExp(
  `^(?:${AUTHORITY}|${ABSOLUTE}|${SEGMENT_WITHOUT_COLON}+${SEGMENTS}|)${END}`,
  'i',
);
/** An address of a version that is yet to come. */
const FUTURE_ADDRESS = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

/** @see RFC 3986 section 3 */
export function isUri(text: string): boolean {
  return matches(URI, text);
}

/** @see RFC 3986 section 4.1 */
export function isUriReference(text: string): boolean {
  return matches(URI, text) || matches(RELATIVE, text);
}

function matches(form: RegExp, text: string): boolean {
  const found = form.exec(text);
  const literal = found?.groups?.literal;
  if (!found || literal === undefined) return found !== null;
  // Node accepts a zone, which a URI cannot have.
  return FUTURE_ADDRESS.test(literal) || (isIPv6(literal) && !literal.includes('%'));
}
