// The client of an API: one file in TypeScript, without dependencies.

import { readFileSync } from 'node:fs';
import type { Schema } from '../../src/platform/schema/schemas.ts';
import {
  comment,
  deprecationOf,
  literal,
  pascalCase,
  typeWriter,
  unionOf,
} from './client-types.ts';
import { isObject, type Json } from './json.ts';
import {
  bodySchema,
  type FoundOperation,
  type OperationObject,
  operationsOf,
  responsesOf,
} from './operations.ts';
import { plainSchema } from './plain-schemas.ts';

/*
 * The client of a contract in one TypeScript file: a part that is generated from the contract, and
 * below it the part that all clients have in common. The caller formats the file.
 */

const file = readFileSync(new URL('client-runtime.ts', import.meta.url), 'utf8');
const [, RUNTIME = ''] = file.split('// ---\n');
/** The names that the common part declares or uses. */
const RESERVED = RUNTIME.replaceAll(/\/\*\*.*?\*\/|\/\/.*?$/gms, '').match(/\b[A-Z]\w*/g) ?? [];

type TypeWriter = ReturnType<typeof typeWriter>;
type OperationWithResult = FoundOperation & ReturnType<typeof resultOf>;

/**
 * Makes the client of a complete contract.
 *
 * @param baseUrl the default base address
 */
export function clientModule(contract: Json, baseUrl: string): string {
  const { title, version } = contract.info as { readonly title: string; readonly version: string };
  const found = operationsOf(contract);
  const operations = found.map(({ operation }) => operation);
  const reserved = [...RESERVED, 'Client', ...operations.map(parametersType)];
  const types = typeWriter(contract, reserved);
  const withResults = found.map((one) => ({ ...one, ...resultOf(one, types) }));
  const methods = withResults.map((one) => methodOf(one, contract, types));
  return `// A client of ${title} ${version}, generated from its contract, without dependencies:
// copy this file into your project. It runs in Node.js 22.18 and later, Deno, Bun and browsers.

export interface Client {
  /** What is left of your limits; undefined before the first response to your API key. */
  readonly limits: Limits | undefined;

${methods.map(({ declared }) => declared).join('\n')}}

/** Makes a client. It sends nothing before you call a method. */
export function createClient(options: ClientOptions): Client {
  const client = connect(options);
  return {
    get limits() {
      return client.limits();
    },
${methods.map(({ implemented }) => implemented).join('')}};
}

${operations.map((operation) => parametersText(operation, types)).join('')}${types.declarations()}
const BASE_URL = ${literal(baseUrl)};

${RUNTIME}`;
}

/** The headers of a request that depends on a tag, which are options of a call. */
const CONDITIONS = new Map([
  ['if-match', 'ChangeOptions'],
  ['if-none-match', 'ReadOptions'],
]);

/** The parameters that a method takes as one object. */
function parametersOf({ parameters = [] }: OperationObject) {
  return parameters.filter(({ name }) => !CONDITIONS.has(name.toLowerCase()));
}

/** The arguments of a method, in order: the parameters come first if one of them is required. */
export function argumentsOf(operation: OperationObject) {
  const { requestBody } = operation;
  const parameters = parametersOf(operation);
  const areRequired = parameters.some(({ required }) => required);
  const given: { readonly name: 'parameters' | 'body'; readonly isRequired: boolean }[] = [];
  if (parameters.length > 0) given.push({ name: 'parameters', isRequired: areRequired });
  if (requestBody) given.push({ name: 'body', isRequired: requestBody.required === true });
  return areRequired ? given : given.toReversed();
}

/** The type of what a method returns, or of the items of its list, which is returned in pages. */
function resultOf({ operation, method }: FoundOperation, types: TypeWriter) {
  const { successes } = responsesOf(operation);
  const schemas = successes.map(([, response]) => bodySchema(response));
  const headers = successes.map(([, response]) => {
    return Object.keys(response.headers ?? {}).map((name) => name.toLowerCase());
  });
  const hasLink = headers.some((names) => names.includes('link'));
  const hasTag = headers.every((names) => names.includes('etag'));
  const { items } = types.merged(schemas[0]);
  if (method === 'get' && items && hasLink && schemas.length === 1) {
    return { isList: true, hasTag, result: types.typeOf(items, 'response') };
  }
  const results = schemas.map((one) => (one ? types.typeOf(one, 'response') : 'undefined'));
  return { isList: false, hasTag, result: unionOf(results).replace(/^undefined$/, 'void') };
}

/** The declaration of a method, and its implementation. */
function methodOf(found: OperationWithResult, contract: Json, types: TypeWriter) {
  const { operation, isList, hasTag, result } = found;
  const { operationId, requestBody, parameters = [] } = operation;
  const body = types.typeOf(bodySchema(requestBody), 'request');
  const argumentTypes = { parameters: parametersType(operation), body };
  const given = argumentsOf(operation).map(({ name, isRequired }) => {
    return `${name}${isRequired ? '' : '?'}: ${argumentTypes[name]}`;
  });
  const conditions = parameters.map(({ name }) => CONDITIONS.get(name.toLowerCase()));
  const options = conditions.find(Boolean) ?? 'CallOptions';
  const signature = [...given, `options?: ${options}`].join(', ');
  const type = `${isList ? 'List' : 'Call'}<[${signature}], ${result}${hasTag ? ', ETag' : ''}>`;
  const description = literal(descriptionOf(found, contract));
  return {
    declared: `${comment(documentationOf(found))}readonly ${operationId}: ${type};\n`,
    implemented: `${operationId}: client.${isList ? 'list' : 'call'}(${description}),\n`,
  };
}

/** The description of an operation that the common part gets. */
function descriptionOf(found: OperationWithResult, contract: Json) {
  const { operation, isList, keys } = found;
  const [, path, method] = keys;
  const parameters = parametersOf(operation);
  const inHeaders = parameters.filter((one) => one.in === 'header').map(({ name }) => name);
  const inQuery = parameters
    .filter((one) => isList && one.in === 'query')
    .map((one) => [one.name, queryType(plainSchema(contract, one.schema, 'request'))])
    .filter(([, type]) => type !== 'string');
  const responses = responsesOf(operation).successes.map(([status, response]) => {
    const schema = bodySchema(response);
    const integers = integersIn(plainSchema(contract, schema, 'response'));
    return [status, schema ? (integers ?? {}) : null];
  });
  return {
    route: `${method.toUpperCase()} ${path}`,
    takes: argumentsOf(operation).map(({ name }) => name),
    ...(inHeaders.length > 0 && { inHeaders }),
    ...(inQuery.length > 0 && { inQuery: Object.fromEntries(inQuery) }),
    ...(operation['x-reserve'] && { hasReserve: true }),
    responses: Object.fromEntries(responses),
  };
}

/** The type of a parameter in the query, as the common part reads it. */
function queryType({ type, format, items }: Schema): unknown {
  if (isObject(items)) return [queryType(items)];
  return format === 'int64' ? format : type;
}

function parametersType({ operationId }: OperationObject): string {
  return `${pascalCase(operationId)}Parameters`;
}

function parametersText(operation: OperationObject, types: TypeWriter): string {
  const parameters = parametersOf(operation);
  if (parameters.length === 0) return '';
  const properties = parameters.map(({ name, in: _, required, schema, ...about }) => {
    // Without items, a list is not sent, which is fine unless it is required.
    return [name, { allOf: [schema], ...about, ...(!required && { minItems: 0 }) }];
  });
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  const type = types.typeOf({ properties: Object.fromEntries(properties), required }, 'request');
  return `export interface ${parametersType(operation)} ${type}\n\n`;
}

/** The comment of a method, which editors show. */
function documentationOf({ operation, written }: FoundOperation): string {
  const { 'x-stability': stability } = operation;
  const parts = [
    operation.description ?? operation.summary,
    deprecationOf(written),
    stability !== 'stable' && `@${stability}`,
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** Where a value has an int64: by field, or once for all items. Lint allows none in a union. */
function integersIn(schema: Schema): unknown {
  const { format, items, additionalProperties, properties = {} } = schema;
  if (format === 'int64') return 'int64';
  const each = items ?? additionalProperties;
  if (isObject(each)) {
    const integers = integersIn(each);
    return integers && [integers];
  }
  const fields = Object.entries(properties as Record<string, Schema>);
  const all = fields.map(([name, field]) => [name, integersIn(field)] as const);
  const found = all.filter(([, integers]) => integers);
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}
