import { isObject, type Json } from './json.ts';
import { schemasOf } from './operations.ts';
import {
  applied,
  type Direction,
  isHidden,
  listOf,
  referredName,
  type Schemas,
} from './schemas.ts';

/*
 * The types of a contract's schemas as the users of a client see them: an int64 is a bigint, what has a default
 * can be left out of a request, and the enums of responses can get more values.
 */

export interface TypeWriter {
  /** The type of a schema. Its further lines are indented. */
  typeOf(schema: unknown, direction: Direction, indent?: string): string;
  /** Fields, each in lines of its own. */
  fieldsText(fields: readonly Field[], direction: Direction, indent?: string): string;
  /** Declares the types that others have by name. */
  declarations(): string;
}

export interface Field {
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
  readonly description: string;
}

/** @param reserved the names that no type can have */
export function typeWriter(contract: Json, reserved: Iterable<string>): TypeWriter {
  const schemas = schemasOf(contract);
  const names = typeNames(Object.keys(schemas), reserved);
  const used = { response: new Set<string>(), request: new Set<string>() };
  const discriminating = discriminatingFields(contract, schemas);
  return { typeOf, fieldsText, declarations };

  function typeOf(schema: unknown, direction: Direction, indent = '', isOpen = true): string {
    const component = referredComponent(schema);
    const target = component === undefined ? schema : schemas[component];
    if (component === undefined || !hasName(target, schemas)) {
      const other = referredComponent(target);
      if (other !== undefined) return typeOf(target, direction, indent, isOpen);
      return ownType(target, direction, indent, isOpen);
    }
    return unionOf([nameOf(component, direction), ...furtherValues(target, direction, isOpen)]);
  }

  function ownType(schema: unknown, direction: Direction, indent: string, isOpen: boolean): string {
    const all = merged(schema, schemas);
    const branches = listOf(all.anyOf ?? all.oneOf);
    if (branches.length > 0) {
      return unionOf(branches.map((branch) => typeOf(branch, direction, indent, isOpen)));
    }
    const isLiteral = all.format !== 'int64';
    if (isLiteral && 'const' in all) return literal(all.const);
    if (isLiteral && Array.isArray(all.enum)) {
      return unionOf([...all.enum.map(literal), ...furtherValues(schema, direction, isOpen)]);
    }
    const kinds = [all.type ?? 'object'].flat();
    return unionOf(kinds.map((kind) => typeOfKind(String(kind), schema, direction, indent)));
  }

  function typeOfKind(kind: string, schema: unknown, direction: Direction, indent: string): string {
    const { format, items, additionalProperties } = merged(schema, schemas);
    if (kind === 'integer') return format === 'int64' ? 'bigint' : 'number';
    if (kind === 'array') return listType(typeOf(items, direction, indent));
    if (kind !== 'object') return kind;
    if (isObject(additionalProperties)) {
      return `{ [key: string]: ${typeOf(additionalProperties, direction, indent)} }`;
    }
    const fields = fieldsOf(schema, direction, schemas);
    if (fields.length === 0) return 'Record<string, never>';
    return `{\n${fieldsText(fields, direction, `${indent}  `)}${indent}}`;
  }

  function fieldsText(fields: readonly Field[], direction: Direction, indent = '  '): string {
    const lines = fields.map(({ name, schema, isRequired, description }) => {
      const key = `${keyText(name)}${isRequired ? '' : '?'}`;
      // A union could no longer be told apart by a field with any value.
      const isOpen = !definitionsOf(schema).some((one) => discriminating.has(one));
      const type = typeOf(schema, direction, indent, isOpen);
      return `${comment(description, indent)}${indent}${key}: ${type};\n`;
    });
    return lines.join('');
  }

  /** What a newer service may return beside the values of an enum. */
  function furtherValues(schema: unknown, direction: Direction, isOpen: boolean): string[] {
    const { enum: values, type, format } = merged(schema, schemas);
    if (!isOpen || !values || direction === 'request' || format === 'int64') return [];
    const [kind] = [type].flat();
    return [`(${kind === 'integer' ? 'number' : kind} & {})`];
  }

  function nameOf(component: string, direction: Direction): string {
    if (!used[direction].has(component)) {
      used[direction].add(component);
      // What it refers to is used, too.
      declared(component, direction);
    }
    const isInput = direction === 'request' && isDirected(component);
    return names.get(isInput ? `${component} input` : component) ?? component;
  }

  /** Whether a component has one type in requests and another in responses. */
  function isDirected(component: string): boolean {
    const isInBoth = used.request.has(component) && used.response.has(component);
    return isInBoth && declared(component, 'request') !== declared(component, 'response');
  }

  /** The type that has the name of a component. An enum is open only where it is used. */
  function declared(component: string, direction: Direction): string {
    const isEnum = 'enum' in merged(schemas[component], schemas);
    return ownType(schemas[component], direction, '', !isEnum);
  }

  function declarations(): string {
    const all = Object.keys(schemas).flatMap((component) => {
      const { description } = merged(schemas[component], schemas);
      const directions = (['response', 'request'] as const).filter((one) =>
        used[one].has(component),
      );
      return (isDirected(component) ? directions : directions.slice(0, 1)).map((direction) => {
        const type = declared(component, direction);
        return `${comment(description)}export type ${nameOf(component, direction)} = ${type};\n`;
      });
    });
    return all.join('\n');
  }
}

/** All that a schema says, and what it refers to. What it says itself holds before the rest. */
export function merged(schema: unknown, schemas: Schemas): Json {
  return Object.assign({}, ...applied(schema, schemas).toReversed());
}

/** The fields of an object that messages of a direction have. */
export function fieldsOf(schema: unknown, direction: Direction, schemas: Schemas): Field[] {
  const parts = applied(schema, schemas);
  const required = new Set(parts.flatMap((part) => listOf(part.required)));
  const all = parts.flatMap(({ properties }) =>
    isObject(properties) ? Object.entries(properties) : [],
  );
  return [...Map.groupBy(all, ([name]) => name)].flatMap(([name, found]) => {
    const [first] = found;
    const schema = found.length === 1 ? first?.[1] : { allOf: found.map(([, one]) => one) };
    if (isHidden(schema, direction, schemas)) return [];
    const description = descriptionOf(schema, schemas, direction);
    return [{ name, schema, isRequired: required.has(name), description }];
  });
}

/** What a schema says for readers, with its default. A type with a name says it where it is declared. */
export function descriptionOf(schema: unknown, schemas: Schemas, direction: Direction) {
  const { default: value } = merged(schema, schemas);
  const component = referredComponent(schema);
  const isElsewhere = component !== undefined && hasName(schemas[component], schemas);
  const { description } = isElsewhere ? (schema as Json) : merged(schema, schemas);
  const fallback =
    value === undefined || direction === 'response' ? '' : `Default: ${literal(value)}.`;
  return [description, fallback].filter(Boolean).join(' ');
}

/** Whether a component is a type of its own, and not written out where it is used. */
function hasName(schema: unknown, schemas: Schemas): boolean {
  const { properties, enum: values, anyOf, oneOf, format } = merged(schema, schemas);
  return Boolean(properties ?? anyOf ?? oneOf ?? (format !== 'int64' && values));
}

/** The component that a schema refers to, and says nothing about that changes its type. */
function referredComponent(schema: unknown): string | undefined {
  if (!isObject(schema)) return undefined;
  const { $ref, allOf, properties, required } = schema;
  if (typeof $ref === 'string') return referredName(schema);
  const [only, ...others] = listOf(allOf);
  return others.length === 0 && !properties && !required ? referredName(only) : undefined;
}

/** What a field is made of, which `fieldsOf` has found in several parts of an object. */
function definitionsOf(field: unknown): unknown[] {
  return isObject(field) ? [field, ...listOf(field.allOf)] : [];
}

/** The definitions of fields that tell the branches of a union apart. */
function discriminatingFields(contract: Json, schemas: Schemas): Set<unknown> {
  const found = new Set<unknown>();
  JSON.stringify(contract, (_key, part) => {
    const name = part?.discriminator?.propertyName;
    const branches = typeof name === 'string' ? listOf(part.oneOf) : [];
    for (const { properties } of branches.flatMap((branch) => applied(branch, schemas))) {
      if (isObject(properties)) found.add(properties[String(name)]);
    }
    return part;
  });
  return found;
}

/** A name for each component, and one for its form in requests, by `NAME input`. */
function typeNames(components: readonly string[], reserved: Iterable<string>): Map<string, string> {
  const taken = new Set(reserved);
  const all = [...components, ...components.map((component) => `${component} input`)];
  return new Map(
    all.map((component) => {
      let name = pascalCase(component);
      while (taken.has(name)) name += taken.has(`${name}Schema`) ? '_' : 'Schema';
      taken.add(name);
      return [component, name];
    }),
  );
}

/** A name as that of a type. */
export function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const text = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Z]/.test(text) ? text : `Type${text}`;
}

/** Types of which one holds. */
export function unionOf(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function listType(item: string): string {
  return /^[\w[\]]+$|^\{[^|]*\}$/.test(item) ? `${item}[]` : `(${item})[]`;
}

/** A name as the key of an object. */
export function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

/** A value of JSON as TypeScript. */
export function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A text as a comment; nothing for none. */
export function comment(text: unknown, indent = ''): string {
  if (typeof text !== 'string' || text === '') return '';
  const lines = text.split('\n').map((line) => ` ${line}`.trimEnd());
  return `${indent}/**${lines.join(`\n${indent} *`)} */\n`;
}
