// The types of a contract's schemas as the users of a client see them: an int64 is a bigint, a
// field with a default is optional in a request, and enums of responses can get more values.

import { inspect } from 'node:util';
import { inDirection } from './directed.ts';
import { asObject, isObject } from './json.ts';
import {
  type Contract,
  type Deprecation,
  type Direction,
  NAME,
  type Parameter,
  type Schema,
} from './model.ts';
import { deprecationOf } from './read-model.ts';
import { listOf, typesOf } from './schemas.ts';
import { isOfOtherVersion } from './served-together.ts';

/**
 * Writes types, and declares the types that have names. A type of a response has the name that the
 * contract gives it. If the type of a request differs, it gets another name.
 *
 * @param reserved the names that no type can have
 */
export function typeWriter({ schemas }: Contract, reserved: Iterable<string>) {
  const names = typeNames([...schemas.keys()], reserved);
  /** By the name of the component and the direction whose form it is. */
  const declared = new Map<string, Declared>();
  /** The components whose values can be sent. */
  const sent = new Set<string>();
  return { typeOf, typeOfFields, declarations };

  /** @param schema of this direction */
  function typeOf(schema: Schema, direction: Direction): string {
    const component = componentWithName(schema);
    const types = component
      ? typesOfName(component, schema, direction)
      : ownTypes(schema, direction);
    const { enum: values, format, 'x-closed': isClosed } = schema;
    // A newer service may return values that an enum does not have yet.
    const isOpen = direction === 'response' && !isClosed && format !== 'int64';
    const known = Array.isArray(values) ? values.find((value) => value !== null) : undefined;
    return unionOf([
      ...types.filter((type) => type !== 'null'),
      // Editors would not suggest the known values beside a plain `string`.
      ...(isOpen && known !== undefined ? [`(${typeof known} & {})`] : []),
      ...types.filter((type) => type === 'null'),
    ]);
  }

  /** The types of a schema without a name. An enum is open only where it is used. */
  function ownTypes(schema: Schema, direction: Direction): string[] {
    const { oneOf, const: only, enum: values, format } = schema;
    const kinds = typesOf(schema).map(String);
    if (Array.isArray(oneOf)) {
      const branches = (oneOf as Schema[]).map((one) => typeOf(one, direction));
      return [...branches, ...kinds.filter((kind) => kind === 'null')];
    }
    const literals = 'const' in schema ? [only] : listOf(values);
    if (literals.length > 0 && format !== 'int64') return literals.map(literal);
    return kinds.map((kind) => typeOfKind(kind, schema, direction));
  }

  function typeOfKind(kind: string, schema: Schema, direction: Direction): string {
    const { format, items, minItems, additionalProperties: others } = schema;
    if (kind === 'integer') return format === 'int64' ? 'bigint' : 'number';
    if (kind === 'array') {
      const item = typeOf(items as Schema, direction);
      return Number(minItems) > 0 ? `[${item}, ...Array<${item}>]` : `Array<${item}>`;
    }
    if (kind !== 'object') return kind;
    if (isObject(others))
      return `Record<string, ${typeOf(others as unknown as Schema, direction)}>`;
    const required = listOf(schema.required);
    const fields = Object.entries(asObject(schema.properties) as Record<string, Schema>);
    return typeOfFields(
      fields.map(([name, field]) => ({
        name,
        schema: field,
        isRequired: required.includes(name),
        deprecation: deprecationOf(field),
        description: ownDescription(field),
      })),
      direction,
    );
  }

  /** The type of an object. */
  function typeOfFields(all: readonly Field[], direction: Direction): string {
    const names = all.map(({ name }) => name);
    const fields = all.map((field) => {
      const { name, schema, isRequired, deprecation } = field;
      const about = [commentOf(field, direction), deprecationTag(deprecation, names)];
      const description = comment(about.filter(Boolean).join('\n\n'));
      const key = `${literal(name)}${isRequired ? '' : '?'}`;
      return `${description}${key}: ${typeOf(schema, direction)};\n`;
    });
    const text = fields.join('');
    return text === '' ? 'Record<string, never>' : `{\n${text}}`;
  }

  /** The name of a component's type, and null where only the use can be null. */
  function typesOfName(component: string, used: Schema, direction: Direction): string[] {
    const schema = schemas.get(component) ?? used;
    const type = unionOf(ownTypes(inDirection(schema, direction), direction));
    if (direction === 'request') sent.add(component);
    const ofResponse = declared.get(component)?.type ?? type;
    const isOther = direction === 'request' && ofResponse !== type;
    const key = isOther ? `${component} input` : component;
    const name = names.get(key) ?? type;
    declared.set(key, { name, type, schema });
    const isNull = typesOf(used).includes('null') && !typesOf(schema).includes('null');
    return isNull ? [name, 'null'] : [name];
  }

  function declarations(): string {
    const all = [...declared].map(([key, { name, type, schema }]) => {
      const { description, enum: values } = schema;
      const text = `${comment(firstSentence(description))}export type ${name} = ${type};\n`;
      return values && sent.has(key) ? text + narrowing(name, values) : text;
    });
    return all.join('\n');
  }

  /** What is said of a field. A named type has its own comment at its declaration. */
  function ownDescription(schema: Schema): string | undefined {
    const component = schemas.get(componentWithName(schema) ?? '');
    const isOfComponent = component?.description === schema.description;
    return component && isOfComponent ? undefined : (schema.description as string | undefined);
  }
}

interface Declared {
  readonly name: string;
  readonly type: string;
  readonly schema: Schema;
}

/** A field of an object, or a parameter. */
type Field = Pick<Parameter, 'name' | 'schema' | 'isRequired' | 'deprecation' | 'description'>;

/** The comment of a field: what it means, and its default. */
function commentOf({ description, schema }: Field, direction: Direction): string {
  const isShown = schema.default !== undefined && direction === 'request';
  const defaultText = isShown && `Default: ${literal(schema.default)}.`;
  return [firstSentence(description), defaultText].filter(Boolean).join(' ');
}

/** The component with all of a schema's keywords, if its type is worth a name. */
function componentWithName(schema: Schema): string | undefined {
  const isEnum = 'enum' in schema && schema.format !== 'int64';
  return isEnum || schema.properties || schema.oneOf ? schema[NAME] : undefined;
}

/**
 * The tag of TSDoc for an operation, a parameter or a field that ends; undefined for any other.
 *
 * @param names of the parameters or fields beside it; any other successor is an operation
 */
export function deprecationTag(
  deprecation: Deprecation | undefined,
  names?: readonly string[],
): string | undefined {
  if (!deprecation) return undefined;
  const { since, sunset, successor } = deprecation;
  const isName = names?.includes(String(successor)) || isOfOtherVersion(successor);
  const other = isName ? `\`${successor}\`` : `{@link Client.${successor}}`;
  const cure = successor === undefined ? '' : `: use ${other}`;
  // An operation returns 410 from then on. Anything else works until it is removed.
  const end = names ? `may be removed from ${sunset} on` : `will be removed on ${sunset}`;
  return `@deprecated Since ${since}. It ${end}${cure}.`;
}

/** A function that narrows a value from elsewhere, such as one of an open enum that was read. */
function narrowing(type: string, values: unknown): string {
  const throws = `@throws a TypeError unless it is a value that can be sent`;
  return `
/** Narrows a value that was read to \`${type}\`. ${throws} */
export function expect${type}(value: unknown): ${type} {
  return expectOneOf(${literal(values)}, value);
}
`;
}

/** A name for each component, and one for its form in requests, by `NAME input`. */
function typeNames(components: readonly string[], reserved: Iterable<string>): Map<string, string> {
  const taken = new Set(reserved);
  const all = [...components, ...components.map((component) => `${component} input`)];
  const named = all.map((component) => {
    let name = pascalCase(component);
    while (taken.has(name)) name += 'Schema';
    taken.add(name);
    return [component, name] as const;
  });
  return new Map(named);
}

/** Turns a name into the name of a type. */
export function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const text = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Z]/.test(text) ? text : `Type${text}`;
}

export function unionOf(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

/** A value of a contract as code. */
export function literal(value: unknown): string {
  return inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null });
}

/** The first sentence of a description; the documentation page has the rest. */
function firstSentence(text: unknown = ''): string {
  const ends = /(?<=[^.]{2}\.)\s+(?=[^a-z\s])|\n\n/;
  const [sentence = ''] = String(text).trim().split(ends);
  return sentence;
}

/**
 * Turns a text into a comment, without links to guides, which lead nowhere from a file. Returns
 * nothing for an empty text.
 */
export function comment(text: string): string {
  if (text === '') return '';
  const safe = text.replaceAll(/\[([^\]]*)\]\((?!\w+:)[^)]*\)/g, '$1').replaceAll('*/', '*\\/');
  if (!safe.includes('\n')) return `/** ${safe} */\n`;
  return `/**\n${safe.replaceAll(/^/gm, ' * ').replaceAll(/ +$/gm, '')}\n */\n`;
}
