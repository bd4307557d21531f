import type { RouteSchema, RouteSchemas } from '../../src/contract/operations.ts';
import { isObject, type Json } from './json.ts';
import { plainSchema } from './plain-schemas.ts';
import { withShared } from './shared-parameters.ts';

/*
 * What Fastify compiles for each operation: the schemas of the parts of its requests, and of the bodies
 * of its successes.
 */

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Json;
}

interface Message {
  readonly headers?: Readonly<
    Record<string, { readonly required?: boolean; readonly schema: Json }>
  >;
  readonly content?: { readonly 'application/json'?: { readonly schema: Json } };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Message;
  readonly responses: Readonly<Record<string, Message>>;
}

/** The schemas of all operations of a complete contract. @throws SchemaProblem */
export function routeSchemas(document: object): RouteSchemas {
  const { paths } = document as { paths: Readonly<Record<string, Json>> };
  const operations = Object.values(paths).flatMap((item) =>
    METHODS.filter((method) => isObject(item[method])).map((method) =>
      withShared(item[method] as unknown as Operation, (item.parameters ?? []) as Parameter[]),
    ),
  );
  const schemas = new Map<string, RouteSchema>();
  for (const operation of operations) {
    const { operationId } = operation;
    if (schemas.has(operationId)) throw new Error(`Two operations are called ${operationId}.`);
    schemas.set(operationId, schemasOf(document, operation));
  }
  return Object.fromEntries(schemas);
}

function schemasOf(
  document: object,
  { parameters = [], requestBody, responses }: Operation,
): RouteSchema {
  const places = new Set(parameters.map((one) => one.in));
  const parametersIn = (place: string) => {
    const own = parameters.filter((one) => one.in === place);
    // Node names headers in lower case.
    const nameOf = ({ name }: Parameter) => (place === 'header' ? name.toLowerCase() : name);
    const fields = own.map((one) => [nameOf(one), one] as const);
    return { ...objectSchema(document, fields, 'request'), additionalProperties: false };
  };
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const body = bodyOf(requestBody);
  const bodies = successes.flatMap(([status, response]) => {
    const schema = bodyOf(response);
    return schema ? [[status, plainSchema(document, schema, 'response')]] : [];
  });
  const headers = successes.map(([status, { headers: declared = {} }]) => [
    status,
    objectSchema(document, Object.entries(declared), 'response'),
  ]);
  return {
    ...(places.has('path') && { params: parametersIn('path') }),
    querystring: parametersIn('query'),
    ...(places.has('header') && { headers: parametersIn('header') }),
    ...(body && { body: plainSchema(document, body, 'request') }),
    response: Object.fromEntries(bodies),
    responseHeaders: Object.fromEntries(headers),
  };
}

function bodyOf(message: Message | undefined): Json | undefined {
  return message?.content?.['application/json']?.schema;
}

type Field = { readonly required?: boolean; readonly schema: Json };

function objectSchema(
  document: object,
  fields: readonly (readonly [name: string, field: Field])[],
  direction: 'request' | 'response',
) {
  const properties = fields.map(([name, { schema }]) => [
    name,
    plainSchema(document, schema, direction),
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: fields.filter(([, { required }]) => required).map(([name]) => name),
  };
}
