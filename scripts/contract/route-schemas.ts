// The schemas that Fastify compiles for each operation: of its requests, and of the bodies of its
// successes.

import type {
  RouteDescription,
  RouteSchema,
  RouteSchemas,
} from '../../src/platform/schema/route-schemas.ts';
import { Code, codeOf } from './code.ts';
import { checkedSchema } from './directed.ts';
import { asObject, mapValues } from './json.ts';
import type { Contract, Direction, Header, Operation, Parameter, Response } from './model.ts';
import { isOfEveryResponse } from './read-model.ts';

/** The schemas of all operations, by operationId. */
export function routeSchemas({ operations }: Contract): RouteSchemas {
  const schemas: Record<string, RouteSchema> = {};
  for (const operation of operations) {
    const { operationId } = operation;
    if (Object.hasOwn(schemas, operationId)) {
      throw new Error(`Two operations are called ${operationId}.`);
    }
    schemas[operationId] = routeSchema(operation);
  }
  return schemas;
}

function routeSchema(operation: Operation): RouteSchema {
  const { parameters, requestBody, responses } = operation;
  const places = new Set(parameters.map((one) => one.in));
  const parametersIn = (place: string) => {
    // In a request of Node, the names of headers are in lower case.
    const named = parameters
      .filter((one) => one.in === place)
      .map((one) => (place === 'header' ? { ...one, name: one.name.toLowerCase() } : one));
    return { ...objectSchema(named, 'request'), additionalProperties: false };
  };
  const body = requestBody?.body;
  const successes = responses.filter(({ kind }) => kind === 'success');
  const errors = responses.filter(({ kind }) => kind === 'error');
  return {
    about: descriptionOf(operation),
    ...(places.has('path') && { params: parametersIn('path') }),
    querystring: parametersIn('query'),
    ...(places.has('header') && { headers: parametersIn('header') }),
    ...(body && { body: checkedSchema(body.schema, 'request') }),
    response: Object.fromEntries(
      successes.flatMap(({ status, body }) =>
        body ? [[status, checkedSchema(body.schema, 'response')]] : [],
      ),
    ),
    responseHeaders: headerSchemas(successes, () => true),
    errorHeaders: headerSchemas(errors, ({ name }) => !isOfEveryResponse(name)),
  };
}

function descriptionOf(operation: Operation): RouteDescription {
  const { requestBody, responses, stability, deprecation } = operation;
  const headers = responses.flatMap((response) => response.headers.map(({ name }) => name));
  const { since, sunset, successor } = deprecation ?? {};
  return {
    method: operation.method.toUpperCase(),
    path: operation.path,
    // Lint rejects other places.
    parameters: operation.parameters.map(({ name, in: place }) => ({ name, in: place as 'query' })),
    ...(requestBody && { requestBody: { isRequired: requestBody.isRequired } }),
    responseHeaders: [...new Set(headers)],
    needsKey: operation.needsKey,
    scopes: operation.scopes,
    hasReserve: operation.hasReserve,
    ...(stability !== undefined && { stability }),
    ...(since && sunset && successor && { deprecation: { since, sunset, successor } }),
  };
}

function headerSchemas(responses: readonly Response[], isShown: (header: Header) => boolean) {
  return Object.fromEntries(
    responses.map(({ status, headers }) => [
      status,
      objectSchema(headers.filter(isShown), 'response'),
    ]),
  );
}

/** An object with a property for each parameter or header. */
function objectSchema(values: readonly (Parameter | Header)[], direction: Direction) {
  const properties = values.map(({ name, schema, deprecation }) => [
    name,
    { ...checkedSchema(schema, direction), ...(deprecation && { deprecated: true }) },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: values.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  };
}

/**
 * Makes the module with the schemas of all operations. The schemas of headers are constants,
 * because many responses have the same headers.
 *
 * @param platform the path from the module to the platform, such as `../src/platform`
 */
export function routeSchemasModule(contract: Contract, platform: string): string {
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
  const schemas = mapValues(routeSchemas(contract), (schema, operationId) => {
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
