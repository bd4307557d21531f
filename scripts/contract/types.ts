import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { isObject, type Json } from './json.ts';
import { plainSchema } from './plain-schemas.ts';
import { referredName } from './schemas.ts';

/*
 * The types of a contract, in which an int64 is a bigint, and a handler always sees what has a default.
 */

const BIGINT = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);
const NULL = ts.factory.createLiteralTypeNode(ts.factory.createNull());

/** The module with the types of every operation and schema. */
export async function typesModule(contract: Json): Promise<string> {
  const hasDefault = (schema: unknown) => 'default' in plainSchema(contract, schema, 'request');
  const nodes = await openapiTS(asRead(contract, hasDefault), {
    silent: true,
    readWriteMarkers: true,
    transform: ({ type, format }) => {
      if (format !== 'int64') return undefined;
      const canBeNull = [type].flat().some((one) => String(one) === 'null');
      return canBeNull ? ts.factory.createUnionTypeNode([BIGINT, NULL]) : BIGINT;
    },
    transformProperty: (property, schema) => {
      const { modifiers, name, type } = property;
      if (!hasDefault(schema)) return undefined;
      return ts.factory.updatePropertySignature(property, modifiers, name, undefined, type);
    },
  });
  return astToString(nodes);
}

/** Of parameters with a default, too. No contract can write a literal of a bigint, and a mapping has references here. */
function asRead(contract: Json, hasDefault: (schema: unknown) => boolean): OpenAPI3 {
  return JSON.parse(JSON.stringify(contract), (_key, part) => {
    const { enum: _, const: __, ...others } = Object(part);
    if (others.format === 'int64') return others;
    if (typeof others.propertyName === 'string') {
      const names = Object.entries(Object(others.mapping)).map(([value, $ref]) => [
        value,
        `#/components/schemas/${referredName({ $ref })}`,
      ]);
      return { ...part, mapping: Object.fromEntries(names) };
    }
    const isParameter = typeof others.in === 'string' && isObject(others.schema);
    return isParameter && hasDefault(others.schema) ? { ...part, required: true } : part;
  });
}
