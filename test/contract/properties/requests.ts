import fc from 'fast-check';
import type { Operation, Parameter } from '../../../src/contract/operations.ts';
import { faultsOf, valueFaults } from './faults.ts';
import { flatten, type Json, type Schema, type Schemas, toJson, typesOf } from './schema.ts';
import { validValues } from './values.ts';

/*
 * Requests to an operation, generated from the contract: valid ones, and ones with a single fault.
 */

/** As the `inject` of Fastify takes it, and the API key that it carries: null for none. */
export interface Request {
  readonly method: 'GET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
  readonly key?: string | null;
}

export interface Sample {
  readonly request: Request;
  /** The statuses that the response may have. */
  readonly allowed: readonly number[];
  /** The field or parameter that the sentence of an error has to begin with. */
  readonly field?: string;
}

/** A request in its parts. */
interface Parts {
  readonly method: string;
  /** By parameter, its texts: several are sent one after the other. */
  readonly parameters: ReadonlyMap<Parameter, readonly string[]>;
  readonly query: readonly string[];
  readonly contentType?: string | undefined;
  readonly payload?: string | Buffer | undefined;
  readonly key?: string | null;
}

/** A fault: the parts that it changes, the status that it leads to, and the field. */
type Fault = fc.Arbitrary<{
  readonly status: number;
  readonly change: (parts: Parts) => Parts;
  readonly field?: string;
}>;

/** Errors that a valid request can still meet, such as an animal that does not exist. */
const ERRORS_OF_VALID = [403, 404, 409, 410, 412, 422];
const JSON_TYPE = 'application/json';
const TOO_LARGE = ' '.repeat(65_537);
const NOT_UTF8 = Buffer.from([0x22, 0xff, 0xfe, 0x22]);
const TOO_DEEP = '['.repeat(33) + ']'.repeat(33);
/** Not JSON, or rejected wherever it is. */
const ODD_JSON = ['', '{', '[1,]', "{'a':1}", '{"a":1,"a":2}', '{"__proto__":1}', TOO_DEEP, '01'];
/** Not the one way to write a number, an integer or a boolean. */
const ODD_TEXTS = ['', '05', '+5', '5.', '.5', '0x10', ' 5', '5 ', 'NaN', 'five', 'null', 'TRUE'];

/**
 * Requests to the operation, of every kind.
 *
 * @param opaque parameters that the service itself has issued, such as a cursor: it rejects all others
 */
export function requestsTo(
  operation: Operation,
  basePath: string,
  schemas: Schemas,
  opaque: readonly string[],
): fc.Arbitrary<Sample> {
  const { responses, successStatuses } = operation;
  const valid = validParts(operation, schemas);
  const expected = [...successStatuses, ...ERRORS_OF_VALID.filter((status) => status in responses)];
  const assembled = (parts: Parts) => assemble(basePath + operation.path, parts);
  const accepted = valid.map((parts) => {
    const isOpaque = [...parts.parameters.keys()].some(({ name }) => opaque.includes(name));
    return { request: assembled(parts), allowed: isOpaque ? [...expected, 400] : expected };
  });
  const rejected = faults(operation, schemas).map((all) =>
    fc.tuple(valid, all).map(([parts, { status, change, field = '' }]) => ({
      request: assembled(change(parts)),
      allowed: [status],
      field,
    })),
  );
  return fc.oneof({ arbitrary: accepted, weight: rejected.length }, ...rejected);
}

function validParts({ method, parameters, requestBody }: Operation, schemas: Schemas) {
  // The contract describes HEAD once, together with GET.
  const methods = fc.constantFrom(method, method === 'GET' ? 'HEAD' : method);
  const given = parameters.map((parameter) => {
    const one = validTexts(parameter, schemas).map((texts) => [parameter, texts] as const);
    return parameter.required ? one : fc.option(one, { freq: 2 });
  });
  const body = requestBody ? bodies(requestBody.content, schemas) : fc.constant(undefined);
  const sent = requestBody?.required === false ? fc.option(body, { nil: undefined }) : body;
  return fc.tuple(methods, fc.tuple(...given), sent).map(
    ([method, all, payload]): Parts => ({
      method,
      parameters: new Map(all.filter((entry) => entry !== null)),
      query: [],
      contentType: payload && JSON_TYPE,
      payload,
    }),
  );
}

function bodies(content: Operation['responses'][string]['content'], schemas: Schemas) {
  return validValues(content?.[JSON_TYPE]?.schema ?? {}, schemas).map(toJson);
}

/** Every kind of fault that a request can have. */
function faults(operation: Operation, schemas: Schemas): Fault[] {
  const { parameters, requestBody } = operation;
  const invalidKeys = fc.constantFrom(null, '', 'ask_none', `ask_${'0'.repeat(38)}`);
  return [
    invalidKeys.map((key) => ({ status: 401, change: (parts) => ({ ...parts, key }) })),
    fc.constantFrom('unknown', 'toString', 'ä').map((field) => ({
      status: 400,
      change: (parts) => ({ ...parts, query: [`${encodeURIComponent(field)}=1`] }),
      field,
    })),
    ...parameters.flatMap((parameter) => parameterFaults(parameter, schemas)),
    ...(requestBody ? bodyFaults(requestBody.content[JSON_TYPE]?.schema ?? {}, schemas) : []),
  ];
}

function parameterFaults(parameter: Parameter, schemas: Schemas): Fault[] {
  const { in: place, required, schema: written = {} } = parameter;
  const schema = flatten(written, schemas);
  const isList = typesOf(schema).includes('array');
  const wrong = wrongTexts(isList ? (schema.items ?? {}) : schema, schemas);
  const sets = wrong.map((all) => all.filter(isSendable(place)).map((text) => [text]));
  if (required && place !== 'path') sets.push(fc.constant([]));
  const once = validTexts(parameter, schemas);
  if (place === 'query' && !isList) sets.push(once.map((texts) => [...texts, ...texts]));
  const field = place === 'header' ? parameter.name.toLowerCase() : parameter.name;
  return sets.map((all) =>
    all.map((texts) => ({
      status: 400,
      change: (parts) => ({
        ...parts,
        parameters: new Map([...parts.parameters, [parameter, texts]]),
      }),
      field,
    })),
  );
}

/** Texts that mean nothing that matches. */
function wrongTexts(written: Schema, schemas: Schemas): fc.Arbitrary<string>[] {
  const schema = flatten(written, schemas);
  const isText = typesOf(schema).includes('string');
  const odd = isText ? [] : [fc.constantFrom(...ODD_TEXTS)];
  return [...odd, ...valueFaults(schema).map((all) => all.map(textOf))];
}

function bodyFaults(schema: Schema, schemas: Schemas): Fault[] {
  const put = (status: number, payload: string | Buffer, contentType = JSON_TYPE) => ({
    status,
    change: (parts: Parts) => ({ ...parts, payload, contentType }),
  });
  const types = ['text/html', 'application/xml', `${JSON_TYPE}s`, `${JSON_TYPE}; charset=latin1`];
  return [
    ...faultsOf(schema, schemas).map((all) =>
      all.map(({ value, field }) => ({ ...put(400, toJson(value)), field })),
    ),
    fc.constantFrom(...ODD_JSON, NOT_UTF8).map((payload) => put(400, payload)),
    fc.constantFrom(...types).map((type) => put(415, '{}', type)),
    fc.constant(put(413, TOO_LARGE)),
  ];
}

/** The texts of values that match: one for each item of a list. */
function validTexts({ in: place, schema = {} }: Parameter, schemas: Schemas) {
  return validValues(schema, schemas)
    .map((value) => (Array.isArray(value) ? value.map(textOf) : [textOf(value)]))
    .filter((texts) => texts.length > 0 && texts.every(isSendable(place)));
}

function textOf(value: Json): string {
  return String(value);
}

/** Whether the place can carry the text as it is. */
function isSendable(place: string): (text: string) => boolean {
  if (place === 'path') return (text) => !['', '.', '..'].includes(text);
  if (place === 'header') return (text) => /^[!-~](?:[ -~]*[!-~])?$/.test(text);
  return () => true;
}

function assemble(path: string, parts: Parts): Request {
  const { method, parameters, query, contentType, payload, key } = parts;
  const inPlace = (place: string) =>
    [...parameters].flatMap(([parameter, texts]) =>
      parameter.in === place ? texts.map((text) => [parameter.name, text] as const) : [],
    );
  const filled = inPlace('path').reduce(
    (address, [name, text]) => address.replace(`{${name}}`, () => encodeURIComponent(text)),
    path,
  );
  const pairs = inPlace('query').map((pair) => pair.map(encodeURIComponent).join('='));
  const search = [...pairs, ...query].join('&');
  return {
    // Inject's type is a union of all methods.
    method: method as 'GET',
    url: search ? `${filled}?${search}` : filled,
    headers: {
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...Object.fromEntries(inPlace('header')),
    },
    ...(payload !== undefined && { payload }),
    ...(key !== undefined && { key }),
  };
}
