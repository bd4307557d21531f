import type { FastifyRequest } from 'fastify';
import { ApiError, invalidParameter } from './errors.ts';
import type { Operation, Parameter } from './operations.ts';
import { placeReader } from './parameter-places.ts';
import { nameOf, toReadable, type Values } from './readable-parameter.ts';
import { type CompiledSchema, compileSchema } from './schemas.ts';

/*
 * Reads the parameters of an operation: what is written in which place and style, and then what its
 * schema says of it.
 */

/** By the names in the contract, those of headers in lower case. */
export interface ParameterValues {
  readonly params: Values;
  readonly query: Values;
  readonly headers: Values;
  readonly cookies: Values;
}

type Schemas = Readonly<Record<string, object>>;

const NONE: Values = Object.freeze({});

/**
 * Returns what reads the parameters of a request.
 *
 * @returns a function that returns or throws invalid_parameter: throwing takes several µs, which is too much for
 *   what callers often get wrong
 * @throws when a parameter could not be read as the contract says
 */
export function parameterReader(
  operation: Operation,
  basePath: string,
  schemas: Schemas,
): (request: FastifyRequest) => ParameterValues | ApiError {
  const reader = (place: Parameter['in']) => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === place);
    const readable = parameters.map((parameter) => toReadable(parameter, schemas));
    const read = placeReader(place, readable, basePath + operation.path);
    if (parameters.length === 0 && place !== 'query') return () => NONE;
    const validate = validator(parameters, schemas);
    return (request: FastifyRequest) => validate(read(request));
  };
  const [readParams, readQuery] = [reader('path'), reader('query')];
  const [readHeaders, readCookies] = [reader('header'), reader('cookie')];
  return (request) => {
    const params = readParams(request);
    if (params instanceof ApiError) return params;
    const query = readQuery(request);
    if (query instanceof ApiError) return query;
    const headers = readHeaders(request);
    if (headers instanceof ApiError) return headers;
    const cookies = readCookies(request);
    return cookies instanceof ApiError ? cookies : { params, query, headers, cookies };
  };
}

/** Checks the values of a place against their schemas, all at once. */
function validator(
  parameters: readonly Parameter[],
  schemas: Schemas,
): (values: Values) => Values | ApiError {
  const written = parameters.filter(({ content }) => !content);
  const json = parameters.filter(({ content }) => content);
  const compiled = [
    ...(written.length > 0 ? [compileAll(written, schemas, 'text')] : []),
    ...(json.length > 0 ? [compileAll(json, schemas, 'json')] : []),
  ];
  const [first, second] = compiled;
  if (!first) return () => NONE;
  if (!second) return (values) => validate(first, values);
  return (values) => {
    const [texts, others] = [pick(values, written), pick(values, json)];
    const [read, readOthers] = [validate(first, texts), validate(second, others)];
    if (read instanceof ApiError) return read;
    return readOthers instanceof ApiError ? readOthers : { ...read, ...readOthers };
  };
}

function compileAll(
  parameters: readonly Parameter[],
  schemas: Schemas,
  source: 'text' | 'json',
): CompiledSchema {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map((parameter) => [nameOf(parameter), schemaOf(parameter)]),
    ),
    required: parameters.filter(({ required }) => required).map(nameOf),
    additionalProperties: false,
  };
  return compileSchema(schema, { schemas, direction: 'request', source, noun: 'parameter' });
}

function validate(compiled: CompiledSchema, values: Values): Values | ApiError {
  const [violation] = compiled.check(values);
  if (violation !== undefined) return invalidParameter(violation);
  // The schema is that of an object.
  return compiled.read(values) as Values;
}

function pick(values: Values, parameters: readonly Parameter[]): Values {
  const names = new Set(parameters.map(nameOf));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

function schemaOf({ schema, content }: Parameter): object {
  // One of them is there: a JSON value without a schema can be anything.
  return schema ?? content?.['application/json']?.schema ?? {};
}
