import { isObject, type Json } from '../../generate/json.ts';
import { propertyName } from './names.ts';
import {
  anything,
  count,
  type Fields,
  fieldRule,
  flag,
  listOf,
  mapOf,
  must,
  number,
  object,
  oneOf,
  type Rule,
  refused,
  text,
} from './rules.ts';
import { TYPES, type Type, typesOf } from './types.ts';

/*
 * The keywords of schemas, by the types that they say something of. What is not here is refused.
 *
 * @see https://json-schema.org/draft/2020-12
 */

const nested: Rule = (value, at) => schema(value, at);
const branches = listOf(nested, 1);

/** Keywords of any schema. */
const COMMON: Fields = {
  title: text,
  description: text,
  deprecated: flag,
  example: anything,
  examples: listOf(anything, 1),
  externalDocs: object('External Documentation', { url: text, description: text }, ['url']),
  default: anything,
  readOnly: flag,
  writeOnly: flag,
};

const COMPOSITION: Fields = {
  $ref: must(
    (value) => /^#\/components\/[^/]+\/[^/]+$/.test(String(value)),
    'the name of a schema, such as `#/components/schemas/Name`,',
  ),
  allOf: branches,
  oneOf: branches,
  anyOf: branches,
  discriminator: object('a Discriminator', { propertyName: text, mapping: mapOf(text) }, [
    'propertyName',
  ]),
};

const NUMBER: Fields = {
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: must((value) => typeof value === 'number' && value > 0, 'a number above 0'),
};

/** The formats that are checked. Others would be ignored. */
const STRING_FORMATS = ['date', 'time', 'date-time', 'email', 'uri', 'uri-reference', 'uuid'];

const BY_TYPE: Readonly<Record<Type, Fields>> = {
  string: {
    minLength: count,
    maxLength: count,
    pattern: text,
    'x-pattern-message': text,
    format: oneOf(...STRING_FORMATS),
  },
  integer: { ...NUMBER, format: oneOf('int32', 'int64') },
  number: { ...NUMBER, format: oneOf('float', 'double') },
  boolean: {},
  null: {},
  array: { items: nested, minItems: count, maxItems: count, uniqueItems: flag },
  object: {
    properties: mapOf(nested, propertyName),
    required: must(isListOfNames, 'a list of names without repetition'),
    additionalProperties: (value, at) => {
      if (typeof value !== 'boolean') nested(value, at);
    },
    unevaluatedProperties: oneOf(false),
    minProperties: count,
    maxProperties: count,
  },
};

/** Values that have to fit a type, which has to be given. */
const VALUES: Fields = {
  enum: must(isListOfValues, 'a list of values without repetition'),
  const: anything,
};

const TYPE = must(isType, 'one type, or one with "null" as in `[string, "null"]`,');

const EACH_CASE = 'Describe each case as a schema of its own in `oneOf`.';
const LIST_ITEMS = 'Describe what all items have in common with `items`.';
const NAMES =
  'Name the fields in `properties`, or give a map one schema with `additionalProperties`.';
const AS_FIELD = 'Describe such a field as a plain string.';
const BY_NAME = 'Give the schema a name in `components.schemas`, and refer to that with `$ref`.';
const AS_SPECIFIED = 'Leave it out: schemas are JSON Schema 2020-12, as in OpenAPI 3.1.';
const INSTEAD: readonly (readonly [keywords: string, instead: string])[] = [
  ['if then else dependentSchemas dependentRequired', EACH_CASE],
  ['not', 'Describe what is allowed, with `enum`, `pattern` or bounds.'],
  ['prefixItems', 'Use an object, in which each item has a name.'],
  ['contains minContains maxContains unevaluatedItems', LIST_ITEMS],
  ['patternProperties propertyNames', NAMES],
  ['contentEncoding contentMediaType', AS_FIELD],
  ['contentSchema', 'Describe the content as a field of its own, not as JSON in a string.'],
  ['$defs definitions $id $anchor $dynamicAnchor $dynamicRef', BY_NAME],
  ['$schema $vocabulary', AS_SPECIFIED],
  ['$comment', 'Write a comment of YAML, with `#`.'],
  ['nullable', 'Write `type: [string, "null"]`, or `type: "null"` as a branch of `anyOf`.'],
  ['xml', 'Leave it out: bodies are JSON or text.'],
];
const REFUSED: Fields = Object.fromEntries(
  INSTEAD.flatMap(([keywords, instead]) =>
    keywords.split(' ').map((keyword) => [keyword, refused(instead)]),
  ),
);

const KNOWN: Fields = {
  ...COMMON,
  ...COMPOSITION,
  ...VALUES,
  ...REFUSED,
  type: TYPE,
  ...Object.assign({}, ...Object.values(BY_TYPE)),
};

/** A schema, wherever it is. */
export const schema: Rule = (value, at) => {
  if (typeof value === 'boolean') {
    at.report('Write `{}` for any value: `true` and `false` are not supported here.', 'shape');
    return;
  }
  mapOf(anything)(value, at);
  if (!isObject(value)) return;
  at.schemas.push({ schema: value, at });
  const types = typesOf(value, at.document);
  for (const [key, part] of Object.entries(value)) ruleOf(key, types, value)(part, at.below(key));
};

/** What a keyword of a schema must be, by the types that the schema allows. */
function ruleOf(key: string, types: readonly Type[] | undefined, whole: Json): Rule {
  const kinds = TYPES.filter((type) => Object.hasOwn(BY_TYPE[type], key));
  if (isBesideUnion(key, whole)) return besideUnion(whole);
  if (Object.hasOwn(VALUES, key) && !types) return withoutType;
  if (kinds.length === 0) return fieldRule(KNOWN, key, 'a schema');
  if (!types) return withoutType;
  const [kind] = kinds.filter((type) => types.includes(type));
  if (!kind) return (_value, at) => at.report(saysNothing(key, types), 'key');
  return BY_TYPE[kind][key] ?? anything;
}

const withoutType: Rule = (_value, at) => {
  at.report(`Give the schema a \`type\` first: \`${at.keys.at(-1)}\` needs one.`, 'key');
};

function saysNothing(key: string, types: readonly Type[]) {
  return `\`${key}\` says nothing of a value of type ${types.join(' or ')}. Remove it.`;
}

/** What may be beside `oneOf` and `anyOf`: nothing that would have to hold for each branch. */
function isBesideUnion(key: string, whole: Json) {
  if (!('oneOf' in whole || 'anyOf' in whole)) return false;
  if (key === 'oneOf') return 'anyOf' in whole;
  return (
    !['anyOf', 'discriminator'].includes(key) && !Object.hasOwn(COMMON, key) && !(key in REFUSED)
  );
}

function besideUnion(whole: Json): Rule {
  const union = 'oneOf' in whole ? 'oneOf' : 'anyOf';
  return (_value, at) => {
    const key = at.keys.at(-1);
    const known = Object.hasOwn(KNOWN, key ?? '');
    if (!known) fieldRule(KNOWN, key ?? '', 'a schema')(_value, at);
    else if (key === union) at.report('Keep one of `oneOf` and `anyOf`.', 'key');
    else
      at.report(
        `\`${key}\` beside \`${union}\` is not supported. Write it into each branch.`,
        'key',
      );
  };
}

function isListOfNames(value: unknown) {
  return Array.isArray(value) && new Set(value).size === value.length && value.every(isText);
}

function isText(value: unknown) {
  return typeof value === 'string';
}

function isListOfValues(value: unknown) {
  return Array.isArray(value) && value.length > 0 && new Set(value).size === value.length;
}

function isType(value: unknown) {
  const types = [value].flat();
  const known = types.every((type) => TYPES.includes(type as Type));
  if (!Array.isArray(value)) return known && types.length === 1;
  return known && types.length === 2 && types[0] !== 'null' && types[1] === 'null';
}
