// The types of a contract for handlers: an int64 is a bigint, and fields with a default are always
// present in requests.

import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { changeSchema, type Schema as JsonSchema } from '../../src/platform/schema/schemas.ts';
import { inDirection } from './directed.ts';
import { type Flatten, flattener } from './flatten.ts';
import { asObject, isObject, type Json, mapValues } from './json.ts';
import { type Contract, type Direction, type Schema, WRITTEN } from './model.ts';
import { operationsOf, schemasOf } from './operations.ts';
import { schemasWithin } from './schema-uses.ts';
import { HIDING, listOf, referredName, typesOf } from './schemas.ts';

const BIGINT = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);
const NUMBER = ts.factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword);
const NULL = ts.factory.createLiteralTypeNode(ts.factory.createNull());

/** The module with the types of every operation and schema. */
export async function typesModule(contract: Contract): Promise<string> {
  const document = forGenerator(withResponsesApart(contract));
  const { flatten } = flattener(schemasOf(document));
  // A copy, because openapi-typescript changes the document that it gets.
  const nodes = await openapiTS(structuredClone(document) as Json & OpenAPI3, {
    silent: true,
    readWriteMarkers: true,
    transform: (schema) => {
      const { type, format } = schema;
      const isWider = 'x-response-format' in schema;
      if (format !== 'int64' && !isWider) return undefined;
      const isNullable = typesOf({ type }).includes('null');
      // The same type is that of requests, too.
      const types = [BIGINT, ...(isWider ? [NUMBER] : []), ...(isNullable ? [NULL] : [])];
      return types.length > 1 ? ts.factory.createUnionTypeNode(types) : BIGINT;
    },
    transformProperty: (property, schema) => {
      const { modifiers, name, type } = property;
      // In the form for the generator, an `allOf` can have a field twice.
      if (!('default' in flatten(schema, []))) return undefined;
      return ts.factory.updatePropertySignature(property, modifiers, name, undefined, type);
    },
  });
  return astToString(nodes.filter((node) => !isDirected(node)));
}

/** `src/platform/contract/handler.ts` has types of its own for what these do. */
function isDirected(node: ts.Node): boolean {
  return ts.isTypeAliasDeclaration(node) && ['Readable', 'Writable'].includes(node.name.text);
}

/** A response may leave out fields with a default: their schemas get a copy without defaults. */
function withResponsesApart({ schemas, document: original }: Contract): Json {
  // Unlike structuredClone, this also copies an object twice that is used twice.
  const document = JSON.parse(JSON.stringify(original));
  const components = schemasOf(original);
  const added: Record<string, unknown> = {};
  for (const { written } of operationsOf(document)) {
    for (const response of Object.values(asObject(written.responses)).map(asObject)) {
      const holders = [response.content, response.headers].flatMap((all) =>
        Object.values(asObject(all)).map(asObject),
      );
      for (const holder of holders) {
        if (isObject(holder.schema)) holder.schema = returned(holder.schema);
      }
    }
  }
  Object.assign(schemasOf(document), added);
  return document;

  function returned(schema: JsonSchema): JsonSchema {
    return changeSchema(schema, ({ default: _, ...own }) => {
      const name = referredName(own) ?? '';
      const referred = schemas.get(name);
      if (!referred || !containsDefault(inDirection(referred, 'response'))) return own;
      const form = `${name}.returned`;
      added[form] ??= returned(components[name] as JsonSchema);
      return { ...own, $ref: `#/components/schemas/${form}` };
    });
  }
}

/** Whether a schema, or one within, has a default. */
function containsDefault(schema: Schema): boolean {
  return [...schemasWithin([schema])].some((one) => 'default' in one);
}

/**
 * Rewrites a contract for openapi-typescript: parameters with a default are required, and so are
 * fields that another part of an `allOf` requires; fields are read-only or write-only if the schema
 * that they refer to is; an int64 has no `enum` or `const`, which would become numbers; and a
 * `mapping` consists of references.
 */
function forGenerator(contract: Json): Json {
  const { flatten } = flattener(schemasOf(contract));
  return JSON.parse(JSON.stringify(contract), (_key, part) => {
    if (!isObject(part)) return part;
    const { enum: _, const: __, ...others } = part;
    if (others.format === 'int64') return others;
    if (typeof others.propertyName === 'string') {
      const mapping = mapValues(
        asObject(others.mapping),
        ($ref) => `#/components/schemas/${referredName({ $ref })}`,
      );
      return { ...part, mapping };
    }
    if (Array.isArray(others.allOf)) {
      return withRequired(withMarks(part, flatten), flatten);
    }
    if (isObject(others.properties)) return withMarks(part, flatten);
    const isParameter = typeof others.in === 'string' && isObject(others.schema);
    return isParameter && 'default' in flatten(others.schema, [])
      ? { ...part, required: true }
      : part;
  });
}

/** Copies `readOnly` and `writeOnly` to fields from the schemas that they refer to. */
function withMarks(schema: Json, flatten: Flatten): Json {
  if (!isObject(schema.properties)) return schema;
  const properties = mapValues(schema.properties, (field) => {
    // This `properties` may be a field of that name, and not the keyword.
    if (!isObject(field)) return field;
    const flat = flatten(field, []);
    const isHidden = (direction: Direction) => flat[HIDING[direction]] === true;
    return {
      ...field,
      ...(isHidden('request') && { readOnly: true }),
      ...(isHidden('response') && { writeOnly: true }),
    };
  });
  return { ...schema, properties };
}

/** Repeats fields beside an `allOf` if one of its parts has the field and another requires it. */
function withRequired(schema: Json, flatten: Flatten): Json {
  const { properties, required, [WRITTEN]: parts } = flatten(schema, []);
  const fields = asObject(properties);
  const isSaid = (name: string) =>
    parts.some((part) => {
      const hasField = Object.hasOwn(asObject(part.properties), name);
      return hasField && listOf(part.required).includes(name);
    });
  const lost = listOf(required)
    .map(String)
    .filter((name) => Object.hasOwn(fields, name) && !isSaid(name));
  if (lost.length === 0) return schema;
  const written = Object.assign({}, ...parts.map((part) => part.properties));
  const again = Object.fromEntries(lost.map((name) => [name, written[name]]));
  const marked = withMarks({ type: 'object', required: lost, properties: again }, flatten);
  return { ...schema, allOf: [...listOf(schema.allOf), marked] };
}
