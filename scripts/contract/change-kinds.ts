import { SCOPES } from './comparable.ts';
import { asObject, follow, keysOf } from './json.ts';
import { FOR_READERS } from './schemas.ts';

/*
 * Which changes break a client. Redocly rates nearly all of them; the rest are promises that only
 * this contract makes.
 */

/** A change as `redocly diff` reports it. */
export interface RatedChange {
  /** Where the change is met first, as a JSON pointer. */
  readonly path: string;
  readonly typeName: string;
  readonly kind: 'added' | 'removed' | 'modified';
  readonly impact: 'major' | 'minor' | 'patch';
  readonly property?: string;
  readonly verdicts: readonly { readonly message: string }[];
  readonly base?: Side;
  readonly revision?: Side;
}

interface Side {
  readonly pointer: string;
  readonly value?: unknown;
}

/** What only people read. */
const DOCUMENTATION = new Set([
  ...FOR_READERS,
  'summary',
  'tags',
  'x-pattern-message',
  'x-deprecated-since',
  'x-sunset',
  'x-successor',
  'x-stability',
]);
/** What lint refuses now, since it is no status: those that it stood for are declared by number. */
const OTHER_STATUSES = /\/responses\/default$/;
const DOCUMENTATION_TYPE = /^(?:Info|License|Contact|Tag|ExternalDocs|Example.*)$/;
const NOTICE = /^#\/info\/x-notice\b/;
const STABILITIES: readonly unknown[] = ['experimental', 'beta', 'stable'];

/** A contract, as far as changes are rated by it. */
export interface Rating {
  readonly info: { readonly 'x-notice'?: Readonly<Record<string, number>> };
}

/**
 * What a change means for clients.
 *
 * @param newer the contract that it leads to, as it is compared
 * @param today the day from which a sunset counts as passed, such as `2030-12-05`
 */
export function kindOf(
  change: RatedChange,
  newer: Rating,
  today: string,
): 'breaking' | 'additive' | 'documentation' {
  const { impact, path, typeName, property = '' } = change;
  if (isOnlyRead(change)) return 'documentation';
  if (OTHER_STATUSES.test(path) || allowsMore(change)) return 'additive';
  if (property === 'x-sunset' && comesTooSoon(change, newer, today)) return 'breaking';
  if (impact === 'major' || takesBack(change) || isNewDemand(change, newer)) return 'breaking';
  const isRead = DOCUMENTATION_TYPE.test(typeName) || DOCUMENTATION.has(property);
  // Listed with the components is only what no operation uses.
  const isUnused = path.startsWith('#/components/');
  return isRead || isUnused || NOTICE.test(path) ? 'documentation' : 'additive';
}

/** Whether it is of a response, and not of a request. */
function isOfResponse(path: string): boolean {
  return keysOf(path)[3] === 'responses';
}

/** Whether it says nothing of what is sent or received. */
function isOnlyRead({ path, property }: RatedChange): boolean {
  if (property === 'bearerFormat') return true;
  return isOfResponse(path)
    ? property === 'default' || property === 'readOnly'
    : property === 'writeOnly';
}

/** Formats, each with one that has all of its values and more. */
const WIDER: Readonly<Record<string, string>> = { int32: 'int64', float: 'double' };

/** Whether requests may have more values than before, or responses fewer. */
function allowsMore({ path, property, base, revision }: RatedChange): boolean {
  const sides = [base?.value, revision?.value];
  const [fewer, more] = isOfResponse(path) ? sides.reverse() : sides;
  if (property === 'format') return more !== undefined && WIDER[String(fewer)] === more;
  return property === 'multipleOf' && Number(fewer) % Number(more) === 0;
}

/**
 * The earliest day that clients can accept as an operation's sunset: the one that they know, or the
 * end of the notice that the contract states, or tomorrow.
 */
export function earliestSunset(
  { base, revision }: RatedChange,
  newer: Rating,
  today: string,
): string {
  if (base?.value !== undefined) return String(base.value);
  const operation = asObject(follow(newer, keysOf(revision?.pointer ?? '').slice(0, 3)));
  const days = newer.info['x-notice']?.[String(operation['x-stability'])] || 1;
  return new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, today.length);
}

const DAY_MS = 86_400_000;

function comesTooSoon(change: RatedChange, newer: Rating, today: string): boolean {
  const sunset = change.revision?.value;
  return sunset !== undefined && String(sunset) < earliestSunset(change, newer, today);
}

/** Whether it takes back what clients were told to rely on. */
function takesBack({ path, typeName, kind, property = '', base, revision }: RatedChange): boolean {
  const before = base?.value;
  const after = revision?.value;
  if (property === 'readOnly' || property === 'writeOnly') return true;
  if (kind === 'removed' && (typeName === 'Discriminator' || NOTICE.test(path))) return true;
  if (kind === 'removed' && /\/properties\/[^/]+$/.test(path)) return !isOfResponse(path);
  // What is left out means something else from now on.
  if (property === 'default') return true;
  if (before === undefined) return false;
  if (typeName.startsWith('Discriminator')) return true;
  // Every key had the first ones: those that were made before have all scopes.
  if (property === SCOPES) return words(after).some((one) => !words(before).includes(one));
  if (property === 'x-stability') return STABILITIES.indexOf(after) < STABILITIES.indexOf(before);
  if (NOTICE.test(path)) return Number(after ?? 0) < Number(before);
  return typeName === 'Header' && property === 'required' && before === true;
}

const words = (text: unknown = '') => String(text).split(' ').filter(Boolean);

/** Whether clients have to send something new, or to tell a new success from those they know. */
function isNewDemand({ typeName, kind, path }: RatedChange, newer: Rating): boolean {
  if (kind !== 'added') return false;
  if (typeName === 'Response') return /\/responses\/[23]\d\d$/.test(path);
  return typeName === 'RequestBody' && asObject(follow(newer, keysOf(path))).required === true;
}

/** Headers of every response that follow from an operation's keywords. */
const LIFECYCLE_HEADERS = ['X-Stability', 'Deprecation', 'Sunset'];

/** Whether a change of a response follows from a keyword of the operation, itself listed. */
export function followsKeyword(
  pointer: string,
  hasTurned: (keys: readonly string[], keyword: string) => boolean,
) {
  const keys = keysOf(pointer);
  const [root, , , part, status = '', , header = ''] = keys;
  if (root !== 'paths' || part !== 'responses') return false;
  if (LIFECYCLE_HEADERS.includes(header)) return true;
  const operation = keys.slice(0, 3);
  const isLifecycle = status === '410' || header === 'Link';
  if (isLifecycle && hasTurned(operation, 'deprecated')) return true;
  return status === '403' && hasTurned(operation, SCOPES);
}
