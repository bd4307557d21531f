import { SCOPES } from './comparable.ts';
import { asObject, follow, keysOf } from './json.ts';
import { FOR_READERS } from './schemas.ts';

/*
 * Which changes break a client. Redocly rates nearly all changes. The rest is about promises that
 * only this contract makes.
 */

/** A change as `redocly diff` reports it. */
export interface RatedChange {
  /** The first place of the change, as a JSON pointer. */
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

/** Keywords that only people read. */
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
/** A response that older contracts have, where this one declares each status by number. */
const DEFAULT_RESPONSE = /\/responses\/default$/;
const DOCUMENTATION_TYPE = /^(?:Info|License|Contact|Tag|ExternalDocs|Example.*)$/;
const NOTICE = /^#\/info\/x-notice\b/;
const STABILITIES: readonly unknown[] = ['experimental', 'beta', 'stable'];

/** The part of a contract that changes are rated by. */
interface Rating {
  readonly info: { readonly 'x-notice'?: Readonly<Record<string, number>> };
}

/**
 * What a change means for clients.
 *
 * @param newer the newer contract, in the form that is compared
 * @param today the day from which a sunset counts as passed, such as `2030-12-05`
 */
export function kindOf(
  change: RatedChange,
  newer: Rating,
  today: string,
): 'breaking' | 'additive' | 'documentation' {
  const { impact, path, typeName, property = '' } = change;
  if (isOnlyRead(change)) return 'documentation';
  if (DEFAULT_RESPONSE.test(path) || allowsMore(change)) return 'additive';
  if (property === 'x-sunset' && comesTooSoon(change, newer, today)) return 'breaking';
  if (impact === 'major' || takesBack(change) || isNewDemand(change, newer)) return 'breaking';
  const isRead = DOCUMENTATION_TYPE.test(typeName) || DOCUMENTATION.has(property);
  // Redocly reports a change at a component only if no operation uses the component.
  const isUnused = path.startsWith('#/components/');
  return isRead || isUnused || NOTICE.test(path) ? 'documentation' : 'additive';
}

/** Whether a place is in a response, and not in a request. */
function isOfResponse(path: string): boolean {
  return keysOf(path)[3] === 'responses';
}

function isOfHeader(path: string): boolean {
  return isOfResponse(path) && keysOf(path)[5] === 'headers';
}

/** Whether a change concerns nothing that is sent or received. */
function isOnlyRead({ path, property }: RatedChange): boolean {
  if (property === 'bearerFormat') return true;
  return isOfResponse(path)
    ? property === 'default' || property === 'readOnly'
    : property === 'writeOnly';
}

/** Formats of integers, each of which allows all values of the one before. */
const INTEGER_FORMATS: readonly unknown[] = ['int32', undefined, 'int64'];

/** Whether requests can have more values than before, or responses fewer. */
function allowsMore({ path, property, base, revision }: RatedChange): boolean {
  const sides = [base?.value, revision?.value];
  const [fewer, more] = isOfResponse(path) ? sides.reverse() : sides;
  if (property === 'format') return isWider(more, fewer);
  return property === 'multipleOf' && Number(fewer) % Number(more) === 0;
}

/** Whether an integer of a format can have more values than one of another format. */
function isWider(format: unknown, other: unknown): boolean {
  const least = INTEGER_FORMATS.indexOf(other);
  return least !== -1 && INTEGER_FORMATS.indexOf(format) > least;
}

function isResized(before: unknown, after: unknown): boolean {
  return isWider(before, after) || isWider(after, before);
}

/**
 * The earliest sunset that does not break clients: the sunset that they know, or the end of the
 * notice that the contract states, or tomorrow.
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

/** Whether a change breaks a promise of the older contract. */
function takesBack({ path, typeName, kind, property = '', base, revision }: RatedChange): boolean {
  const before = base?.value;
  const after = revision?.value;
  if (property === 'readOnly' || property === 'writeOnly') return true;
  if (kind === 'removed' && NOTICE.test(path)) return true;
  if (kind === 'removed' && /\/properties\/[^/]+$/.test(path)) return !isOfResponse(path);
  // A request without the field now means something else.
  if (property === 'default') return true;
  if (property === 'format' && isResized(before, after)) {
    // A header is text: readers that make a number of it have chosen its size already.
    return before !== undefined || !isOfHeader(path);
  }
  if (before === undefined) return false;
  if (typeName.startsWith('Discriminator')) return true;
  // The first scopes break nobody: keys that were created before have all scopes.
  if (property === SCOPES) return words(after).some((one) => !words(before).includes(one));
  if (property === 'x-stability') return STABILITIES.indexOf(after) < STABILITIES.indexOf(before);
  if (NOTICE.test(path)) return Number(after ?? 0) < Number(before);
  return typeName === 'Header' && property === 'required' && before === true;
}

const words = (text: unknown = '') => String(text).split(' ').filter(Boolean);

/** Whether clients have to send a new body, or to handle a new status of a success. */
function isNewDemand({ typeName, kind, path }: RatedChange, newer: Rating): boolean {
  if (kind !== 'added') return false;
  if (typeName === 'Response') return /\/responses\/[23]\d\d$/.test(path);
  return typeName === 'RequestBody' && asObject(follow(newer, keysOf(path))).required === true;
}

/** Headers of every response that are derived from the operation's keywords. */
const LIFECYCLE_HEADERS = ['X-Stability', 'Deprecation', 'Sunset'];

/**
 * Whether a change of a response is derived from a keyword of the operation, whose own change is
 * listed.
 *
 * @param isToggled whether only one of the contracts has a keyword
 */
export function followsKeyword(
  pointer: string,
  isToggled: (keys: readonly string[], keyword: string) => boolean,
) {
  const keys = keysOf(pointer);
  // Such as `paths`, `/pets`, `get`, `responses`, `404`, `headers`, `Link`.
  const [root, , , part, status = '', , header = ''] = keys;
  if (root !== 'paths' || part !== 'responses') return false;
  if (LIFECYCLE_HEADERS.includes(header)) return true;
  const operation = keys.slice(0, 3);
  const isLifecycle = status === '410' || header === 'Link';
  if (isLifecycle && isToggled(operation, 'deprecated')) return true;
  return status === '403' && isToggled(operation, SCOPES);
}
