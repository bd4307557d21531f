/** What is wrong with a value, and where in it. */
export interface Violation {
  readonly path: readonly string[];
  /** The rest of a sentence that begins with the name of the field, without the full stop. */
  readonly message: string;
  /** The types that the value may have, where it has none of them. */
  readonly types?: readonly string[];
}

/** None when the value is valid. */
export type Violations = readonly Violation[] | undefined;

/** How one value is checked. */
export interface Run {
  /** Whether to continue after the first violation. */
  readonly isThorough: boolean;
  /** Whether a property that the schema does not name is a violation. In a response it is left out. */
  readonly isStrict: boolean;
  /** What was found out about a part of the value, so that no part is checked twice by one schema. */
  readonly memory: Memory;
}

/** Made when there is something to remember, which most values do not need. */
interface Memory {
  found?: Map<object, Map<object, unknown>>;
}

export function createRun(mode: Pick<Run, 'isThorough' | 'isStrict'>): Run {
  return { isThorough: mode.isThorough, isStrict: mode.isStrict, memory: {} };
}

export type Check = (value: unknown, run: Run) => Violations;

const MAX_VIOLATIONS = 20;
const MAX_NAME_LENGTH = 64;

export function violation(message: string): NonNullable<Violations> {
  return [{ path: [], message }];
}

/** The violation of a value that has none of these types. */
export function mismatch(types: readonly string[]): NonNullable<Violations> {
  return [{ path: [], message: `must be ${orList(types.map(withArticle))}`, types }];
}

/** Names as in `a, b or c`. */
export function orList(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function withArticle(type: string) {
  if (type === 'null') return type;
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** The violations of a part, seen from what it is a part of. */
export function within(name: string | number, violations: Violations): Violations {
  return violations?.map(({ path, message }) => ({ path: [String(name), ...path], message }));
}

/** Runs checks one after the other, up to the first violation unless the run is thorough. */
export function checkAll(checks: readonly Check[]): Check {
  const [only, second] = checks;
  if (only && !second) return only;
  return (value, run) => {
    let found: Violations;
    for (const check of checks) {
      found = join(found, check(value, run));
      if (found && isEnough(found, run)) break;
    }
    return found;
  };
}

/** The violations found before, and those found now. */
export function join(found: Violations, more: Violations): Violations {
  return found && more ? [...found, ...more] : (found ?? more);
}

/** Whether one is enough, or there are so many that more are no help. */
export function isEnough(found: NonNullable<Violations>, { isThorough }: Run): boolean {
  return !isThorough || found.length >= MAX_VIOLATIONS;
}

/** Checks one name after the other, up to the first violation unless the run is thorough. */
export function checkNames(
  names: readonly string[],
  run: Run,
  check: (name: string) => Violations,
): Violations {
  let found: Violations;
  for (const name of names) {
    const more = check(name);
    if (!more) continue;
    found = join(found, within(name, more));
    if (found && isEnough(found, run)) break;
  }
  return found;
}

/** Finds something out about a part of the value once in a run. A primitive is looked at each time. */
export function remember<Result>(
  run: Run,
  key: object,
  value: unknown,
  find: () => Result,
): Result {
  if (typeof value !== 'object' || value === null) return find();
  const { memory } = run;
  memory.found ??= new Map();
  const known = memory.found.get(key) ?? new Map<object, unknown>();
  memory.found.set(key, known);
  // What is kept under a key is always of the type that its `find` returns.
  if (known.has(value)) return known.get(value) as Result;
  const result = find();
  known.set(value, result);
  return result;
}

/** The sentence for a violation. @param name what the value itself is called, where it has a name */
export function sentence({ path, message }: Violation, name: string | undefined): string {
  const field = name === undefined ? path : [name, ...path];
  return `${field.length === 0 ? 'The body' : shownName(field.join('.'))} ${message}.`;
}

/** What a terminal or a page would not show as it is: control characters, and those that turn the text around. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The name of a field, without what is invisible and cut after 64 characters, since clients choose it. */
export function shownName(name: string): string {
  if (name === '') return '""';
  const shown = name.toWellFormed().replace(INVISIBLE, '\ufffd');
  return shown.length <= MAX_NAME_LENGTH ? shown : shown.replace(/^(.{64}).+$/su, '$1…');
}
