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

/** What counts as breaking, in words. A test has a case of each. */
export const BREAKING: readonly string[] = [
  'an operation or path that is removed before its sunset, or has another operationId',
  'a parameter that is removed, added as required, becomes required, or has another style or explode',
  'a request body that is removed or becomes required, and another media type',
  'a success status that is added, and any status that is removed',
  'a response header that is removed or no longer required',
  'another security scheme, alternative or scope',
  'another server, lower stability, or an earlier sunset',
  'in requests: a field that is required, removed, or becomes readOnly; fewer types or values; narrower bounds',
  'in responses: a field that is removed, no longer required, or becomes writeOnly; more types or values; wider bounds',
  'another pattern, format, const or multipleOf, in the direction in which fewer or more values fit',
  'additionalProperties or unevaluatedProperties, in the same way',
  'a branch of oneOf or anyOf that is removed from a request or added to a response',
  'another discriminator, or a mapping that is removed or changed',
  'another default, or none',
];

const STABILITIES: readonly unknown[] = ['experimental', 'beta', 'stable'];

/** What only people read. */
const DOCUMENTATION = new Set([
  ...['description', 'summary', 'title', 'externalDocs', 'tags'],
  ...['deprecated', 'x-deprecated-since', 'x-sunset', 'x-successor', 'x-stability'],
  ...['x-pattern-message', 'bearerFormat'],
  // What these change is found by the fields of each message.
  ...['readOnly', 'writeOnly'],
]);
const DOCUMENTATION_TYPES = new Set(['Info', 'License', 'Contact', 'Tag', 'ExternalDocs']);

/** What a change means for clients. */
export function kindOf(change: RatedChange): 'breaking' | 'additive' | 'documentation' {
  if (change.impact === 'major' || takesBack(change) || isNewSuccess(change)) return 'breaking';
  return isDocumentation(change) ? 'documentation' : 'additive';
}

/** Whether it takes back what clients were told to rely on. */
function takesBack({ typeName, kind, property, base, revision }: RatedChange) {
  const [before, after] = [base?.value, revision?.value];
  if (typeName === 'Discriminator' && kind === 'removed') return true;
  if (before === undefined) return false;
  if (typeName.startsWith('Discriminator')) return true;
  if (property === 'default') return true;
  if (property === 'x-sunset') return String(after) < String(before);
  if (property === 'x-stability') return STABILITIES.indexOf(after) < STABILITIES.indexOf(before);
  return typeName === 'Header' && property === 'required' && before === true;
}

/** Clients have to tell it from the successes that they know. */
function isNewSuccess({ typeName, kind, path }: RatedChange) {
  return typeName === 'Response' && kind === 'added' && /\/responses\/[23]\d\d$/.test(path);
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
