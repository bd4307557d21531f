import {
  applied,
  type Direction,
  isHidden,
  isObject,
  type Json,
  listOf,
  referredName,
  type Schemas,
} from '../../contract/index.ts';
import { factsOf } from './facts.ts';
import { withSeeAlso } from './see-also.ts';

/*
 * The values that a schema allows as a tree: a part for each field, item and alternative.
 */

/** A value in words; all but the type is Markdown. */
export interface Described {
  readonly type: string;
  /** The component that each value is in a response: objects are described once, by themselves. */
  readonly object: string | undefined;
  readonly description: string;
  /** The only values there are, where the schema lists them. */
  readonly allowed: readonly unknown[];
  /** Sentences that the schema's keywords mean. */
  readonly facts: readonly string[];
  /** What is in the value. */
  readonly parts: readonly Part[];
}

export interface Part extends Described {
  readonly title: string;
  /** Leads there from the value that it is in; undefined of a remark. */
  readonly step: string | undefined;
  /** Only of a field with a name. */
  readonly required?: boolean;
}

/** Describes a schema, and all that is in its values. */
export function describeSchema(
  schema: unknown,
  schemas: Schemas,
  direction: Direction = 'response',
): Described {
  const flat = flatten(schema, schemas);
  const inner = partsOf(flat, schemas, direction);
  const isNamed = flat.name !== undefined && (flat.type === 'object' || flat.type === undefined);
  const item = inner.find(({ step }) => step === ITEM);
  return {
    type: isNamed ? String(flat.name) : typeOf(flat, item),
    object: isNamed && direction === 'response' ? String(flat.name) : item?.object,
    description: withSeeAlso(
      [flat.title && `**${flat.title}**`, flat.description].filter(Boolean).join('\n\n'),
      flat.externalDocs,
    ),
    allowed: listOf(flat.enum),
    facts: factsOf(flat),
    parts: inner,
  };
}

/** No field is called like that. */
const ITEM = '[]';
const OTHERS = '{}';

/** What a schema says together with what it refers to and what is in its `allOf`: of each keyword the first. */
function flatten(schema: unknown, schemas: Schemas): Json {
  const applying = applied(schema, schemas);
  return {
    ...Object.assign({}, ...applying.toReversed()),
    name: applying.map(referredName).find((name) => name !== undefined),
    properties: fieldsOf(applying),
    required: applying.flatMap(({ required }) => listOf(required)),
  };
}

/** Of a field that several parts have, what all of them say. */
function fieldsOf(applying: readonly Json[]): Json {
  const all = applying.flatMap(({ properties }) => Object.entries(Object(properties)));
  const byName = Map.groupBy(all, ([name]) => name);
  const fields = [...byName].map(([name, parts]) => {
    const [first, ...others] = parts.map(([, part]) => part);
    return [name, others.length === 0 ? first : { allOf: [first, ...others] }];
  });
  return Object.fromEntries(fields);
}

/** What a value can be, such as `integer, int64 or null`. */
function typeOf({ type, format, oneOf, anyOf }: Json, item: Described | undefined): string {
  const named = [type ?? []].flat().map((one) => {
    if (one === 'array') return `array of ${item?.type}`;
    return format !== undefined && one !== 'null' ? `${one}, ${format}` : String(one);
  });
  if (named.length > 0) return named.join(' or ');
  return oneOf || anyOf ? 'one of several' : 'any JSON value';
}

function partsOf(flat: Json, schemas: Schemas, direction: Direction): Part[] {
  const describe = (part: unknown) => describeSchema(part, schemas, direction);
  const properties = Object.entries(flat.properties as Json).filter(
    ([, property]) => !isHidden(property, direction, schemas),
  );
  const { items, additionalProperties: others, discriminator } = flat;
  const branches = listOf(flat.oneOf ?? flat.anyOf);
  const isClosed = others === false || flat.unevaluatedProperties === false;
  const words = flat.oneOf ? 'One of these' : 'One or more of these';
  const { propertyName } = Object(discriminator);
  return [
    ...properties.map(([name, property]) => {
      const required = listOf(flat.required).includes(name);
      return { ...describe(property), title: name, step: name, required };
    }),
    ...(isClosed && direction === 'request' ? [remark('No other fields.')] : []),
    ...(others === true ? [remark('Any other field: any JSON value.')] : []),
    ...(isObject(others) ? [{ ...describe(others), title: 'Any other field', step: OTHERS }] : []),
    ...(items === undefined ? [] : [{ ...describe(items), title: 'Each item', step: ITEM }]),
    ...(branches.length > 0
      ? [remark(propertyName ? `${words}, by \`${propertyName}\`:` : `${words}:`)]
      : []),
    ...branches.map((branch, i) => ({
      ...describe(branch),
      title: `Alternative ${i + 1}`,
      step: `${words}/${i + 1}`,
    })),
  ];
}

function remark(title: string): Part {
  const nothing = {
    type: '',
    object: undefined,
    description: '',
    allowed: [],
    facts: [],
    parts: [],
  };
  return { ...nothing, title, step: undefined };
}
