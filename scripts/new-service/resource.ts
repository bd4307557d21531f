// The first resource of a new service: the forms of its name, and the names that cannot be one.

/** Every form of the name of a resource that its files need. */
export interface Resource {
  /** Words with hyphens, in paths, tags, scopes and the names of files. */
  readonly singular: string;
  readonly plural: string;
}

/** Words whose plural no rule makes. */
const IRREGULAR =
  /(?:[^f]fe?|child|person|^ox|foot|tooth|goose|mouse|louse|man|[^s]s|[^aeiou]o|sheep|fish|deer|series)$/;
const NAME = /^[a-z]+(?:-[a-z]+)*$/;
const MAX_LENGTH = 30;

/** @throws one line if the rules do not give the plural of a word */
function pluralOf(singular: string): string {
  if (IRREGULAR.test(singular)) {
    throw new Error(`The plural of ${singular} follows no rule: add --plural PLURAL.`);
  }
  if (/[^aeiou]y$/.test(singular)) return singular.replace(/y$/, 'ies');
  return /(?:ss|x|z|ch|sh)$/.test(singular) ? `${singular}es` : `${singular}s`;
}

/**
 * @param ofPlatform the names that the platform has already
 * @throws one line for a name that cannot be one, or is taken
 */
export function readResource(
  singular: string,
  givenPlural: string | undefined,
  ofPlatform: ReadonlySet<string>,
): Resource {
  expectName(singular);
  const plural = givenPlural ?? pluralOf(singular);
  expectName(plural);
  if (plural === singular) throw new Error(`The plural of ${singular} must be another word.`);
  const resource = { singular, plural };
  const forms = Object.values(formsOf(resource));
  const taken =
    forms.find((form) => RESERVED.has(form)) ??
    madeNames(resource).find((name) => ofPlatform.has(name));
  if (taken === undefined) return resource;
  throw new Error(`${taken} is a name of the platform or of the code: choose another resource.`);
}

/** What templates call the tables, and the parts of the contract. */
function madeNames(resource: Resource): string[] {
  const { paperClip, PaperClip, PaperClips, paper_clip, paper_clips, ...forms } = formsOf(resource);
  return [
    paper_clips,
    `${paper_clip}_not_found`,
    forms['paper-clips'],
    `/${forms['paper-clips']}`,
    paperClip,
    PaperClip,
    PaperClips,
    ...['Id', 'Name', 'Status', 'Change', 'NotFound'].map((part) => PaperClip + part),
    ...['New', 'create', 'get', 'update', 'remove'].map((part) => part + PaperClip),
    `list${PaperClips}`,
  ];
}

function expectName(name: string): void {
  if (NAME.test(name) && name.length <= MAX_LENGTH) return;
  throw new Error(
    `${name} is no name of a resource: write up to ${MAX_LENGTH} small letters, and hyphens between words.`,
  );
}

/** The forms that templates use, by their placeholders. */
export function formsOf({ singular, plural }: Resource) {
  const words = singular.replaceAll('-', ' ');
  return {
    'paper-clip': singular,
    'paper-clips': plural,
    paper_clip: singular.replaceAll('-', '_'),
    paper_clips: plural.replaceAll('-', '_'),
    paperClip: camelCase(singular),
    paperClips: camelCase(plural),
    PaperClip: capitalized(camelCase(singular)),
    PaperClips: capitalized(camelCase(plural)),
    'paper clip': words,
    'paper clips': plural.replaceAll('-', ' '),
    'Paper clip': capitalized(words),
    'a paper clip': `${/^(?:[aeio]|u(?!ni|s))/.test(words) ? 'an' : 'a'} ${words}`,
  } as const;
}

function camelCase(name: string): string {
  return name.replaceAll(/-(.)/g, (_all, letter: string) => letter.toUpperCase());
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** In one of its forms, none of these can be a resource. */
const RESERVED: ReadonlySet<string> = new Set(
  [
    // Words of the platform that no list of its names has.
    'health healthz readyz metric metrics docs mcp well-known',
    // Files of src/store, and names that the code of a resource has already.
    'handler handlers error errors index indexes indices seed seeds job jobs setting settings',
    'query queries store stores page pages contract contracts database databases service services',
    'request requests reply replies body bodies value values row rows list lists id ids name names',
    'status statuses sort sorts table tables filter filters',
    // Types of the generated client.
    'client clients api-error api-errors call calls call-option call-options client-option',
    'client-options full-response full-responses page-parameters one-of',
    // Words of SQL that cannot name a table by themselves.
    'references analyses cases',
    // Types and values of JavaScript.
    'array arrays big-int boolean buffer data-view date function functions intl iterator iterators',
    'json map math number numbers object objects partial pick omit promise proxy readonly record',
    'reflect reg-exp required set string strings symbol symbols type types weak-map weak-ref',
    'weak-set arguments eval undefined nan infinity globalthis process prisma prisma-client',
    // Reserved words of TypeScript and JavaScript.
    'abstract any as async await break case catch class const constructor continue debugger declare',
    'default delete do else enum export extends false finally for from get goto if implements import',
    'in instanceof interface is let module namespace never new null of operator override package',
    'private protected public return satisfies static super switch this throw true try typeof unique',
    'unknown using var void while with yield',
  ]
    .join(' ')
    .split(' ')
    .flatMap((word) => [word, word.replaceAll('-', '_'), camelCase(word)]),
);
