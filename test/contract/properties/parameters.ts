import fc from 'fast-check';
import { type Exact, isArray, isNumber, isObject, toJson } from './exact.ts';
import { invalidValues } from './invalid.ts';
import { isValid } from './oracle.ts';
import { meaningOf } from './parameter-meaning.ts';
import { alternatives, type Context, type Schema, typesOf } from './schema.ts';
import { matching } from './search.ts';
import { unlikelyStrings } from './strings.ts';
import { type Raw, type Sent, sendJson, sendRaw } from './styles.ts';
import { validValues } from './values.ts';

/*
 * Parameters that match their schemas, and texts that mean nothing that does.
 */

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema?: Schema;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** A parameter's value: what it means, and how it is sent. */
export interface Given {
  readonly value: Exact;
  readonly sent: Sent;
}

/** No canonical form of any type but string. */
const ODD_TEXTS = [
  ...['05', '+5', '5.', '.5', '1e1', '0x10', ' 5', '5 ', '-', 'Infinity', 'NaN', 'five', 'null'],
  ...['yes', '', 'TRUE', 'True', 't', 'undefined', '[]', '{}', 'a,b', 'ü', '1,5', 'true,', '٣'],
];
const ODD_JSON = ['{', '{"a":1', 'nothing', "{'a':1}", '01', '[1,]', ''];

export function schemaOf({ schema, content }: Parameter): Schema {
  return schema ?? content?.['application/json']?.schema ?? {};
}

/** Values that match, and can be sent in the parameter's place. */
export function validParameters(parameter: Parameter, context: Context): fc.Arbitrary<Given> {
  const isText = parameter.content === undefined;
  const values = validValues(schemaOf(parameter), { ...context, isText });
  const given = values.map((value) => ({
    value,
    sent: isText ? sendRaw(parameter, rawOf(value)) : sendJson(parameter, toJson(value)),
  }));
  const isSendable = (one: { sent: Sent | undefined }): one is Given => one.sent !== undefined;
  // What is filtered is what the predicate says.
  return matching(given, isSendable, parameter) as fc.Arbitrary<Given>;
}

/** Texts that mean no value that matches. None where every text means one. */
export function invalidParameters(parameter: Parameter, context: Context): fc.Arbitrary<Sent>[] {
  const schema = schemaOf(parameter);
  if (parameter.content) {
    const json = [
      ...invalidValues(schema, context).map((values) => values.map(toJson)),
      fc.constantFrom(...ODD_JSON),
    ];
    return [
      sendable(
        fc.oneof(...json).map((text) => sendJson(parameter, text)),
        parameter,
      ),
    ];
  }
  const all = alternatives(schema, context);
  const odd = fc.oneof(fc.constantFrom(...ODD_TEXTS), ...all.map(unlikelyStrings));
  const values = validValues(schema, { ...context, isText: true }).map(rawOf);
  const spoilt = fc
    .tuple(values, odd, fc.nat({ max: 9 }))
    .map(([raw, text, at]) => spoil(raw, text, at))
    .map((raw) => ({ raw, sent: sendRaw(parameter, raw) }));
  const isWrong = ({ raw, sent }: { raw: Raw; sent: Sent | undefined }) =>
    sent !== undefined && !isMeant(schema, raw, context);
  const wrong = matching(spoilt, isWrong, parameter).map(({ sent }) => sent ?? '');
  return canBeWrong(schema, context) ? [wrong] : [];
}

function sendable(sent: fc.Arbitrary<Sent | undefined>, parameter: Parameter): fc.Arbitrary<Sent> {
  return matching(sent, (one) => one !== undefined, parameter).map((one) => one ?? '');
}

/** A text is wrong for every type but a string without any other keyword. */
function canBeWrong(schema: Schema, context: Context): boolean {
  const narrowing = ['format', 'pattern', 'enum', 'const', 'minLength', 'maxLength'];
  return alternatives(schema, context).every((one) => {
    const isString = typesOf(one)?.every((type) => type === 'string');
    return !isString || one.some((part) => narrowing.some((keyword) => keyword in part));
  });
}

/** One part of it replaced, repeated, added or left out. */
function spoil(raw: Raw, text: string, at: number): Raw {
  if (typeof raw === 'string') return text;
  const list: readonly (string | readonly [string, string])[] = 'parts' in raw ? raw.parts : raw;
  const place = at % Math.max(1, list.length);
  const change = Math.floor(at / 2) % 5;
  if ('parts' in raw) {
    const { parts } = raw;
    const name = parts[place]?.[0] ?? 'a';
    if (change === 0) return { parts: parts.filter((_, index) => index !== place) };
    if (change === 1) return { parts: [...parts, ...parts.slice(place, place + 1)] };
    if (change === 2) return { parts: [...parts, ['unknown', '1']] };
    if (change === 3) return [...parts.flat(), 'odd'];
    return { parts: parts.map((part, index) => (index === place ? [name, text] : part)) };
  }
  if (change === 0) return raw.filter((_, index) => index !== place);
  if (change === 1) return [...raw, ...raw, ...raw, ...raw];
  return raw.map((one, index) => (index === place ? text : one));
}

/** The text of a primitive, of each item or of each property. */
function rawOf(value: Exact): Raw {
  if (isArray(value)) return value.map(textOf);
  if (!isObject(value)) return textOf(value);
  return { parts: value.fields.map(([name, field]) => [name, textOf(field)] as const) };
}

function textOf(value: Exact): string {
  return typeof value === 'object' && value !== null && isNumber(value)
    ? value.number
    : String(value);
}

/** Whether the texts mean a value that matches. */
function isMeant(schema: Schema, raw: Raw, context: Context): boolean {
  const value = meaningOf(schema, raw, context);
  return value !== undefined && isValid(schema, value, context);
}
