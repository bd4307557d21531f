// The types that handlers are written against, made of the complete contract.

import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { isObject, type Json } from '../json.ts';
import { type Direction, defaultOf, type Schemas } from '../schemas.ts';
import { componentsOf, referTo } from './components.ts';
import { replaceSchemas } from './positions.ts';
import { schemaType } from './schema-type.ts';

/** Says which type stands for a schema. */
const TYPE = 'x-type';
const SAID = ['title', 'description', 'format', 'deprecated', 'example', 'examples'];

/**
 * The types of every operation and schema, in the shape that openapi-typescript gives them. It makes
 * everything but the types of schemas, which here depend on the direction: a request has what its
 * defaults fill in and nothing read-only, a response nothing write-only.
 *
 * @param contract complete, and valid
 */
export async function typesModule(contract: Json): Promise<string> {
  const { schemas = {} } = (contract.components ?? {}) as { schemas?: Schemas };
  const paths = contract.paths as Json;
  const components = componentsOf(paths, schemas);
  const typeOf = (schema: unknown, direction: Direction) =>
    schemaType(schema, { schemas, direction, refer: (name) => referTo(find(name, direction)) });
  const find = (name: string, direction: Direction) => {
    const candidates = components.filter(({ of }) => of === name);
    return candidates.find((one) => one.direction === direction) ?? candidates[0];
  };

  const types: ts.TypeNode[] = [];
  const stand = (schema: unknown, type: ts.TypeNode) => {
    types.push(type);
    return { ...said(schema, schemas), type: 'string', [TYPE]: types.length - 1 };
  };
  const aliases: ts.TypeAliasDeclaration[] = [];
  const stubs = components.map((component) => {
    const schema = schemas[component.of];
    const type = typeOf(schema, component.direction);
    const { name, alias } = component;
    if (alias === undefined) return [name, stand(schema, type)];
    aliases.push(ts.factory.createTypeAliasDeclaration(undefined, alias, undefined, type));
    return [name, stand(schema, referTo(component))];
  });
  const frame = {
    ...contract,
    paths: replaceSchemas(paths, (schema, direction) => stand(schema, typeOf(schema, direction))),
    components: { schemas: Object.fromEntries(stubs) },
  };
  const nodes = await openapiTS(JSON.stringify(frame), {
    silent: true,
    transform: (schema) => types[Number((schema as Json)[TYPE])],
  });
  return astToString([...nodes, ...aliases]);
}

/** What becomes a comment; a default also where it is that of what is referred to. */
function said(schema: unknown, schemas: Schemas): Json {
  if (!isObject(schema)) return {};
  const texts = SAID.filter((key) => key in schema).map((key) => [key, schema[key]]);
  return { ...Object.fromEntries(texts), default: defaultOf(schema, schemas) };
}
