// The client of a contract in one TypeScript file, without dependencies: a part that is generated
// from the contract, and below it the part that all clients have in common. The caller formats the
// file.

import { readFileSync } from 'node:fs';
import {
  comment,
  deprecationTag,
  literal,
  pascalCase,
  typeWriter,
  unionOf,
} from './client-types.ts';
import { inDirection } from './directed.ts';
import { asObject, isObject } from './json.ts';
import type { Contract, Operation, Schema } from './model.ts';

const file = readFileSync(new URL('client-runtime.ts', import.meta.url), 'utf8');
const [, RUNTIME = ''] = file.split('// ---\n');
/** The names that the common part declares or uses. */
const RESERVED = RUNTIME.replaceAll(/\/\*\*.*?\*\/|\/\/.*?$/gms, '').match(/\b[A-Z]\w*/g) ?? [];

type TypeWriter = ReturnType<typeof typeWriter>;
type OperationWithResult = Operation & ReturnType<typeof resultOf>;

/**
 * Makes the client of a contract.
 *
 * @param baseUrl the default base address
 */
export function clientModule(contract: Contract, baseUrl: string): string {
  const { title, version, operations } = contract;
  const reserved = [...RESERVED, 'Client', ...operations.map(parametersType)];
  const types = typeWriter(contract, reserved);
  const withResults = operations.map((one) => ({ ...one, ...resultOf(one, types) }));
  const methods = withResults.map((one) => methodOf(one, types));
  return `// A client of ${title} ${version}, generated from its contract, without dependencies:
// a file to copy into a project, or the module of a package. It runs in Node.js 22.18 and later, Deno, Bun and browsers.

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
function parametersOf({ parameters }: Operation) {
  return parameters.filter(({ name }) => !CONDITIONS.has(name.toLowerCase()));
}

/** The arguments of a method, in order: the parameters come first if one of them is required. */
export function argumentsOf(operation: Operation) {
  const { requestBody } = operation;
  const parameters = parametersOf(operation);
  const areRequired = parameters.some(({ isRequired }) => isRequired);
  const given: { readonly name: 'parameters' | 'body'; readonly isRequired: boolean }[] = [];
  if (parameters.length > 0) given.push({ name: 'parameters', isRequired: areRequired });
  if (requestBody) given.push({ name: 'body', isRequired: requestBody.isRequired });
  return areRequired ? given : given.toReversed();
}

/** The type of what a method returns, or of the items of its list, which is returned in pages. */
function resultOf({ responses, method }: Operation, types: TypeWriter) {
  const successes = responses.filter(({ kind }) => kind === 'success');
  const schemas = successes.map(({ body }) => body && inDirection(body.schema, 'response'));
  const headers = successes.map((one) => one.headers.map(({ name }) => name.toLowerCase()));
  const hasLink = headers.some((names) => names.includes('link'));
  const hasTag = headers.every((names) => names.includes('etag'));
  const items = schemas[0]?.items;
  if (method === 'get' && isObject(items) && hasLink && schemas.length === 1) {
    return { isList: true, hasTag, result: types.typeOf(items as unknown as Schema, 'response') };
  }
  const isVoid = schemas.every((one) => one === undefined);
  const results = schemas.map((one) => (one ? types.typeOf(one, 'response') : 'undefined'));
  return { isList: false, hasTag, result: isVoid ? 'void' : unionOf(results) };
}

/** The declaration of a method, and its implementation. */
function methodOf(operation: OperationWithResult, types: TypeWriter) {
  const { operationId, requestBody, parameters, isList, hasTag, result } = operation;
  const body = requestBody?.body && inDirection(requestBody.body.schema, 'request');
  const argumentTypes = {
    parameters: parametersType(operation),
    body: body ? types.typeOf(body, 'request') : 'undefined',
  };
  const given = argumentsOf(operation).map(({ name, isRequired }) => {
    return `${name}${isRequired ? '' : '?'}: ${argumentTypes[name]}`;
  });
  const conditions = parameters.map(({ name }) => CONDITIONS.get(name.toLowerCase()));
  const options = conditions.find(Boolean) ?? 'CallOptions';
  const signature = [...given, `options?: ${options}`].join(', ');
  const type = `${isList ? 'List' : 'Call'}<[${signature}], ${result}${hasTag ? ', ETag' : ''}>`;
  const description = literal(descriptionOf(operation));
  return {
    declared: `${comment(documentationOf(operation))}readonly ${operationId}: ${type};\n`,
    implemented: `${operationId}: client.${isList ? 'list' : 'call'}(${description}),\n`,
  };
}

/** The description of an operation that the common part gets. */
function descriptionOf(operation: OperationWithResult) {
  const { operationId, isList, method, path, hasReserve } = operation;
  const parameters = parametersOf(operation);
  const inHeaders = parameters.filter((one) => one.in === 'header').map(({ name }) => name);
  const inQuery = parameters
    .filter((one) => isList && one.in === 'query')
    .map(({ name, schema }) => [name, queryType(inDirection(schema, 'request'))])
    .filter(([, type]) => type !== 'string');
  const successes = operation.responses.filter(({ kind }) => kind === 'success');
  const responses = successes.map(({ status, body }) => {
    return [status, body ? (integersIn(inDirection(body.schema, 'response')) ?? {}) : null];
  });
  return {
    operationId,
    route: `${method.toUpperCase()} ${path}`,
    takes: argumentsOf(operation).map(({ name }) => name),
    ...(inHeaders.length > 0 && { inHeaders }),
    ...(inQuery.length > 0 && { inQuery: Object.fromEntries(inQuery) }),
    ...(hasReserve && { hasReserve: true }),
    responses: Object.fromEntries(responses),
  };
}

/** The type of a parameter in the query, as the common part reads it. */
function queryType({ type, format, items }: Schema): unknown {
  if (isObject(items)) return [queryType(items as unknown as Schema)];
  return format === 'int64' ? format : type;
}

function parametersType({ operationId }: Operation): string {
  return `${pascalCase(operationId)}Parameters`;
}

function parametersText(operation: Operation, types: TypeWriter): string {
  const fields = parametersOf(operation).map((parameter) => {
    const schema = inDirection(parameter.schema, 'request');
    // Without items, a list is not sent, which is fine unless it is required.
    return { ...parameter, schema: parameter.isRequired ? schema : { ...schema, minItems: 0 } };
  });
  if (fields.length === 0) return '';
  const type = types.typeOfFields(fields, 'request');
  return `export interface ${parametersType(operation)} ${type}\n\n`;
}

/** The comment of a method, which editors show. */
function documentationOf({ description, summary, deprecation, stability }: Operation): string {
  const parts = [
    description ?? summary,
    deprecationTag(deprecation),
    stability !== 'stable' && `@${stability}`,
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** Where a value has an int64: by field, or once for all items. Lint allows none in a union. */
function integersIn(schema: Schema): unknown {
  const { format, items, additionalProperties, properties } = schema;
  if (format === 'int64') return 'int64';
  const each = items ?? additionalProperties;
  if (isObject(each)) {
    const integers = integersIn(each as unknown as Schema);
    return integers && [integers];
  }
  const fields = Object.entries(asObject(properties) as Record<string, Schema>);
  const all = fields.map(([name, field]) => [name, integersIn(field)] as const);
  const found = all.filter(([, integers]) => integers);
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}
