import type { RouteSchema, RouteSchemas } from '../../src/contract/operations.ts';
import type { Json } from './json.ts';
import {
  type Content,
  divided,
  type OperationObject,
  operationsOf,
  type ParameterObject,
} from './operations.ts';
import { plainSchema } from './plain-schemas.ts';

/*
 * What Fastify compiles for each operation: the schemas of the parts of its requests, and of the
 * bodies of its successes.
 */

/** The schemas of all operations of a complete contract. @throws SchemaProblem */
export function routeSchemas(document: object): RouteSchemas {
  const schemas = new Map<string, RouteSchema>();
  for (const { operation } of operationsOf(document as Json)) {
    const { operationId } = operation;
    if (schemas.has(operationId)) throw new Error(`Two operations are called ${operationId}.`);
    schemas.set(operationId, schemasOf(document, operation));
  }
  return Object.fromEntries(schemas);
}

function schemasOf(document: object, operation: OperationObject): RouteSchema {
  const { parameters = [], requestBody } = operation;
  const places = new Set(parameters.map((one) => one.in));
  const parametersIn = (place: string) => {
    const own = parameters.filter((one) => one.in === place);
    // Node names headers in lower case.
    const nameOf = ({ name }: ParameterObject) => (place === 'header' ? name.toLowerCase() : name);
    const fields = own.map((one) => [nameOf(one), one] as const);
    return { ...objectSchema(document, fields, 'request'), additionalProperties: false };
  };
  const { successes, errors } = divided(operation);
  const body = bodyOf(requestBody);
  const bodies = successes.flatMap(([status, response]) => {
    const schema = bodyOf(response);
    return schema ? [[status, plainSchema(document, schema, 'response')]] : [];
  });
  const headers = successes.map(([status, { headers: declared = {} }]) => [
    status,
    objectSchema(document, Object.entries(declared), 'response'),
  ]);
  const errorHeaders = errors.map(([status, { headers: declared = {} }]) => {
    const own = Object.entries(declared).filter(([name]) => !OF_EVERY_RESPONSE.test(name));
    return [status, objectSchema(document, own, 'response')];
  });
  return {
    ...(places.has('path') && { params: parametersIn('path') }),
    querystring: parametersIn('query'),
    ...(places.has('header') && { headers: parametersIn('header') }),
    ...(body && { body: plainSchema(document, body, 'request') }),
    response: Object.fromEntries(bodies),
    responseHeaders: Object.fromEntries(headers),
    errorHeaders: Object.fromEntries(errorHeaders),
  };
}

/** Headers that the service sends by itself with every response, and that no error gives. */
const OF_EVERY_RESPONSE =
  /^(?:X-Request-Id|(?:X-)?RateLimit(?:-.*)?|Deprecation|Sunset|X-Stability)$/i;

function bodyOf(message: { readonly content?: Content } | undefined): Json | undefined {
  return message?.content?.['application/json']?.schema;
}

type Field = { readonly required?: boolean; readonly schema?: Json };

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
