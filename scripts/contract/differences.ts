// A difference between two contracts, as the walks through both report it.

import { isDeepStrictEqual } from 'node:util';
import { NOT_COMPARED, PART_RULES, type PartRule, type Verdict } from './change-rules.ts';
import type { FormOf } from './compared-schemas.ts';
import { referencesIn } from './flatten.ts';
import type { Json } from './json.ts';

export interface Difference {
  /** The rule that rates it, such as `request-field-removed` or `response-enum-wider`. */
  readonly rule: string;
  readonly verdict: Verdict | 'excused';
  readonly says: string;
  /** The part by names, such as `GET`, `/items`, `query`, `status`. */
  readonly where: readonly string[];
  /** The keys that lead to the part, in the newer contract unless it was removed. */
  readonly keys: readonly string[];
  readonly isRemoved: boolean;
}

/** A part of both contracts, and what the rules need to know of it. */
export interface At {
  readonly where: readonly string[];
  /** The keys that lead to the part in the older and in the newer contract. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The day from which a sunset counts as passed, such as `2030-12-05`. */
  readonly today: string;
  /** The earliest day of a new sunset. */
  readonly earliestSunset: string;
  readonly references: References;
}

/** What the parts of both contracts refer to. */
export interface References {
  readonly formBefore: FormOf;
  readonly formAfter: FormOf;
  /** Whether a component, and all that it refers to, is written alike in both contracts. */
  isSame($ref: string): boolean;
  /** The pairs of components within themselves whose comparison has begun. */
  readonly compared: Set<string>;
}

/** Goes on to a part at the same key of both contracts. */
export function below<Place extends At>(
  at: Place,
  name: string | undefined,
  ...keys: string[]
): Place {
  return {
    ...at,
    where: name === undefined ? at.where : [...at.where, name],
    before: [...at.before, ...keys],
    after: [...at.after, ...keys],
  };
}

interface Detail {
  /** The keyword that has changed. */
  readonly keyword?: string;
  readonly verdict?: Verdict | 'excused';
  readonly isRemoved?: boolean;
}

/** Makes a difference; its verdict is that of its rule, unless another is given. */
export function difference(
  { where, before, after }: At,
  rule: PartRule | (string & {}),
  says: string,
  { keyword, verdict = PART_RULES[rule as PartRule], isRemoved = false }: Detail = {},
): Difference {
  const keys = isRemoved ? before : [...after, ...(keyword === undefined ? [] : [keyword])];
  return { rule, verdict, says, where, keys, isRemoved };
}

/** Values are shown up to this length. */
const SHOWN_CHARACTERS = 60;

export function modified(keyword: string, before: unknown, after: unknown): string {
  const values = [before, after].map((value) => JSON.stringify(value) ?? 'nothing');
  const areShort = values.every(({ length }) => length <= SHOWN_CHARACTERS);
  return areShort ? `${keyword} modified from ${values.join(' to ')}.` : `${keyword} modified.`;
}

/** A part that is gone: nobody is told by the gate if clients were told of its end in time. */
export function removal(at: At, rule: PartRule, part: Json): Difference {
  const isOver = String(part['x-sunset'] ?? '9999') <= at.today;
  return isOver
    ? difference(at, rule, 'Its sunset has passed.', { verdict: 'excused', isRemoved: true })
    : difference(at, rule, 'removed.', { isRemoved: true });
}

const TEXTS = [
  'title',
  'summary',
  'description',
  'externalDocs',
  '$comment',
  'x-pattern-message',
  'x-response-format',
  'example',
  'examples',
  // Fields that a direction lacks are not compared in it.
  'readOnly',
  'writeOnly',
];
const DEPRECATION = ['deprecated', 'x-deprecated-since', 'x-successor'];

/**
 * Keywords that are not compared, although they may mean something to clients: no more can be said
 * of them than that they are the same.
 */
export function changedOthers(
  before: Json,
  after: Json,
  at: At,
  compared: readonly string[],
): Difference[] {
  const known = [...compared, ...TEXTS, ...DEPRECATION];
  const others = Object.keys({ ...before, ...after }).filter(
    (key) => !known.includes(key) && !key.startsWith('x-'),
  );
  return others
    .filter((key) => !isUnchanged({ [key]: before[key] }, { [key]: after[key] }, at))
    .map((key) => notCompared(at, `\`${key}\``, { keyword: key, isRemoved: !(key in after) }));
}

/** What cannot be compared may break clients. */
export function notCompared(at: At, what: string, detail: Detail = {}): Difference {
  return difference(at, NOT_COMPARED, `${what} may have changed: it cannot be compared.`, detail);
}

/** Whether parts are written alike, and all that they refer to. */
export function isUnchanged(before: unknown, after: unknown, { references }: At): boolean {
  if (!isDeepStrictEqual(before, after)) return false;
  return [...referencesIn(after)].every(($ref) => references.isSame($ref));
}

/** What is said of a part to people, and when the part ends. */
export function changedNotes(before: Json, after: Json, at: At): Difference[] {
  const changed = (keyword: string) => !isSame(before[keyword], after[keyword]);
  const noted = (rule: PartRule) => (keyword: string) =>
    difference(at, rule, modified(keyword, before[keyword], after[keyword]), { keyword });
  return [
    ...TEXTS.filter(changed).map(noted('text-changed')),
    ...DEPRECATION.filter(changed).map(noted('deprecation-changed')),
    ...(changed('x-sunset') ? [changedSunset(before['x-sunset'], after['x-sunset'], at)] : []),
  ];
}

function changedSunset(before: unknown, after: unknown, at: At): Difference {
  const keyword = 'x-sunset';
  const says = modified(keyword, before, after);
  const earliest = before === undefined ? at.earliestSunset : String(before);
  if (after === undefined || String(after) >= earliest) {
    return difference(at, 'sunset-set', says, { keyword });
  }
  const cure = `${says} Write "${earliest}" or a later day.`;
  return difference(at, 'sunset-too-soon', cure, { keyword });
}

export function isSame(before: unknown, after: unknown): boolean {
  return before === after || JSON.stringify(before) === JSON.stringify(after);
}
