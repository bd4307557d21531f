// What has changed between two schemas, in requests or in responses.

import type { Schema as JsonSchema } from '../../src/platform/schema/schemas.ts';
import { KEYWORD_RULES, verdictOf } from './change-rules.ts';
import { AS_WRITTEN, type FormOf, REASON, TAG, VALUES } from './compared-schemas.ts';
import {
  type At,
  below,
  changedNotes,
  changedOthers,
  type Difference,
  difference,
  isSame,
  isUnchanged,
  modified,
  notCompared,
  removal,
} from './differences.ts';
import { asObject, isObject } from './json.ts';
import type { Direction } from './model.ts';
import { listOf, typesOf } from './schemas.ts';

/** A schema of both contracts. */
export interface SchemaAt extends At {
  readonly direction: Direction;
  /** Whether it is the schema of a header. */
  readonly isHeader?: boolean;
  /** Whether clients had to send the value: a default changes nothing for those. */
  readonly wasRequired?: boolean;
  /** Whether the value tells the branches of a union apart. */
  readonly isTag?: boolean;
  /** The field that tells the branches of a union apart, of which this schema is one. */
  readonly tag?: unknown;
}

/** Finds the differences of two schemas in the form that is compared. */
export function changedSchemas(before: JsonSchema, after: JsonSchema, at: SchemaAt): Difference[] {
  if ('$ref' in before || '$ref' in after) return changedComponents(before, after, at);
  if (AS_WRITTEN in before || AS_WRITTEN in after) return changedWritten(before, after, at);
  if (before.oneOf || after.oneOf) return changedUnions(before, after, at);
  return [
    ...changedValues(before, after, at),
    ...changedOthers(before, after, at, COMPARED),
    ...changedFields(before, after, at),
    ...changedItems(before, after, at),
    ...changedMap(before, after, at),
  ];
}

/** The keywords of schemas that are compared. */
const COMPARED = [
  ...Object.keys(KEYWORD_RULES),
  'default',
  'properties',
  'required',
  'items',
  // Of XML alone.
  'xml',
];
const COMPARED_OF_UNIONS = ['type', 'oneOf', 'discriminator', 'default'];

function changedValues(before: JsonSchema, after: JsonSchema, at: SchemaAt): Difference[] {
  return [
    ...changedKeywords(before, after, at),
    ...changedNotes(before, after, at),
    ...changedDefault(before, after, at),
  ];
}

/** Components that contain themselves: each pair of them is compared once. */
function changedComponents(before: JsonSchema, after: JsonSchema, at: SchemaAt): Difference[] {
  const { direction, tag, references } = at;
  const { formBefore, formAfter, compared } = references;
  if ('$ref' in before && '$ref' in after) {
    const pair = [direction, tag, before.$ref, after.$ref].join(' ');
    if (compared.has(pair)) return changedValues(before, after, at);
    compared.add(pair);
  }
  const old = whole(before, direction, formBefore);
  const now = whole(after, direction, formAfter);
  // A component that is nothing but a reference to itself.
  if ('$ref' in old || '$ref' in now) {
    return isUnchanged(old, now, at) ? [] : [notCompared(at, 'This schema')];
  }
  return changedSchemas(old, now, at);
}

/** A component with what is written beside the reference to it; any other schema as it is. */
function whole(schema: JsonSchema, direction: Direction, formOf: FormOf): JsonSchema {
  const { $ref, type, ...beside } = schema;
  if ($ref === undefined) return schema;
  const form = formOf(String($ref), direction);
  const isNullable = [type].flat().includes('null');
  return { ...form, ...beside, ...(isNullable && { type: [...typesOf(form), 'null'].sort() }) };
}

/** Schemas of which one has no form. */
function changedWritten(before: JsonSchema, after: JsonSchema, at: SchemaAt): Difference[] {
  if (isUnchanged(before[AS_WRITTEN], after[AS_WRITTEN], at))
    return changedValues(before, after, at);
  const reason = after[REASON] ?? before[REASON];
  const { says, ...found } = notCompared(at, 'This schema');
  return [{ ...found, says: `${says} ${reason}` }];
}

function changedKeywords(before: JsonSchema, after: JsonSchema, at: SchemaAt): Difference[] {
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keywords].flatMap((keyword) => {
    const rule = ruleOf(keyword, before, at);
    const row = KEYWORD_RULES[rule];
    const [old, now] = [before[keyword], after[keyword]];
    if (!row || isSame(old, now)) return [];
    const compared = row.compare(before, after);
    if (compared === 'same') return [];
    const shift = isFirst(keyword, before, at) ? 'narrower' : compared;
    const verdict = verdictOf(row, at.direction, shift);
    if (!verdict) return [];
    const says = modified(keyword, old, now);
    return [difference(at, `${at.direction}-${rule}-${shift}`, says, { keyword, verdict })];
  });
}

/** Whether the keyword is written for the first time, and clients could not rely on it before. */
function isFirst(keyword: string, before: JsonSchema, { direction, isHeader, isTag }: SchemaAt) {
  if (before[keyword] !== undefined) return false;
  // A header is text: whoever makes a number of it has chosen a size already.
  if (keyword === 'format') return isHeader === true;
  // Clients expect more values of an open enum, which can be of any length and size.
  return direction === 'response' && 'enum' in before && !before['x-closed'] && !isTag;
}

/** The rule of a keyword, which for some keywords depends on what else the schema says. */
function ruleOf(keyword: string, before: JsonSchema, { isHeader, isTag }: SchemaAt): string {
  const isInteger = typesOf(before).includes('integer');
  if (keyword === 'format' && isInteger && !isHeader) return 'integer-format';
  if (keyword === 'enum' && !isTag && !before['x-closed']) return 'open-enum';
  return keyword;
}

function changedDefault(before: JsonSchema, after: JsonSchema, at: SchemaAt): Difference[] {
  if (isSame(before.default, after.default) || at.wasRequired) return [];
  const says = modified('default', before.default, after.default);
  return [difference(at, `${at.direction}-default-changed`, says, { keyword: 'default' })];
}

function changedFields(before: JsonSchema, after: JsonSchema, at: SchemaAt): Difference[] {
  const [old, now] = [asObject(before.properties), asObject(after.properties)];
  const { direction } = at;
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) => {
    const there = below(at, name, 'properties', name);
    const wasRequired = listOf(before.required).includes(name);
    const isRequired = listOf(after.required).includes(name);
    if (!Object.hasOwn(now, name)) {
      return [removal(there, `${direction}-field-removed`, asObject(old[name]))];
    }
    if (!Object.hasOwn(old, name)) {
      const isDemanded = direction === 'request' && isRequired;
      const rule = isDemanded ? 'required-request-field-added' : `${direction}-field-added`;
      return [difference(there, rule, 'added.')];
    }
    const toggled = `${direction}-field-${isRequired ? 'required' : 'optional'}` as const;
    const says = isRequired ? 'is now required.' : 'is no longer required.';
    const field = { ...there, wasRequired, isTag: name === at.tag, tag: undefined };
    return [
      ...(wasRequired === isRequired ? [] : [difference(there, toggled, says)]),
      ...changedSchemas(asObject(old[name]), asObject(now[name]), field),
    ];
  });
}

function changedItems(before: JsonSchema, after: JsonSchema, at: SchemaAt): Difference[] {
  return changedPart(before.items, after.items, below(at, 'items', 'items'));
}

/** The schema of the fields that have no name. */
function changedMap(before: JsonSchema, after: JsonSchema, at: SchemaAt): Difference[] {
  const keyword = 'additionalProperties';
  const [old, now] = [before[keyword], after[keyword]];
  const there = below(at, keyword, keyword);
  if (isObject(old) && isObject(now)) return changedPart(old, now, there);
  // Whether a request may have other fields has a rule of its own.
  if (at.direction === 'request') {
    return old === false || now === false ? [] : changedPart(old, now, there);
  }
  if (isObject(old) === isObject(now)) return [];
  // The values of a map are sent under any name.
  return isObject(old)
    ? [difference(there, 'response-map-removed', 'removed.', { isRemoved: true })]
    : [difference(there, 'response-map-added', 'added.')];
}

/** The schema of a list's or a map's values. Without one, they can be anything. */
function changedPart(old: unknown, now: unknown, at: SchemaAt): Difference[] {
  if (!isObject(old) && !isObject(now)) return [];
  return changedSchemas(asObject(old), asObject(now), {
    ...at,
    wasRequired: false,
    tag: undefined,
  });
}

/** A schema without branches counts as a union with one. */
function changedUnions(before: JsonSchema, after: JsonSchema, at: SchemaAt): Difference[] {
  const tag = before[TAG] ?? after[TAG];
  const { direction } = at;
  const found = matchedBranches(before, after, tag).flatMap(({ old: one, now: other }) => {
    const there = {
      ...at,
      tag,
      where: [...at.where, String((one ?? other)?.values.join(' or '))],
      before: [...at.before, ...(one?.keys ?? [])],
      after: [...at.after, ...(other?.keys ?? [])],
    };
    if (!other) {
      return [difference(there, `${direction}-branch-removed`, 'removed.', { isRemoved: true })];
    }
    if (!one) return [difference(there, `${direction}-branch-added`, 'added.')];
    return changedSchemas(one.schema, other.schema, there);
  });
  const isOfOne = !before.oneOf || !after.oneOf;
  return [
    ...changedKeywords(orNull(before), orNull(after), at),
    ...found,
    ...changedDiscriminator(before, after, at),
    ...changedNotes(before, after, at),
    ...(isOfOne ? [] : changedDefault(before, after, at)),
    ...changedOthers(unionOnly(before), unionOnly(after), at, COMPARED_OF_UNIONS),
  ];
}

function unionOnly(schema: JsonSchema): JsonSchema {
  return schema.oneOf ? schema : {};
}

/** Whether a union can be null. */
function orNull(schema: JsonSchema): JsonSchema {
  return { type: typesOf(schema).includes('null') ? ['null', 'object'] : 'object' };
}

function changedDiscriminator(before: JsonSchema, after: JsonSchema, at: SchemaAt): Difference[] {
  if (!before.oneOf || !after.oneOf) return [];
  const [old, now] = [asObject(before.discriminator), asObject(after.discriminator)];
  const [oldMapping, newMapping] = [asObject(old.mapping), asObject(now.mapping)];
  const values = Object.keys(newMapping);
  const added = values.filter((value) => !Object.hasOwn(oldMapping, value));
  const isKept = values.every((value) =>
    [newMapping[value], undefined].includes(oldMapping[value]),
  );
  const isExtended = old.propertyName === now.propertyName && isKept;
  // Values that are gone went with their branch, which is listed.
  if (isExtended && added.length === 0) return [];
  const rule = isExtended ? 'discriminator-extended' : 'discriminator-changed';
  const says = modified('discriminator', before.discriminator, after.discriminator);
  return [difference(at, rule, says, { keyword: 'discriminator' })];
}

interface Branch {
  /** The values that tell it apart. */
  readonly values: readonly unknown[];
  readonly schema: JsonSchema;
  readonly keys: readonly string[];
}

/** The branches of two unions. Those with a value in common belong together. */
function matchedBranches(before: JsonSchema, after: JsonSchema, tag: unknown) {
  const added = new Set(branchesOf(after, tag));
  const pairs = branchesOf(before, tag).map((old): { old?: Branch; now?: Branch } => {
    const isOwn = ({ values }: Branch) => values.some((one) => old.values.includes(one));
    // A schema that is no branch may have no values.
    const isEqual = ({ values, schema }: Branch) =>
      Math.min(values.length, old.values.length) === 0 && isSame(schema, old.schema);
    const now = [...added].find(isOwn) ?? [...added].find(isEqual);
    if (!now) return { old };
    added.delete(now);
    return { old, now };
  });
  return [...pairs, ...[...added].map((now): { old?: Branch; now?: Branch } => ({ now }))];
}

function branchesOf(schema: JsonSchema, tag: unknown): Branch[] {
  if (!schema.oneOf) {
    const [type, ...others] = typesOf(schema).filter((one) => one !== 'null');
    const { enum: values } = asObject(asObject(schema.properties)[String(tag)]);
    const only = others.length > 0 ? schema : { ...schema, type };
    return [{ values: listOf(values), schema: only, keys: [] }];
  }
  return (listOf(schema.oneOf) as JsonSchema[]).map(({ [VALUES]: values, ...branch }, index) => ({
    values: listOf(values),
    schema: branch,
    keys: ['oneOf', String(index)],
  }));
}
