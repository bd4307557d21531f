// The types of a contract's schemas as the users of a client see them: an int64 is a bigint, a
// field with a default is optional in a request, and enums of responses can get more values.

import { inspect } from 'node:util';
import { asObject, isObject, type Json } from './json.ts';
import { tagsOfBranches } from './open-enums.ts';
import { schemasOf } from './operations.ts';
import { applyingSchemas, type Direction, isHidden, listOf, referredName } from './schemas.ts';
import { isOfOtherVersion } from './served-together.ts';

/**
 * Writes types, and declares the types that have names. A type of a response has the name that the
 * contract gives it. If the type of a request differs, it gets another name.
 *
 * @param reserved the names that no type can have
 */
export function typeWriter(contract: Json, reserved: Iterable<string>) {
  const schemas = schemasOf(contract);
  const tags = tagsOfBranches(contract);
  const names = typeNames(Object.keys(schemas), reserved);
  /** By the name of the component, or `NAME input`. */
  const declared = new Map<string, string>();
  /** The components whose values can be sent. */
  const sent = new Set<string>();
  return { typeOf, merged, declarations };

  /** @param isOpen whether a newer service may return values that an enum does not have yet */
  function typeOf(
    schema: unknown,
    direction: Direction,
    isOpen = direction === 'response',
  ): string {
    const component = componentWithName(schema);
    const type = component ? nameOf(component, direction) : ownType(schema, direction);
    const { enum: values, format, 'x-closed': isClosed } = merged(schema);
    if (!isOpen || isClosed || !Array.isArray(values) || format === 'int64') return type;
    // Editors would not suggest the known values beside a plain `string`.
    return `${type} | (${typeof values.find((value) => value !== null)} & {})`;
  }

  /** The type of a schema without a name. An enum is open only where it is used. */
  function ownType(schema: unknown, direction: Direction): string {
    const all = merged(schema);
    const branches = listOf(all.anyOf ?? all.oneOf);
    if (branches.length > 0) return unionOf(branches.map((one) => typeOf(one, direction)));
    const literals = 'const' in all ? [all.const] : listOf(all.enum);
    if (literals.length > 0 && all.format !== 'int64') return unionOf(literals.map(literal));
    const kinds = [all.type ?? 'object'].flat();
    return unionOf(kinds.map((kind) => typeOfKind(String(kind), schema, direction)));
  }

  function typeOfKind(kind: string, schema: unknown, direction: Direction): string {
    const { format, items, minItems, additionalProperties: others } = merged(schema);
    if (kind === 'integer') return format === 'int64' ? 'bigint' : 'number';
    if (kind === 'array') {
      const item = typeOf(items, direction);
      return Number(minItems) > 0 ? `[${item}, ...Array<${item}>]` : `Array<${item}>`;
    }
    if (kind !== 'object') return kind;
    if (isObject(others)) return `Record<string, ${typeOf(others, direction)}>`;
    return typeOfObject(schema, direction);
  }

  function typeOfObject(schema: unknown, direction: Direction): string {
    const parts = applyingSchemas(schema, schemas);
    const required = parts.flatMap((part) => listOf(part.required));
    const definitions = parts.flatMap(({ properties }) => Object.entries(asObject(properties)));
    const names = definitions.map(([name]) => name);
    const fields = definitions.map(([name, field]) => {
      if (isHidden(field, direction, schemas)) return '';
      const deprecation = deprecationOf(merged(field), names);
      const about = [descriptionOf(field, direction), deprecation].filter(Boolean);
      const description = comment(about.join('\n\n'));
      const key = `${literal(name)}${required.includes(name) ? '' : '?'}`;
      // With an open enum, TypeScript could not choose the branch of a union.
      const isOpen = direction === 'response' && !tags.get(schema)?.has(name);
      return `${description}${key}: ${typeOf(field, direction, isOpen)};\n`;
    });
    const text = fields.join('');
    return text === '' ? 'Record<string, never>' : `{\n${text}}`;
  }

  function nameOf(component: string, direction: Direction): string {
    const type = typeOf(schemas[component], direction, false);
    if (direction === 'request') sent.add(component);
    const isOther = direction === 'request' && (declared.get(component) ?? type) !== type;
    const key = isOther ? `${component} input` : component;
    declared.set(key, type);
    return names.get(key) ?? type;
  }

  function declarations(): string {
    const all = [...declared].map(([key, type]) => {
      const { description, enum: values } = merged(schemas[key.replace(/ input$/, '')]);
      const text = `${comment(firstSentence(description))}export type ${names.get(key)} = ${type};\n`;
      return values && sent.has(key) ? text + narrowing(String(names.get(key)), values) : text;
    });
    return all.join('\n');
  }

  /** A schema with the keywords of what it refers to. Its own keywords take precedence. */
  function merged(schema: unknown): Json {
    return Object.assign({}, ...applyingSchemas(schema, schemas).toReversed());
  }

  /** The comment of a field. A named type has its own comment at its declaration. */
  function descriptionOf(schema: unknown, direction: Direction): string {
    const { default: value, ...all } = merged(schema);
    const { description } = componentWithName(schema) === undefined ? all : (schema as Json);
    const isShown = value !== undefined && direction === 'request';
    const defaultText = isShown && `Default: ${literal(value)}.`;
    return [firstSentence(description), defaultText].filter(Boolean).join(' ');
  }

  /** The component that a schema refers to, if the schema adds nothing and the type has a name. */
  function componentWithName(schema: unknown): string | undefined {
    const { allOf, properties, required } = asObject(schema);
    const [only, ...others] = listOf(allOf);
    const isAlone = others.length === 0 && !properties && !required;
    const component = referredName(schema) ?? (isAlone ? referredName(only) : undefined);
    const all = merged(schema);
    const isEnum = 'enum' in all && all.format !== 'int64';
    return isEnum || (all.properties ?? all.anyOf ?? all.oneOf) ? component : undefined;
  }
}

/**
 * The tag of TSDoc for an operation, a parameter or a field that ends; false for any other.
 *
 * @param names of the parameters or fields beside it; any other successor is an operation
 */
export function deprecationOf(part: Json, names?: readonly string[]): string | false {
  const { 'x-deprecated-since': since, 'x-sunset': sunset, 'x-successor': successor } = part;
  if (!part.deprecated) return false;
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
