import { SchemaError } from './schema-error.ts';

/** A schema of the contract, as it is written there. */
export type Schema = Readonly<Record<string, unknown>>;
export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

const NUMBER = [
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
];
/** The keywords that say something about values of each type. */
const BY_TYPE: Readonly<Record<JsonType, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  integer: NUMBER,
  number: NUMBER,
  boolean: [],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: [
    'properties',
    'required',
    'additionalProperties',
    'minProperties',
    'maxProperties',
    'unevaluatedProperties',
  ],
  null: [],
};
const ANY_TYPE = ['enum', 'const'];
const IN_PLACE = ['$ref', 'allOf', 'oneOf', 'anyOf'];
const ANNOTATIONS = [
  'type',
  'discriminator',
  'default',
  'readOnly',
  'writeOnly',
  'title',
  'description',
  'example',
  'examples',
  'deprecated',
  'externalDocs',
];
const TYPED = new Set([...Object.values(BY_TYPE).flat(), ...ANY_TYPE]);
const KNOWN = new Set([...TYPED, ...IN_PLACE, ...ANNOTATIONS]);
const INSTEAD: Readonly<Record<string, string>> = {
  nullable: 'Write null as one of its types.',
  if: 'Write oneOf with a branch for each case.',
  not: 'Say what is allowed.',
  prefixItems: 'Write an object with a property for each item.',
  patternProperties: 'Write additionalProperties.',
  dependentRequired: 'Write oneOf with a branch for each case.',
  dependentSchemas: 'Write oneOf with a branch for each case.',
  $defs: 'Put the schema into components.schemas.',
  contentEncoding: 'Write a pattern.',
};

const isText = (value: unknown) => typeof value === 'string';
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const isFlag = (value: unknown) => typeof value === 'boolean';
const isNumber = (value: unknown) => typeof value === 'bigint' || Number.isFinite(value);
const isList = (value: unknown) => Array.isArray(value) && value.length > 0;
const isNameList = (value: unknown) =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;

/** What the value of a keyword has to be. */
const VALUES: Readonly<Record<string, readonly [(value: unknown) => boolean, string]>> = {
  format: [isText, 'a string'],
  pattern: [isText, 'a string'],
  'x-pattern-message': [isText, 'a string'],
  $ref: [isText, 'a string'],
  minLength: [isCount, 'a count'],
  maxLength: [isCount, 'a count'],
  minItems: [isCount, 'a count'],
  maxItems: [isCount, 'a count'],
  minProperties: [isCount, 'a count'],
  maxProperties: [isCount, 'a count'],
  minimum: [isNumber, 'a number'],
  maximum: [isNumber, 'a number'],
  exclusiveMinimum: [isNumber, 'a number'],
  exclusiveMaximum: [isNumber, 'a number'],
  multipleOf: [(value) => isNumber(value) && Number(value) > 0, 'a number greater than 0'],
  uniqueItems: [isFlag, 'true or false'],
  readOnly: [isFlag, 'true or false'],
  writeOnly: [isFlag, 'true or false'],
  required: [isNameList, 'a list of different names'],
  enum: [isList, 'a list of values'],
  allOf: [isList, 'a list of schemas'],
  oneOf: [isList, 'a list of schemas'],
  anyOf: [isList, 'a list of schemas'],
  unevaluatedProperties: [(value) => value === false, 'false'],
  items: [isSchema, 'a schema'],
  properties: [isSchema, 'an object of schemas'],
  additionalProperties: [(value) => isFlag(value) || isSchema(value), 'true, false or a schema'],
};

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a keyword says something about values of some type. */
export function isTyped(keyword: string): boolean {
  return TYPED.has(keyword) || keyword === 'type';
}

/** Whether a keyword says something about values, and not only about the schema. */
export function isAssertion(keyword: string): boolean {
  return isTyped(keyword) || IN_PLACE.includes(keyword);
}

/** The types that a schema names. None where it names none. @throws {SchemaError} for other types */
export function declaredTypes({ type }: Schema, keys: readonly string[]): readonly JsonType[] {
  if (type === undefined) return [];
  const types = Array.isArray(type) ? type : [type];
  const isPair = types.length === 2 && types[1] === 'null' && types[0] !== 'null';
  if (types.every((name) => isText(name) && Object.hasOwn(BY_TYPE, name))) {
    // All names were just found among the types.
    if (isPair || !Array.isArray(type)) return types as JsonType[];
  }
  throw new SchemaError(
    [...keys, 'type'],
    `${JSON.stringify(type)} is not supported. Write one type, or a list of one type and null.`,
  );
}

/**
 * Checks that every keyword is one that is checked on values of these types.
 *
 * @throws {SchemaError} with what to write instead
 */
export function assertSupported(
  schema: Schema,
  types: readonly JsonType[],
  keys: readonly string[],
): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const at = [...keys, keyword];
    if (!KNOWN.has(keyword) && !keyword.startsWith('x-')) {
      const instead = Object.hasOwn(INSTEAD, keyword) ? ` ${INSTEAD[keyword]}` : '';
      throw new SchemaError(at, `${keyword} is not supported.${instead}`);
    }
    const [isValid, expected] = (Object.hasOwn(VALUES, keyword) && VALUES[keyword]) || [];
    if (isValid && !isValid(value)) throw new SchemaError(at, `${keyword} must be ${expected}.`);
    if (TYPED.has(keyword)) assertFits(keyword, types, at);
  }
}

function assertFits(keyword: string, types: readonly JsonType[], keys: readonly string[]) {
  if (types.length === 0) {
    throw new SchemaError(keys, `${keyword} needs a type beside it.`);
  }
  if (ANY_TYPE.includes(keyword)) return;
  if (types.some((type) => BY_TYPE[type].includes(keyword))) return;
  throw new SchemaError(
    keys,
    `${keyword} says nothing about values of type ${types.join(' or ')}.`,
  );
}
