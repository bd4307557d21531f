// The form of schemas that is compared, of any contract: references are replaced and each `allOf`
// is merged, as in the model, and what cannot be read so is kept as it is written.

import { changeParts, type Schema as JsonSchema } from '../../src/platform/schema/schemas.ts';
import { branchesOf, constantsOf } from './branches.ts';
import { directed } from './directed.ts';
import { reachability } from './flatten.ts';
import { asObject, isObject, type Json, mapValues } from './json.ts';
import { mergeParts, REPLACING } from './merged-schemas.ts';
import { type Direction, KEYS } from './model.ts';
import { schemasOf } from './operations.ts';
import {
  ANNOTATIONS,
  isComponent,
  listOf,
  referredName,
  SchemaProblem,
  type Schemas,
  throwProblem,
  typesOf,
  UNKNOWN,
} from './schemas.ts';

/** The keyword with the schema as it is written, where it has no form that could be compared. */
export const AS_WRITTEN = 'x-written';
/** The keyword that says why. */
export const REASON = 'x-reason';
/** The keyword with the values that choose a branch, and in a union with the field of these. */
export const VALUES = 'x-values';
export const TAG = 'x-tag';

/** Gives the form of a schema at a place. A component within itself is a reference there. */
type FormAt = (schema: unknown, direction: Direction, keys: readonly string[]) => JsonSchema;
/** Gives the form of a component that contains itself. */
export type FormOf = ($ref: string, direction: Direction) => JsonSchema;

interface At {
  readonly keys: readonly string[];
  /** The components that led there. */
  readonly within: readonly string[];
  readonly schemas: Schemas;
  readonly reaches: ReturnType<typeof reachability>;
}

export function comparedForms(contract: Json): { formAt: FormAt; formOf: FormOf } {
  const schemas = schemasOf(contract);
  const reaches = reachability(schemas);
  const known = new Map<string, JsonSchema>();
  return { formAt, formOf };

  function formAt(schema: unknown, direction: Direction, keys: readonly string[]): JsonSchema {
    const resolved = resolve(schema, { keys, within: [], schemas, reaches });
    return inOneForm({ ...directed(resolved, direction), [KEYS]: keys }, direction);
  }

  function formOf($ref: string, direction: Direction): JsonSchema {
    const id = `${direction} ${$ref}`;
    const form = known.get(id) ?? formAt({ $ref }, direction, []);
    known.set(id, form);
    return form;
  }
}

function resolve(value: unknown, at: At): JsonSchema {
  return { ...formOrWritten(value, at), [KEYS]: at.keys };
}

function formOrWritten(value: unknown, at: At): JsonSchema {
  try {
    return putTogether(value, at);
  } catch (error) {
    if (!(error instanceof SchemaProblem)) throw error;
    const { readOnly, writeOnly } = asObject(value);
    const hiding = {
      ...(readOnly === true && { readOnly }),
      ...(writeOnly === true && { writeOnly }),
    };
    return { type: UNKNOWN, [AS_WRITTEN]: value, [REASON]: error.message, ...hiding };
  }
}

/** @throws SchemaProblem if the schema has no form */
function putTogether(value: unknown, at: At): JsonSchema {
  if (value === true) return {};
  if (!isObject(value)) throw new SchemaProblem('It is not an object.');
  const { $ref, summary: _, ...beside } = value;
  if (typeof $ref === 'string') return referring($ref, beside, at);
  if (isObject(beside.unevaluatedProperties))
    throw new SchemaProblem('Other fields have a schema.');
  const { allOf, anyOf, oneOf, discriminator, ...own } = changeParts(beside, (part, below) =>
    resolve(part, { ...at, keys: [...at.keys, ...below] }),
  );
  const kinds = [allOf, anyOf, oneOf].filter((parts) => parts !== undefined);
  if (kinds.length > 1) throw new SchemaProblem('`allOf`, `anyOf` and `oneOf` are in one schema.');
  const choice = listOf(anyOf ?? oneOf) as JsonSchema[];
  if (choice.length > 0) return { ...own, ...choiceOf(value, choice, at) };
  const parts = listOf(allOf) as JsonSchema[];
  if (parts.length > 0) return merged(parts, own, at);
  return discriminator === undefined ? own : { ...own, discriminator };
}

/** A reference, and what is written beside it: in OpenAPI 3.1, that applies as well. */
function referring($ref: string, beside: Json, at: At): JsonSchema {
  if (!Object.keys(beside).every(isReplacing)) {
    return putTogether({ allOf: [{ $ref }], ...beside }, at);
  }
  const name = referredName({ $ref }) ?? '';
  const target = at.schemas[name];
  if (!isComponent($ref) || !isObject(target)) {
    throw new SchemaProblem(`\`${$ref}\` is no component of the contract.`);
  }
  const isWithin = at.within.some((outer) => at.reaches(name, outer));
  const schema = isWithin
    ? { type: UNKNOWN, $ref }
    : resolve(target, { ...at, within: [...at.within, name] });
  return { ...schema, ...beside };
}

/** Whether a keyword beside a reference or an `allOf` may replace what is said there. */
function isReplacing(keyword: string): boolean {
  return REPLACING.includes(keyword) || isSaid(keyword);
}

/** Whether a keyword is for readers, so that several parts of an `allOf` may have it. */
function isSaid(keyword: string): boolean {
  return SAID.includes(keyword) || keyword.startsWith('x-');
}

const SAID = [...ANNOTATIONS, 'example', 'examples', 'externalDocs'];
/** The keywords of the parts that are put together. */
const JOINED = ['type', 'properties', 'required'];

/** @throws SchemaProblem if the parts cannot be put together */
function merged(parts: readonly JsonSchema[], own: JsonSchema, at: At): JsonSchema {
  // A part may have a description alone, for another one.
  const areTexts = (part: JsonSchema) => Object.keys(part).every(isSaid);
  const others = parts.filter((part) => !areTexts(part));
  const rest = Object.fromEntries(Object.entries(own).filter(([key]) => !isSaid(key)));
  const said = Object.fromEntries(Object.entries(own).filter(([key]) => isSaid(key)));
  const schema = mergeParts(others, rest, { keys: at.keys, report: throwProblem });
  const isUnknown = (one: JsonSchema) => typesOf(one).includes(UNKNOWN);
  if (others.some(isUnknown) && !isUnknown(schema)) {
    throw new SchemaProblem('A part of its `allOf` cannot be read.');
  }
  const keywords = [...others, rest].flatMap((part) => Object.keys(part));
  const twice = keywords.find((one, i) => {
    const isFine = JOINED.includes(one) || isReplacing(one);
    return !isFine && keywords.indexOf(one) !== i;
  });
  if (twice) throw new SchemaProblem(`\`${twice}\` is in several parts of its \`allOf\`.`);
  return { ...schema, ...Object.assign({}, ...parts.filter(areTexts)), ...said };
}

/** The form of a union, or of the only branch beside null. */
function choiceOf(written: Json, resolved: readonly JsonSchema[], at: At): JsonSchema {
  const { tag, branches } = branchesOf(written, at.schemas);
  const canBeNull = branches.length < resolved.length;
  const [only = {}, ...others]: JsonSchema[] = branches.map(({ index, values }) => {
    return { ...resolved[index], [VALUES]: values };
  });
  const isAlone = others.length === 0 && written.discriminator === undefined;
  const { [VALUES]: _, ...schema } = only;
  if (isAlone) return canBeNull ? orNull(schema) : schema;
  const discriminator = asObject(written.discriminator);
  return {
    type: canBeNull ? ['object', 'null'] : 'object',
    oneOf: [only, ...others],
    [TAG]: tag,
    ...(written.discriminator !== undefined && {
      discriminator: withoutNames(discriminator, at.schemas),
    }),
  };
}

function orNull({ const: only, ...schema }: JsonSchema): JsonSchema {
  const values = only === undefined ? schema.enum : [only];
  const types = typesOf(schema);
  return {
    ...schema,
    ...(types.length > 0 && { type: [...new Set([...types, 'null'])] }),
    ...(Array.isArray(values) && { enum: [...new Set([...values, null])] }),
  };
}

/** Maps to the values of the branches, because renaming their schemas changes nothing. */
function withoutNames({ propertyName, mapping }: Json, schemas: Schemas): Json {
  if (!isObject(mapping)) return { propertyName };
  const values = mapValues(mapping, ($ref, value) => {
    const branch = schemas[referredName({ $ref }) ?? ''];
    const all = constantsOf(branch, String(propertyName), schemas);
    return all.length === 0 || all.includes(value) ? value : all.join();
  });
  return { propertyName, mapping: values };
}

const DEFAULTS: Json = {
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  multipleOf: 1,
  additionalProperties: true,
  format: 'double',
};
/** Keywords whose values are lists in which positions mean nothing. */
const UNORDERED = ['type', 'enum', 'required'];

/** Leaves out what says nothing, and sorts these lists, and has one keyword for the same values. */
function inOneForm(schema: JsonSchema, direction: Direction): JsonSchema {
  const { const: only, ...own } = changeParts(schema, (part) => inOneForm(part, direction));
  const said = Object.entries(own).filter(([keyword, value]) => DEFAULTS[keyword] !== value);
  const result = mapValues(Object.fromEntries(said), (value, keyword) => {
    return UNORDERED.includes(keyword) && Array.isArray(value) ? [...value].sort() : value;
  });
  if (only !== undefined) {
    result.enum = [only];
    if (direction === 'response') result['x-closed'] = true;
  }
  return { ...result, ...(KEYS in schema && { [KEYS]: schema[KEYS] }) };
}
