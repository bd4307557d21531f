import fc from 'fast-check';
import { contract, type Operation } from '../../src/contract/operations.ts';
import type { Request } from '../helper.ts';
import { resolvedContract } from './check-response.ts';
import { invalidJson, invalidText, isOpaque, type Schema, validJson, validText } from './values.ts';

/*
 * Generates requests to an operation from the contract: valid ones, and ones with a single fault.
 */

/** A request, and the statuses that its response may have. */
export interface Sample {
  readonly request: Request;
  readonly allowed: readonly number[];
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: { readonly 'application/json': { readonly schema: Schema } };
  };
}

/** A request in its parts. Optional parameters may be absent. */
interface Parts {
  readonly method: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly key?: string | null;
}

/** Errors that a valid request can still meet, such as an animal that does not exist. */
const ERRORS_OF_VALID = [404, 409, 410, 422];
const MAX_BODY_BYTES = 65_536;

/** Requests to the operation, of every kind. */
export function requestsTo(operation: Operation): fc.Arbitrary<Sample> {
  const described = describe(operation);
  const valid = validParts(operation, described);
  const accepted = valid.map((parts) => ({
    request: assemble(operation, parts),
    allowed: [
      ...operation.successStatuses,
      ...ERRORS_OF_VALID,
      ...(hasOpaque(described, parts) ? [400] : []),
    ],
  }));
  const rejected = faults(described).map(([status, change]) =>
    fc
      .tuple(valid, change)
      .map(([parts, apply]) => ({ request: assemble(operation, apply(parts)), allowed: [status] })),
  );
  return fc.oneof({ arbitrary: accepted, weight: rejected.length }, ...rejected);
}

function describe({ method, path }: Operation): Described {
  // Its type has only what responses are checked with.
  return resolvedContract.paths[path]?.[method.toLowerCase()] as unknown as Described;
}

function validParts(
  { method }: Operation,
  { parameters = [], requestBody }: Described,
): fc.Arbitrary<Parts> {
  // The contract describes HEAD once, together with GET.
  const methods = fc.constantFrom(method, method === 'GET' ? 'HEAD' : method);
  const values = parameters.map((parameter) => {
    const value = sendable(parameter, validText(parameter.schema));
    const sent = value.map((text) => [parameter.name, text] as const);
    return parameter.required ? sent : fc.option(sent);
  });
  const body = requestBody ? validJson(jsonSchema(requestBody)) : fc.constant(undefined);
  return fc.tuple(methods, fc.tuple(...values), body).map(([method, sent, body]) => {
    const inPlace = (place: string) =>
      sent.flatMap((value, index) => (value && parameters[index]?.in === place ? [value] : []));
    const headers = Object.fromEntries(inPlace('header'));
    const path = Object.fromEntries(inPlace('path'));
    return { method, path, query: inPlace('query'), headers, body };
  });
}

type Fault = readonly [status: number, change: fc.Arbitrary<(parts: Parts) => Parts>];

/** Every kind of fault that a request can have, with the status that it leads to. */
function faults({ parameters = [], requestBody }: Described): Fault[] {
  const known = new Set(parameters.map(({ name }) => name));
  const invalidKeys = fc.constantFrom(null, '', 'ask_none', `ask_${'0'.repeat(38)}`);
  const unknown = fc.string().filter((name) => !known.has(name) && isText(name));
  return [
    [401, invalidKeys.map((key) => (parts) => ({ ...parts, key }))],
    [400, unknown.map((name) => (parts) => ({ ...parts, query: [...parts.query, [name, '1']] }))],
    ...parameters.flatMap(parameterFaults),
    ...(requestBody ? bodyFaults(jsonSchema(requestBody)) : []),
    ...(requestBody?.required ? [[400, fc.constant(withoutBody)] as const] : []),
  ];
}

function parameterFaults(parameter: Parameter): Fault[] {
  const { name, in: place, required, schema } = parameter;
  const given = (parts: Parts, ...values: string[]): Parts => {
    if (place === 'query') {
      const others = parts.query.filter(([other]) => other !== name);
      return { ...parts, query: [...others, ...values.map((value) => [name, value] as const)] };
    }
    const others = Object.entries(place === 'path' ? parts.path : parts.headers).filter(
      ([other]) => other !== name,
    );
    const fields = Object.fromEntries([...others, ...values.map((value) => [name, value])]);
    return place === 'path' ? { ...parts, path: fields } : { ...parts, headers: fields };
  };
  const wrong = invalidText(schema).map((texts) => sendable(parameter, texts));
  const twice = fc.tuple(validText(schema), validText(schema));
  return [
    ...wrong.map((texts): Fault => [400, texts.map((text) => (parts) => given(parts, text))]),
    ...(place === 'query'
      ? [[400, twice.map((texts) => (parts: Parts) => given(parts, ...texts))] as const]
      : []),
    ...(required && place !== 'path'
      ? [[400, fc.constant((parts: Parts) => given(parts))] as const]
      : []),
  ];
}

function bodyFaults(schema: Schema): Fault[] {
  const cut = validJson(schema).map((json) => json.slice(0, -1));
  const noJson = fc.oneof(cut, fc.string()).filter((text) => !isJson(text));
  const types = fc.constantFrom(
    'text/plain',
    'application/xml',
    'application/json; charset=latin1',
  );
  return [
    [400, invalidJson(schema).map((body) => (parts) => ({ ...parts, body }))],
    [400, noJson.map((body) => (parts) => ({ ...parts, body }))],
    [413, fc.constant((parts) => ({ ...parts, body: ' '.repeat(MAX_BODY_BYTES) + parts.body }))],
    [
      415,
      types.map((type) => (parts) => ({
        ...parts,
        headers: { ...parts.headers, 'content-type': type },
      })),
    ],
  ];
}

function withoutBody(parts: Parts): Parts {
  return { ...parts, body: undefined };
}

function assemble({ path }: Operation, parts: Parts): Request {
  const { method, body, key } = parts;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(parts.path[name] ?? ''),
  );
  const query = parts.query.map((pair) => pair.map(encodeURIComponent).join('='));
  return {
    // Inject's type is a union of all methods.
    method: method as 'GET',
    url: [contract.basePath + filled, ...(query.length > 0 ? [query.join('&')] : [])].join('?'),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...parts.headers,
    },
    ...(body !== undefined && { payload: body }),
    ...(key !== undefined && { key }),
  };
}

/** The texts that arrive unchanged in the place of the parameter. */
function sendable({ in: place }: Parameter, texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  if (place === 'query') return texts;
  if (place === 'path') return texts.filter((text) => !['', '.', '..'].includes(text));
  return texts.filter((text) => /^[ -~\x80-\xff]*$/.test(text) && text.trim() === text);
}

function hasOpaque({ parameters = [] }: Described, { query }: Parts): boolean {
  const sent = new Set(query.map(([name]) => name));
  return parameters.some(({ name, schema }) => sent.has(name) && isOpaque(schema));
}

function jsonSchema({ content }: NonNullable<Described['requestBody']>): Schema {
  return content['application/json'].schema;
}

function isText(name: string): boolean {
  return !/\p{Surrogate}/u.test(name);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
