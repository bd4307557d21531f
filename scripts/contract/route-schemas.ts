// The schemas that Fastify compiles for each operation: of its requests, and of the bodies of its
// successes.

import type { RouteSchema, RouteSchemas } from '../../src/platform/schema/route-schemas.ts';
import { Code, codeOf } from './code.ts';
import { asObject, isObject, type Json, mapValues } from './json.ts';
import {
  bodySchema,
  type OperationObject,
  operationsOf,
  type ParameterObject,
  type ResponseObject,
  responsesOf,
} from './operations.ts';
import { plainSchema } from './plain-schemas.ts';

/** The schemas of all operations, by operationId. @throws SchemaProblem */
export function routeSchemas(document: Json): RouteSchemas {
  const schemas: Record<string, RouteSchema> = {};
  const ofResponses = withResponseFormats(document);
  for (const { operation } of operationsOf(document)) {
    const { operationId } = operation;
    if (Object.hasOwn(schemas, operationId)) {
      throw new Error(`Two operations are called ${operationId}.`);
    }
    schemas[operationId] = routeSchema(document, operation, ofResponses);
  }
  return schemas;
}

/** A contract in which each schema has the format of responses, if that is another one. */
function withResponseFormats(document: Json): Json {
  return JSON.parse(JSON.stringify(document), (_key, value) => {
    const format = isObject(value) ? value['x-response-format'] : undefined;
    return format === undefined ? value : { ...value, format };
  });
}

function routeSchema(document: Json, operation: OperationObject, ofResponses: Json): RouteSchema {
  const { parameters = [], requestBody } = operation;
  const places = new Set(parameters.map((one) => one.in));
  const parametersIn = (place: string) => {
    const ofPlace = parameters.filter((one) => one.in === place);
    const fields = ofPlace.map((one) => [nameOf(one), one] as const);
    return { ...objectSchema(document, fields, 'request'), additionalProperties: false };
  };
  const responseHeaders = ({ headers = {} }: ResponseObject, isShown = (_: string) => true) => {
    const shown = Object.entries(headers).filter(([name]) => isShown(name));
    return objectSchema(document, shown, 'response');
  };
  const { successes, errors } = responsesOf(operation);
  const body = bodySchema(requestBody);
  const bodies = successes.flatMap(([status, response]) => {
    const schema = bodySchema(response);
    return schema ? [[status, plainSchema(ofResponses, schema, 'response')]] : [];
  });
  return {
    ...(places.has('path') && { params: parametersIn('path') }),
    querystring: parametersIn('query'),
    ...(places.has('header') && { headers: parametersIn('header') }),
    ...(body && { body: plainSchema(document, body, 'request') }),
    response: Object.fromEntries(bodies),
    responseHeaders: Object.fromEntries(
      successes.map(([status, response]) => [status, responseHeaders(response)]),
    ),
    errorHeaders: Object.fromEntries(
      errors.map(([status, response]) => [
        status,
        responseHeaders(response, (name) => !OF_EVERY_RESPONSE.test(name)),
      ]),
    ),
  };
}

/** Headers that the service sets on every response, whatever the error. */
const OF_EVERY_RESPONSE =
  /^(?:X-Request-Id|(?:X-)?RateLimit(?:-.*)?|Deprecation|Sunset|X-Stability)$/i;

/** The name of a parameter in a request of Node, in which header names are in lower case. */
function nameOf(parameter: ParameterObject): string {
  return parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
}

interface Field {
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly schema?: Json;
}

function objectSchema(
  document: Json,
  fields: readonly (readonly [name: string, field: Field])[],
  direction: 'request' | 'response',
) {
  const properties = fields.map(([name, { schema, deprecated }]) => [
    name,
    { ...plainSchema(document, schema, direction), ...(deprecated && { deprecated }) },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: fields.filter(([, { required }]) => required).map(([name]) => name),
  };
}

/**
 * Makes the module with the schemas of all operations. The schemas of headers are constants,
 * because many responses have the same headers.
 *
 * @param platform the path from the module to the platform, such as `../src/platform`
 */
export function routeSchemasModule(document: Json, platform: string): string {
  /** The names of the constants, by their code. */
  const names = new Map<string, string>();
  const asConstants = (operationId: string, all: RouteSchema['errorHeaders']) =>
    mapValues(all, (headers, status) => {
      const code = codeOf(headers);
      const fields = Object.keys(asObject(asObject(headers).properties));
      const taken = new Set(names.values());
      const name = names.get(code) ?? constantName(fields, `${operationId}_${status}`, taken);
      names.set(code, name);
      return new Code(name);
    });
  const schemas = mapValues(routeSchemas(document), (schema, operationId) => {
    const { responseHeaders, errorHeaders, ...others } = schema as RouteSchema;
    return {
      ...others,
      responseHeaders: asConstants(operationId, responseHeaders),
      errorHeaders: asConstants(operationId, errorHeaders),
    };
  });
  const constants = [...names].map(([code, name]) => `const ${name} = ${code};\n\n`);
  return `import type { RouteSchemas } from '${platform}/schema/route-schemas.ts';

${constants.join('')}export const routeSchemas: RouteSchemas = ${codeOf(schemas)};
`;
}

/** The name of the constant with the schemas of headers. Up to two headers are named in full. */
function constantName(headers: string[], response: string, taken: ReadonlySet<string>): string {
  const short = headers.length > 2 ? response : headers.join('_and_') || 'no';
  // A header may have characters that a name in code cannot have.
  const wanted = `${/^\d/.test(short) ? '_' : ''}${short.replaceAll(/\W/g, '_')}_headers`;
  let name = wanted;
  while (taken.has(name)) name = `${response}_${name}`;
  return name;
}
