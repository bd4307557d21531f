// What has changed between two schemas, in requests or in responses.

import type { Schema } from '../../src/schema/schemas.ts';
import { KEYWORD_RULES, verdictOf } from './change-rules.ts';
import {
  type At,
  below,
  changedNotes,
  type Difference,
  difference,
  isSame,
  modified,
  removal,
} from './differences.ts';
import { asObject, isObject } from './json.ts';
import { type Direction, listOf, typesOf } from './schemas.ts';

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
export function changedSchemas(before: Schema, after: Schema, at: SchemaAt): Difference[] {
  if (before.oneOf || after.oneOf) return changedUnions(before, after, at);
  return [
    ...changedKeywords(before, after, at),
    ...changedNotes(before, after, at),
    ...changedDefault(before, after, at),
    ...changedFields(before, after, at),
    ...changedPart(before, after, at, 'items'),
    ...changedPart(before, after, at, 'additionalProperties'),
  ];
}

function changedKeywords(before: Schema, after: Schema, at: SchemaAt): Difference[] {
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keywords].flatMap((keyword) => {
    const rule = ruleOf(keyword, before, at);
    const row = KEYWORD_RULES[rule];
    const [old, now] = [before[keyword], after[keyword]];
    if (!row || isSame(old, now)) return [];
    const compared = row.compare(before, after);
    // A header is text: whoever makes a number of it has chosen a size already.
    const isFirstSize = keyword === 'format' && at.isHeader === true && old === undefined;
    const shift = isFirstSize ? 'narrower' : compared;
    if (shift === 'same') return [];
    const verdict = verdictOf(row, at.direction, shift);
    if (!verdict) return [];
    const says = modified(keyword, old, now);
    return [difference(at, `${at.direction}-${rule}-${shift}`, says, { keyword, verdict })];
  });
}

/** The rule of a keyword, which for some keywords depends on what else the schema says. */
function ruleOf(keyword: string, before: Schema, { isHeader, isTag }: SchemaAt): string {
  const isInteger = typesOf(before).includes('integer');
  if (keyword === 'format' && isInteger && !isHeader) return 'integer-format';
  if (keyword === 'enum' && !isTag && !before['x-closed']) return 'open-enum';
  return keyword;
}

function changedDefault(before: Schema, after: Schema, at: SchemaAt): Difference[] {
  if (isSame(before.default, after.default) || at.wasRequired) return [];
  const says = modified('default', before.default, after.default);
  return [difference(at, `${at.direction}-default-changed`, says, { keyword: 'default' })];
}

function changedFields(before: Schema, after: Schema, at: SchemaAt): Difference[] {
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

/** The schema of a list's or a map's values. */
function changedPart(before: Schema, after: Schema, at: SchemaAt, keyword: string): Difference[] {
  const [old, now] = [before[keyword], after[keyword]];
  if (!isObject(old) || !isObject(now)) return [];
  return changedSchemas(old, now, {
    ...below(at, keyword, keyword),
    wasRequired: false,
    tag: undefined,
  });
}

/** A schema without branches counts as a union with one. */
function changedUnions(before: Schema, after: Schema, at: SchemaAt): Difference[] {
  const tag = asObject(before.discriminator ?? after.discriminator).propertyName;
  const { direction } = at;
  const [old, now] = [branchesOf(before, tag), branchesOf(after, tag)];
  const found = [...new Set([...old.keys(), ...now.keys()])].flatMap((value) => {
    const [one, other] = [old.get(value), now.get(value)];
    const there = {
      ...at,
      tag,
      where: [...at.where, value],
      before: [...at.before, ...(one?.keys ?? [])],
      after: [...at.after, ...(other?.keys ?? [])],
    };
    if (!other)
      return [difference(there, `${direction}-branch-removed`, 'removed.', { isRemoved: true })];
    if (!one) return [difference(there, `${direction}-branch-added`, 'added.')];
    return changedSchemas(one.schema, other.schema, there);
  });
  return [...found, ...changedDiscriminator(before, after, at), ...changedNotes(before, after, at)];
}

function changedDiscriminator(before: Schema, after: Schema, at: SchemaAt): Difference[] {
  if (!before.oneOf || !after.oneOf) return [];
  const [old, now] = [asObject(before.discriminator), asObject(after.discriminator)];
  const [oldMapping, newMapping] = [asObject(old.mapping), asObject(now.mapping)];
  const isKept = Object.keys(oldMapping).every((value) => oldMapping[value] === newMapping[value]);
  if (isSame(old, now)) return [];
  const isExtended = old.propertyName === now.propertyName && isKept;
  const rule = isExtended ? 'discriminator-extended' : 'discriminator-changed';
  const says = modified('discriminator', before.discriminator, after.discriminator);
  return [difference(at, rule, says, { keyword: 'discriminator' })];
}

/** The branches of a union by the value that tells them apart. */
function branchesOf(schema: Schema, tag: unknown) {
  const branches = listOf(schema.oneOf ?? [schema]) as Schema[];
  return new Map(
    branches.map((branch, index) => {
      const keys = schema.oneOf ? ['oneOf', String(index)] : [];
      const { enum: values } = asObject(asObject(branch.properties)[String(tag)]);
      const name = listOf(values).join(' or ') || `branch ${index}`;
      return [name, { schema: branch, keys }];
    }),
  );
}
