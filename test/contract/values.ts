import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';

/*
 * Generates values that match a schema of the contract, and values that do not. All of them are
 * text, since a JavaScript number cannot hold every int64.
 */

/** A schema of the contract without references. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly allOf?: readonly Schema[];
}

type Texts = fc.Arbitrary<string>;
/** The fields of an object, in order: names, and values as JSON. */
type Fields = readonly (readonly [name: string, json: string])[];

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};
/** Not the canonical decimal form of an integer. */
const ODD_INTEGERS = ['05', '+5', '5.0', '1e1', '0x10', ' 5', '-0', 'Infinity', 'five', 'null'];
const ODD_STRINGS = ['', ' ', '\0', 'a\0b', '\ud800', '__proto__', 'é', '\u{1f436}'];
const SOME_JSON = {
  ...{ null: 'null', boolean: 'true', number: '1.5', string: '"5"', array: '[5]', object: '{}' },
};
const SURROGATE = /\p{Surrogate}/u;

/** JSON that matches the schema. */
export function validJson(schema: Schema): Texts {
  const { type, items = {}, minItems = 0, maxItems = 5 } = flat(schema);
  if (type === 'object') return fieldsOf(schema).map(objectJson);
  if (type === 'array') {
    const length = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 5) };
    return fc.array(validJson(items), length).map((values) => `[${values.join()}]`);
  }
  return type === 'string'
    ? validStrings(schema).map((text) => JSON.stringify(text))
    : scalars(schema);
}

/** JSON that does not match the schema, for a single reason. */
export function invalidJson(schema: Schema): Texts {
  const { type, items } = flat(schema);
  const others = Object.entries(SOME_JSON).flatMap(([other, json]) => (other === type ? [] : json));
  const wrong: Texts[] = [fc.constantFrom(...others)];
  if (type === 'integer') wrong.push(fc.constantFrom('5.0', '1e1'), outOfRange(schema));
  if (type === 'string')
    wrong.push(...invalidStrings(schema).map((texts) => texts.map((text) => JSON.stringify(text))));
  if (type === 'array' && items) wrong.push(invalidJson(items).map((json) => `[${json}]`));
  if (type === 'object') wrong.push(...invalidObjects(schema));
  return fc.oneof(...wrong);
}

/** Text for a path, a query or a header that matches the schema. */
export function validText(schema: Schema): Texts {
  if (flat(schema).type !== 'string') return scalars(schema);
  return validStrings(schema).filter((text) => !SURROGATE.test(text));
}

/** Text that does not match the schema. Empty where every text does. */
export function invalidText(schema: Schema): Texts[] {
  const { type } = flat(schema);
  if (type === 'integer') return [fc.constantFrom(...ODD_INTEGERS), outOfRange(schema)];
  if (type === 'boolean') return [fc.constantFrom('yes', '1', 'TRUE')];
  return invalidStrings(schema).map((texts) => texts.filter((text) => !SURROGATE.test(text)));
}

/** Whether the service may reject a text that matches, as it does with a cursor it has not issued. */
export function isOpaque(schema: Schema): boolean {
  const { type, enum: values } = flat(schema);
  return type === 'string' && values === undefined;
}

function scalars(schema: Schema): Texts {
  const { type } = flat(schema);
  if (type === 'boolean') return fc.constantFrom('true', 'false');
  if (type === 'number') return fc.integer().map(String);
  if (type !== 'integer')
    throw new Error(`No values can be generated yet for ${JSON.stringify(schema)}.`);
  const [minimum, maximum] = rangeOf(schema);
  const small = minimum < 1n && maximum > 1n ? [fc.bigInt(1n, maximum < 99n ? maximum : 99n)] : [];
  return fc.oneof(fc.bigInt(minimum, maximum), ...small).map(String);
}

function outOfRange(schema: Schema): Texts {
  const [minimum, maximum] = rangeOf(schema);
  const beyond = fc.bigInt(1n, 2n ** 70n);
  return fc.oneof(
    beyond.map((step) => `${maximum + step}`),
    beyond.map((step) => `${minimum - step}`),
  );
}

function rangeOf(schema: Schema): readonly [bigint, bigint] {
  const { format = 'int64', minimum, maximum } = flat(schema);
  const [least, most] = RANGES[format] ?? [0n, 0n];
  return [
    minimum === undefined ? least : BigInt(minimum),
    maximum === undefined ? most : BigInt(maximum),
  ];
}

function validStrings(schema: Schema): Texts {
  const { enum: values, format, pattern, minLength = 0, maxLength } = flat(schema);
  if (values) return fc.constantFrom(...values);
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const full = {
    unit: 'binary',
    minLength: maxLength ?? minLength,
    maxLength: maxLength ?? 999,
  } as const;
  const likely = pattern ? [fc.stringMatching(new RegExp(pattern, 'u'))] : [];
  const texts = fc.oneof(...likely, fc.string(), fc.string({ ...full, size: 'max' }));
  return texts.filter((text) => fits(schema, text));
}

function invalidStrings(schema: Schema): Texts[] {
  const { enum: values, format, pattern, minLength, maxLength } = flat(schema);
  const texts = fc.oneof(fc.constantFrom(...ODD_STRINGS), fc.string({ unit: 'binary' }));
  const narrow = values ?? format ?? pattern ?? (minLength || undefined);
  return [
    ...(narrow === undefined ? [] : [texts.filter((text) => !fits(schema, text))]),
    ...(maxLength === undefined ? [] : [fc.constant('a'.repeat(maxLength + 1))]),
  ];
}

function fits(schema: Schema, text: string) {
  return ajv.validate(schema, text);
}

function fieldsOf(schema: Schema): fc.Arbitrary<Fields> {
  const { properties = {}, required = [] } = flat(schema);
  const fields = Object.entries(properties).map(([name, part]) => {
    const field = validJson(part).map((json) => [name, json] as const);
    return required.includes(name) ? field : fc.option(field);
  });
  return fc.tuple(...fields).map((given) => given.filter((field) => field !== null));
}

function invalidObjects(schema: Schema): Texts[] {
  const { properties = {}, required = [], additionalProperties } = flat(schema);
  const fields = fieldsOf(schema);
  const unknown = fc.string().filter((name) => !Object.hasOwn(properties, name));
  const wrongOrTwice = Object.entries(properties).flatMap(([name, part]) => [
    fc
      .tuple(fields, invalidJson(part))
      .map(([given, json]) => objectJson([...without(given, name), [name, json]])),
    fc
      .tuple(fields, validJson(part))
      .map(([given, json]) => objectJson([...without(given, name), [name, json], [name, json]])),
  ]);
  return [
    ...wrongOrTwice,
    ...required.map((name) => fields.map((given) => objectJson(without(given, name)))),
    ...(additionalProperties === false
      ? [fc.tuple(fields, unknown).map(([given, name]) => objectJson([...given, [name, '1']]))]
      : []),
  ];
}

function without(fields: Fields, name: string): Fields {
  return fields.filter(([given]) => given !== name);
}

function objectJson(fields: Fields): string {
  return `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`;
}

/** The schema merged with those in its `allOf`. */
function flat({ allOf = [], ...schema }: Schema): Schema {
  return Object.assign({}, schema, ...allOf.map(flat));
}
