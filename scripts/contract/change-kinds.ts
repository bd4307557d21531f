import { keysOf } from './json.ts';

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
  ...['description', 'summary', 'title', 'externalDocs', 'tags', 'example', 'examples'],
  ...['deprecated', 'x-deprecated-since', 'x-sunset', 'x-successor', 'x-stability'],
  ...['x-pattern-message', 'bearerFormat'],
]);
/** What the scopes of an operation are compared by, as one text. */
export const SCOPES = 'x-required-scopes';
/** What lint refuses now, since it is no status: those that it stood for are declared by number. */
const OTHER_STATUSES = /\/responses\/default$/;
const DOCUMENTATION_TYPE = /^(?:Info|License|Contact|Tag|ExternalDocs|Example.*)$/;
const STABILITIES: readonly unknown[] = ['experimental', 'beta', 'stable'];

/** What a change means for clients. */
export function kindOf(change: RatedChange): 'breaking' | 'additive' | 'documentation' {
  const { impact, path, typeName, property = '' } = change;
  if (OTHER_STATUSES.test(path)) return 'additive';
  if (impact === 'major' || takesBack(change) || isNewSuccess(change)) return 'breaking';
  // Listed with the components is only what no operation uses.
  const isRead = DOCUMENTATION_TYPE.test(typeName) || DOCUMENTATION.has(property);
  return isRead || path.startsWith('#/components/') ? 'documentation' : 'additive';
}

/** Whether it takes back what clients were told to rely on. */
function takesBack({ typeName, kind, property = '', base, revision }: RatedChange): boolean {
  const [before, after] = [base?.value, revision?.value];
  if (property === 'readOnly' || property === 'writeOnly') return true;
  if (typeName === 'Discriminator' && kind === 'removed') return true;
  if (before === undefined) return false;
  if (typeName.startsWith('Discriminator') || property === 'default') return true;
  // Every key had the first ones: those that were made before have all scopes.
  if (property === SCOPES) return words(after).some((one) => !words(before).includes(one));
  if (property === 'x-sunset') return String(after) < String(before);
  if (property === 'x-stability') return STABILITIES.indexOf(after) < STABILITIES.indexOf(before);
  return typeName === 'Header' && property === 'required' && before === true;
}

const words = (text: unknown = '') => String(text).split(' ').filter(Boolean);

/** Clients have to tell it from the successes that they know. */
function isNewSuccess({ typeName, kind, path }: RatedChange): boolean {
  return typeName === 'Response' && kind === 'added' && /\/responses\/[23]\d\d$/.test(path);
}

/** Headers of every response that follow from an operation's keywords. */
const LIFECYCLE_HEADERS = ['X-Stability', 'Deprecation', 'Sunset'];

/** Whether a change of a response follows from one of the operation's keywords, which is listed itself. */
export function followsKeyword(pointer: string, hasTurned: (keys: readonly string[]) => boolean) {
  const keys = keysOf(pointer);
  const [root, , , part, status = '', , header = ''] = keys;
  if (root !== 'paths' || part !== 'responses') return false;
  if (LIFECYCLE_HEADERS.includes(header)) return true;
  return (status === '410' || header === 'Link') && hasTurned(keys.slice(0, 3));
}
