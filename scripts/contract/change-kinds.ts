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
  readonly file: string;
  readonly pointer: string;
  readonly line: number;
  readonly col: number;
  readonly value?: unknown;
}

const STABILITIES: readonly unknown[] = ['experimental', 'beta', 'stable'];

/** What only people read. */
const DOCUMENTATION = new Set([
  ...['description', 'summary', 'title', 'externalDocs', 'tags'],
  ...['deprecated', 'x-deprecated-since', 'x-sunset', 'x-successor', 'x-stability'],
  ...['x-pattern-message', 'bearerFormat'],
]);
const DOCUMENTATION_TYPES = new Set(['Info', 'License', 'Contact', 'Tag', 'ExternalDocs']);

/** What a change means for clients. */
export function kindOf(change: RatedChange): 'breaking' | 'additive' | 'documentation' {
  if (change.impact === 'major' || takesBack(change)) return 'breaking';
  return isDocumentation(change) ? 'documentation' : 'additive';
}

/** Whether it takes back what clients were told to rely on. */
function takesBack({ typeName, property, base, revision }: RatedChange) {
  const [before, after] = [base?.value, revision?.value];
  if (before === undefined) return false;
  if (property === 'default') return true;
  if (property === 'x-sunset') return String(after) < String(before);
  if (property === 'x-stability') return STABILITIES.indexOf(after) < STABILITIES.indexOf(before);
  return typeName === 'Header' && property === 'required' && before === true;
}

function isDocumentation({ path, typeName, property }: RatedChange) {
  // Listed with the components is only what no operation uses.
  if (path.startsWith('#/components/')) return true;
  return DOCUMENTATION_TYPES.has(typeName) || DOCUMENTATION.has(property ?? '');
}

/** Headers of every response that follow from an operation's keywords. */
const LIFECYCLE_HEADERS = ['X-Stability', 'Deprecation', 'Sunset'];

/**
 * Whether a change of a response follows from one of the operation's keywords, which is listed.
 *
 * @param keys where the change is
 * @param isDeprecated whether the operation is deprecated, before and after
 */
export function followsKeyword(
  keys: readonly string[],
  isDeprecated: readonly [before: boolean, after: boolean],
): boolean {
  const [root, , , part, status = '', , header = ''] = keys;
  if (root !== 'paths' || part !== 'responses') return false;
  if (LIFECYCLE_HEADERS.includes(header)) return true;
  return isDeprecated[0] !== isDeprecated[1] && (status === '410' || header === 'Link');
}
