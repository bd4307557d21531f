import { fullFormats } from 'ajv-formats/dist/formats.js';

/** @see RFC 3339 section 5.6 */
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d):(\d\d))$/i;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
/** Of each month. None is the first. */
const DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DATE_LENGTH = 10;
const MINUTES_PER_DAY = 24 * 60;
/** @see RFC 9562 section 4 */
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The formats of strings, and what a string of each is. */
export const STRING_FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['time', isTime],
  ['date-time', isDateTime],
  ['email', matches('email')],
  ['uri', matches('uri')],
  ['uri-reference', matches('uri-reference')],
  ['uuid', (text: string) => UUID.test(text)],
]);

function matches(name: 'email' | 'uri' | 'uri-reference'): (text: string) => boolean {
  const format = fullFormats[name];
  if (format instanceof RegExp) return (text) => format.test(text);
  // The others of these formats are functions of a string.
  return format as (text: string) => boolean;
}

function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  const isLeap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  const last = month === '02' && isLeap ? 29 : (DAYS[Number(month)] ?? 0);
  return Number(day) >= 1 && Number(day) <= last;
}

/** Second 60 is one only at the end of a day in UTC. */
function isTime(text: string): boolean {
  const [, hour, minute, second, sign, hours = 0, minutes = 0] = TIME.exec(text) ?? [];
  if (!(Number(hour) < 24 && Number(minute) < 60 && Number(hours) < 24 && Number(minutes) < 60)) {
    return false;
  }
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const inUtc = (Number(hour) * 60 + Number(minute) - offset + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  return Number(second) < (inUtc === MINUTES_PER_DAY - 1 ? 61 : 60);
}

function isDateTime(text: string): boolean {
  const separator = text.charAt(DATE_LENGTH);
  return (
    (separator === 'T' || separator === 't') &&
    isDate(text.slice(0, DATE_LENGTH)) &&
    isTime(text.slice(DATE_LENGTH + 1))
  );
}
