// The rules of `npm run contract:diff`: what each change of a contract means for its clients.

import { isDeepStrictEqual } from 'node:util';
import { integerRange } from '../../src/platform/schema/exact-numbers.ts';
import type { Schema as JsonSchema } from '../../src/platform/schema/schemas.ts';
import { type Bounds, COUNTS } from './keywords.ts';
import { listOf, typesOf } from './schemas.ts';

/**
 * What a change means. `breaking`: calls fail, or mean something else. `breaks generated code`:
 * calls work as before, but code that was generated from the contract has other names or types.
 */
export type Verdict = 'breaking' | 'breaks generated code' | 'additive' | 'documentation';

/** The rule of a part that may have changed, and cannot be compared. */
export const NOT_COMPARED = 'part-not-compared';

/** The changes of the parts of a contract. */
export const PART_RULES = {
  // Clients that were made from the contract call the first one.
  'server-added': 'additive',
  'server-changed': 'breaking',
  'notice-shortened': 'breaking',
  'notice-extended': 'documentation',
  'text-changed': 'documentation',
  // Nobody knows whether it breaks clients.
  [NOT_COMPARED]: 'breaking',

  'operation-added': 'additive',
  'operation-removed': 'breaking',
  'operation-renamed': 'breaks generated code',
  'stability-lowered': 'breaking',
  'stability-raised': 'documentation',
  'deprecation-changed': 'documentation',
  // Earlier than clients were told, or sooner than `info.x-notice` allows.
  'sunset-too-soon': 'breaking',
  'sunset-set': 'documentation',
  'scope-demanded': 'breaking',
  // Keys that were created before the first scope have all scopes.
  'scope-introduced': 'additive',
  'scope-dropped': 'additive',
  'reserve-added': 'additive',
  'reserve-removed': 'breaking',

  'parameter-added': 'additive',
  'required-parameter-added': 'breaking',
  'parameter-removed': 'breaking',
  'parameter-required': 'breaking',
  'parameter-optional': 'additive',
  'path-parameter-renamed': 'breaks generated code',
  // `?status=sold` is a list of one.
  'parameter-list': 'breaks generated code',
  // `?page=2` is a text, too.
  'parameter-text': 'breaks generated code',

  'request-body-added': 'additive',
  'required-request-body-added': 'breaking',
  'request-body-removed': 'breaking',
  'request-body-required': 'breaking',
  'request-body-optional': 'additive',

  // Clients do not know what to do with another success.
  'success-added': 'breaking',
  'success-removed': 'breaking',
  // It answers only who has asked for it, by `If-None-Match`.
  'not-modified-added': 'additive',
  'not-modified-removed': 'breaking',
  'error-added': 'additive',
  'error-removed': 'breaking',
  // Another status of the operation has all its codes.
  'error-joined': 'additive',
  'error-code-added': 'additive',
  'error-code-removed': 'breaking',
  'error-code-moved': 'additive',
  'response-body-added': 'additive',
  'response-body-removed': 'breaking',
  'header-added': 'additive',
  'header-removed': 'breaking',
  'header-required': 'additive',
  'header-optional': 'breaking',

  'request-field-added': 'additive',
  'required-request-field-added': 'breaking',
  'request-field-removed': 'breaking',
  'request-field-required': 'breaking',
  'request-field-optional': 'additive',
  'request-branch-added': 'additive',
  'request-branch-removed': 'breaking',
  // A request without the field now means something else.
  'request-default-changed': 'breaking',
  'response-field-added': 'additive',
  'response-field-removed': 'breaking',
  'response-field-required': 'additive',
  'response-field-optional': 'breaking',
  'response-branch-added': 'breaking',
  'response-branch-removed': 'additive',
  'response-map-added': 'additive',
  'response-map-removed': 'breaking',
  'response-default-changed': 'documentation',
  'discriminator-changed': 'breaking',
  'discriminator-extended': 'additive',
  'component-renamed': 'breaks generated code',
} as const satisfies Readonly<Record<string, Verdict>>;

export type PartRule = keyof typeof PART_RULES;

/** Every rule that can rate a change, by the name that is printed. */
export function changeRules(): string[] {
  const rows = Object.entries(KEYWORD_RULES).flatMap(([rule, row]) =>
    Object.keys(BY_DIRECTION)
      .filter((direction) => direction in row)
      .flatMap((direction) => [`${direction}-${rule}-narrower`, `${direction}-${rule}-wider`]),
  );
  return [...Object.keys(PART_RULES), 'operation-changed', ...rows];
}

/** How the values that a schema allows have changed. */
type Shift = 'same' | 'narrower' | 'wider' | 'other';

/** Compares the values that one keyword of two schemas allows. */
type Compare = (before: JsonSchema, after: JsonSchema) => Shift;

interface KeywordRule {
  readonly compare: Compare;
  /** The verdicts on a narrower and on a wider keyword. */
  readonly request: readonly [narrower: Verdict, wider: Verdict];
  /** Absent for keywords that responses do not have. */
  readonly response?: readonly [narrower: Verdict, wider: Verdict];
}

/** Clients may send what they sent before, and receive only what they received before. */
const BY_DIRECTION = {
  request: ['breaking', 'additive'],
  response: ['additive', 'breaking'],
} as const;

/** The changes of the keywords of a schema. What is narrower and wider at once counts as both. */
export const KEYWORD_RULES: Readonly<Record<string, KeywordRule>> = {
  type: { compare: compareTypes, ...BY_DIRECTION },
  // An integer of another size has another type in clients, in whatever direction it changes.
  'integer-format': {
    compare: compareFormats,
    request: ['breaking', 'additive'],
    response: ['breaking', 'breaking'],
  },
  format: { compare: compareFormats, ...BY_DIRECTION },
  enum: { compare: compareEnums, ...BY_DIRECTION },
  // Clients of an open enum expect new values.
  'open-enum': {
    compare: compareEnums,
    request: ['breaking', 'additive'],
    response: ['additive', 'additive'],
  },
  // From now on `enum` has all values; a client may rely on that.
  'x-closed': {
    compare: comparePresence('x-closed'),
    request: ['documentation', 'documentation'],
    response: ['additive', 'breaking'],
  },
  pattern: { compare: comparePresence('pattern'), ...BY_DIRECTION },
  minimum: { compare: compareLowest, ...BY_DIRECTION },
  maximum: { compare: compareHighest, ...BY_DIRECTION },
  exclusiveMinimum: { compare: compareLowest, ...BY_DIRECTION },
  exclusiveMaximum: { compare: compareHighest, ...BY_DIRECTION },
  multipleOf: { compare: compareFactors, ...BY_DIRECTION },
  uniqueItems: { compare: comparePresence('uniqueItems'), ...BY_DIRECTION },
  ...Object.fromEntries(COUNTS.flatMap(countRules)),
  additionalProperties: { compare: compareClosedness, request: BY_DIRECTION.request },
};

function countRules({ least, most, isOfRequests }: Bounds): [string, KeywordRule][] {
  const { request, response } = BY_DIRECTION;
  const verdicts = { request, ...(!isOfRequests && { response }) };
  return [
    [least, { compare: compareLeast(least), ...verdicts }],
    [most, { compare: compareMost(most), ...verdicts }],
  ];
}

/** The verdict of a keyword's rule, of both shifts the worse one; undefined if it has none. */
export function verdictOf(
  rule: KeywordRule,
  direction: 'request' | 'response',
  shift: Shift,
): Verdict | undefined {
  const [narrower, wider] = rule[direction] ?? [];
  if (shift === 'narrower') return narrower;
  if (shift === 'wider') return wider;
  return SEVERITY.find((verdict) => verdict === narrower || verdict === wider);
}

/** The worst first. */
const SEVERITY: readonly Verdict[] = [
  'breaking',
  'breaks generated code',
  'additive',
  'documentation',
];

function shiftOf(isWithin: boolean, contains: boolean): Shift {
  if (isWithin && contains) return 'same';
  if (isWithin) return 'narrower';
  return contains ? 'wider' : 'other';
}

function compareTypes(before: JsonSchema, after: JsonSchema): Shift {
  const has = (types: readonly unknown[], type: unknown) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  const [old, now] = [typesOf(before), typesOf(after)];
  // A schema without a type has any.
  const isWithin = (types: readonly unknown[], others: readonly unknown[]) =>
    others.length === 0 || (types.length > 0 && types.every((type) => has(others, type)));
  return shiftOf(isWithin(now, old), isWithin(old, now));
}

/** The formats that allow all values of a format, and more; undefined is no format. */
const WIDER_FORMATS: Readonly<Record<string, readonly unknown[]>> = {
  int32: [undefined, 'int64'],
  int64: [],
  uri: ['uri-reference', undefined],
};

function compareFormats({ format: old, type }: JsonSchema, { format: now }: JsonSchema): Shift {
  const isInteger = [type].flat().includes('integer');
  const widerThan = (format: unknown) => {
    if (format === undefined) return isInteger ? ['int64'] : [];
    return WIDER_FORMATS[String(format)] ?? [undefined];
  };
  return shiftOf(
    old === now || widerThan(now).includes(old),
    old === now || widerThan(old).includes(now),
  );
}

function compareEnums({ enum: old }: JsonSchema, { enum: now }: JsonSchema): Shift {
  const has = (values: unknown, value: unknown) =>
    values === undefined || listOf(values).includes(value);
  return shiftOf(
    old === undefined || (now !== undefined && listOf(now).every((value) => has(old, value))),
    now === undefined || (old !== undefined && listOf(old).every((value) => has(now, value))),
  );
}

/** For a keyword that allows everything when it is absent. */
function comparePresence(keyword: string): Compare {
  return ({ [keyword]: old }, { [keyword]: now }) =>
    shiftOf(
      old === undefined || isDeepStrictEqual(old, now),
      now === undefined || isDeepStrictEqual(old, now),
    );
}

function compareLeast(keyword: string): Compare {
  return (before, after) => compareBounds(limit(after, keyword), limit(before, keyword));
}

function compareMost(keyword: string): Compare {
  return (before, after) => compareBounds(limit(before, keyword), limit(after, keyword));
}

/** Compares how far values may go: a larger one goes further. */
function compareBounds(before: number, after: number): Shift {
  return shiftOf(after <= before, before <= after);
}

function compareLowest(before: JsonSchema, after: JsonSchema): Shift {
  return compareEnds(lowest(before), lowest(after));

  function lowest(schema: JsonSchema): End {
    const { exclusiveMinimum: above = Number.NEGATIVE_INFINITY } = schema;
    return endOf(-limit(schema, 'minimum'), -Number(above));
  }
}

function compareHighest(before: JsonSchema, after: JsonSchema): Shift {
  return compareEnds(highest(before), highest(after));

  function highest(schema: JsonSchema): End {
    const { exclusiveMaximum: under = Infinity } = schema;
    return endOf(limit(schema, 'maximum'), Number(under));
  }
}

/** How far numbers may go, and whether they may get there. */
interface End {
  readonly limit: number;
  readonly isWithin: boolean;
}

function endOf(inclusive: number, exclusive: number): End {
  return { limit: Math.min(inclusive, exclusive), isWithin: inclusive < exclusive };
}

function compareEnds(before: End, after: End): Shift {
  const reaches = (one: End, other: End) =>
    one.limit > other.limit || (one.limit === other.limit && (one.isWithin || !other.isWithin));
  return shiftOf(reaches(before, after), reaches(after, before));
}

/** The lengths that a format has in any case. */
const LENGTHS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  uuid: [36, 36],
  date: [10, 10],
  'date-time': [20, Infinity],
  email: [3, Infinity],
  uri: [2, Infinity],
  ipv4: [7, 15],
  ipv6: [2, 45],
};
/** Formats that only integers have. */
const INTEGER_FORMATS: readonly unknown[] = ['int32', 'int64'];

/** A bound, or the narrower one that the schema's values or format have in any case. */
function limit(schema: JsonSchema, keyword: string): number {
  const isLeast = keyword.startsWith('min');
  const written = Number(schema[keyword] ?? (isLeast ? Number.NEGATIVE_INFINITY : Infinity));
  const [least, most] = impliedBounds(schema, keyword);
  return isLeast ? Math.max(written, least) : Math.min(written, most);
}

function impliedBounds(schema: JsonSchema, keyword: string): readonly [number, number] {
  const { format, enum: values } = schema;
  const listed = listOf(values).filter((value) => value !== null);
  if (keyword.endsWith('Length')) {
    if (listed.length > 0) return extent(listed.map((value) => [...String(value)].length));
    return LENGTHS[String(format)] ?? [0, Infinity];
  }
  if (keyword === 'minimum' || keyword === 'maximum') {
    if (listed.length > 0) return extent(listed.map(Number));
    const isInteger = typesOf(schema).includes('integer') || INTEGER_FORMATS.includes(format);
    if (isInteger) {
      // As doubles: a bound beyond them allows no more.
      const [least, most] = integerRange(format);
      return [Number(least), Number(most)];
    }
  }
  const isCount = COUNTS.some(({ least, most }) => keyword === least || keyword === most);
  return isCount ? [0, Infinity] : [Number.NEGATIVE_INFINITY, Infinity];
}

const extent = (numbers: readonly number[]) =>
  [Math.min(...numbers), Math.max(...numbers)] as const;

function compareFactors({ multipleOf: old }: JsonSchema, { multipleOf: now }: JsonSchema): Shift {
  const divides = (factor: unknown, of: unknown) =>
    factor === undefined || (of !== undefined && Number(of) % Number(factor) === 0);
  return shiftOf(divides(old, now), divides(now, old));
}

function compareClosedness(before: JsonSchema, after: JsonSchema): Shift {
  const isOpen = ({ additionalProperties: others }: JsonSchema) => others !== false;
  return shiftOf(isOpen(before) || !isOpen(after), isOpen(after) || !isOpen(before));
}
