import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import {
  comment,
  descriptionOf,
  fieldsOf,
  merged,
  pascalCase,
  type TypeWriter,
  typeWriter,
  unionOf,
} from './client-types.ts';
import { isObject, type Json } from './json.ts';
import {
  basePathOf,
  type Content,
  divided,
  type FoundOperation,
  type OperationObject,
  operationsOf,
  schemasOf,
} from './operations.ts';
import { type Direction, listOf, type Schemas } from './schemas.ts';

/*
 * The client of a contract in one file of TypeScript: what is made of the contract, and below it what every client
 * has.
 */

const file = readFileSync(new URL('client-runtime.ts', import.meta.url), 'utf8');
const [, RUNTIME = ''] = file.split('// ---\n');
/** The names that mean something in every client already. */
const RESERVED = RUNTIME.replaceAll(/\/\*\*.*?\*\/|\/\/.*?$/gms, '').match(/\b[A-Z]\w*/g) ?? [];
/** A client has a property of this name, or would be a promise, or have another prototype. */
const NO_METHODS = ['limits', 'then', '__proto__'];

/** Where a value has an int64, by field; `*` is each item. */
type Integers = 'int64' | { readonly [field: string]: Integers };

/**
 * Makes the client of a complete contract.
 *
 * @param baseUrl the base address of a client that is given none
 * @throws what no client can express
 */
export function clientModule(contract: Json, baseUrl: string): string {
  const { title, version } = contract.info as { readonly title: string; readonly version: string };
  const operations = operationsOf(contract);
  const parameterTypes = operations.map(({ operation }) => parametersType(operation));
  const types = typeWriter(contract, [...RESERVED, 'Client', ...parameterTypes]);
  const write = () => operations.map((found) => methodOf(found, contract, types));
  // A type that requests and responses have in common has another name than one that they have not.
  write();
  const methods = write();
  const shared = methods.some(({ isList }) => isList) ? 'call, list, limits' : 'call, limits';
  return `// A client of ${title} ${version}, made of its contract, without dependencies: copy this file into
// your project. It runs in Node.js 22 and later, Deno, Bun and browsers.

export interface Client {
  /** What is left of your limits; undefined before the first response. */
  readonly limits: Limits | undefined;

${methods.map(({ declared }) => declared).join('\n')}}

/** Makes a client. It sends nothing before you call a method. */
export function createClient(options: ClientOptions): Client {
  const { ${shared} } = connect(options);
  return {
    get limits() { return limits(); },
${methods.map(({ implemented }) => implemented).join('')}  };
}

${methods.map(({ parameters }) => parameters).join('')}${types.declarations()}
const BASE_URL = ${inspect(baseUrl)};

const OPERATIONS = {
${methods.map(({ described }) => described).join('')}} satisfies Record<string, Operation>;

${RUNTIME}`;
}

/** What a method takes, in its order: the parameters come first where one of them is required. */
export function argumentsOf({ parameters = [], requestBody }: OperationObject) {
  const areRequired = parameters.some(({ required }) => required);
  const given: { readonly name: 'parameters' | 'body'; readonly isRequired: boolean }[] = [];
  if (parameters.length > 0) given.push({ name: 'parameters', isRequired: areRequired });
  if (requestBody) given.push({ name: 'body', isRequired: requestBody.required === true });
  return areRequired ? given : given.toReversed();
}

/** A value of a request as its client takes it: with bigints where the schema has an int64. */
export function clientValue(value: unknown, schema: unknown, schemas: Schemas): unknown {
  const exact = (one: unknown, integers: Integers | undefined): unknown => {
    if (integers === 'int64' && typeof one === 'number') return BigInt(one);
    if (integers === undefined || integers === 'int64') return one;
    if (Array.isArray(one)) return one.map((item) => exact(item, integers['*']));
    if (!isObject(one)) return one;
    return Object.fromEntries(
      Object.entries(one).map(([key, part]) => [key, exact(part, integers[key])]),
    );
  };
  return exact(value, integersIn(schema, 'request', schemas));
}

/** The parts of a client that are an operation's. */
function methodOf(found: FoundOperation, contract: Json, types: TypeWriter) {
  const { operation, method, path } = found;
  const { operationId, parameters = [], requestBody } = operation;
  assertExpressible(operation);
  const schemas = schemasOf(contract);
  const { successes } = divided(operation);
  const headers = parameters.filter((one) => one.in === 'header').map(({ name }) => name);
  const responses = successes.map(([status, { content }]) => [
    status,
    integersOf(content, schemas),
  ]);
  const described = code({
    route: `${method.toUpperCase()} ${path.slice(basePathOf(contract).length)}`,
    ...(headers.length > 0 && { headers }),
    responses: Object.fromEntries(responses),
  });
  const argumentTypes: Record<string, string> = {
    parameters: parametersType(operation),
    body: types.typeOf(schemaOf(requestBody?.content), 'request', '  '),
  };
  const given = argumentsOf(operation);
  const signature = [
    ...given.map(
      ({ name, isRequired }) => `${name}${isRequired ? '' : '?'}: ${argumentTypes[name]}`,
    ),
    'options?: CallOptions',
  ].join(', ');
  const about = comment(documentationOf(operation), '  ');
  const parts = {
    described: `  ${operationId}: ${described},\n`,
    parameters: parametersText(operation, schemas, types),
  };
  const item = itemOf(found, schemas);
  if (item) {
    const type = `List<[${signature}], ${types.typeOf(item, 'response', '  ')}>`;
    return {
      ...parts,
      declared: `${about}  readonly ${operationId}: ${type};\n`,
      implemented: `    ${operationId}: list(OPERATIONS.${operationId}),\n`,
      isList: true,
    };
  }
  const results = successes.map(([, { content }]) =>
    content ? types.typeOf(schemaOf(content), 'response', '  ') : 'undefined',
  );
  const result = unionOf(results).replace(/^undefined$/, 'void');
  const names: string[] = given.map(({ name }) => name);
  const passed = ['parameters', 'body'].map((name) => (names.includes(name) ? name : 'undefined'));
  const calls = `call(OPERATIONS.${operationId}, ${passed.join(', ')}, options)`;
  return {
    ...parts,
    declared: `${about}  ${operationId}(${signature}): Promise<${result}>;\n`,
    implemented: `    ${operationId}: (${[...names, 'options'].join(', ')}) => ${calls},\n`,
    isList: false,
  };
}

/** @throws what no client can express */
function assertExpressible({ operationId, parameters = [] }: OperationObject) {
  const names = parameters.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) {
    throw new Error(
      `Rename one parameter ${twice} of ${operationId}: a client's method has all parameters in one object.`,
    );
  }
  if (NO_METHODS.includes(operationId)) {
    throw new Error(
      `Rename the operation ${operationId}: a client cannot have a method of this name.`,
    );
  }
}

function parametersType({ operationId }: OperationObject): string {
  return `${pascalCase(operationId)}Parameters`;
}

function parametersText(operation: OperationObject, schemas: Schemas, types: TypeWriter): string {
  const { parameters = [] } = operation;
  if (parameters.length === 0) return '';
  const fields = parameters.map(({ name, schema, required = false, description }) => ({
    name,
    schema,
    isRequired: required,
    description: descriptionOf({ allOf: [schema], description }, schemas, 'request'),
  }));
  const text = types.fieldsText(fields, 'request');
  return `export interface ${parametersType(operation)} {\n${text}}\n\n`;
}

/** What an editor shows of an operation. */
function documentationOf(operation: OperationObject): string {
  const { summary, description, deprecated, 'x-stability': stability } = operation;
  const tags = [
    ...(deprecated ? [deprecationOf(operation)] : []),
    ...(stability === 'stable' ? [] : [`@${stability}`]),
  ];
  return [description ?? summary, tags.join('\n')].filter(Boolean).join('\n\n');
}

function deprecationOf(operation: OperationObject): string {
  const { 'x-deprecated-since': since, 'x-sunset': sunset, 'x-successor': successor } = operation;
  return `@deprecated Since ${since}. It will be removed on ${sunset}: use {@link Client.${successor}}.`;
}

function schemaOf(content: Content | undefined) {
  return content?.['application/json']?.schema;
}

/** The items of a list that says in `Link` where its next page is. */
function itemOf({ operation, method }: FoundOperation, schemas: Schemas): unknown {
  const [[, success] = [], ...others] = divided(operation).successes;
  const hasLink = Object.keys(success?.headers ?? {}).some((name) => /^link$/i.test(name));
  if (method !== 'get' || !hasLink || others.length > 0) return undefined;
  return merged(schemaOf(success?.content), schemas).items;
}

/** Where a body has an int64, by field, as the text below reads it; null for no body. */
function integersOf(content: Content | undefined, schemas: Schemas): Integers | null {
  return content ? (integersIn(schemaOf(content), 'response', schemas) ?? {}) : null;
}

function integersIn(schema: unknown, direction: Direction, schemas: Schemas): Integers | undefined {
  const { format, items, additionalProperties, anyOf, oneOf } = merged(schema, schemas);
  if (format === 'int64') return 'int64';
  // Only a union with null has an int64, by lint.
  const [branch] = listOf(anyOf ?? oneOf).filter((one) => merged(one, schemas).type !== 'null');
  if (branch) return integersIn(branch, direction, schemas);
  const each = items ?? (isObject(additionalProperties) ? additionalProperties : undefined);
  const fields = fieldsOf(schema, direction, schemas).map(
    ({ name, schema }) => [name, schema] as const,
  );
  const parts: (readonly [string, unknown])[] = each ? [['*', each]] : fields;
  const found = parts.flatMap(([name, part]) => {
    const integers = integersIn(part, direction, schemas);
    return integers === undefined ? [] : [[name, integers] as const];
  });
  if (!each && found.some(([name]) => name === '*')) {
    throw new Error('Rename the field *: a client takes it for all fields.');
  }
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** A value as code, within an object. */
function code(value: unknown): string {
  const options = { depth: null, breakLength: 116, compact: 100, maxArrayLength: null };
  const text = inspect(value, options).replaceAll('\n', '\n  ');
  return text.replaceAll(/'(\d+)':/g, '$1:').replaceAll(/\[ (.*?) \]/g, '[$1]');
}
