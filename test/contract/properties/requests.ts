import fc from 'fast-check';
import { type Body, bodyFaults, validBodies } from './bodies.ts';
import type { ContractDocument, Operation } from './document.ts';
import type { Exact } from './exact.ts';
import { invalidParameters, type Parameter, schemaOf, validParameters } from './parameters.ts';
import type { Context } from './schema.ts';
import type { Sent } from './styles.ts';

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
  /** What a valid request means. */
  readonly meaning?: Meaning;
}

export interface Meaning {
  /** By place and name. Optional ones may be absent. */
  readonly parameters: ReadonlyMap<Parameter, Exact>;
  readonly body: Body | undefined;
}

/** A request in its parts. */
interface Parts {
  readonly method: string;
  readonly parameters: ReadonlyMap<Parameter, Sent>;
  readonly extraQuery: readonly string[];
  readonly extraCookies: readonly string[];
  readonly contentType: string | undefined;
  readonly payload: string | Buffer | undefined;
  readonly key?: string | null;
}

type Change = (parts: Parts) => Parts;
type Fault = readonly [status: number, change: fc.Arbitrary<Change>];

export interface Options {
  /** Parameters whose text the service itself has issued, such as a cursor: it rejects all others. */
  readonly opaque?: readonly string[];
}

/** Errors that a valid request can still meet, such as an animal that does not exist. */
const ERRORS_OF_VALID = [403, 404, 409, 410, 412, 422, 428];

/** Requests to the operation, of every kind. */
export function requestsTo(
  operation: Operation,
  document: ContractDocument,
  { opaque = [] }: Options = {},
): fc.Arbitrary<Sample> {
  const context: Context = {
    schemas: document.components?.schemas ?? {},
    direction: 'request',
  };
  const valid = validRequests(operation, context);
  const expected = [
    ...operation.successStatuses,
    ...ERRORS_OF_VALID.filter((status) => status in operation.responses),
  ];
  const accepted = valid.map(({ parts, meaning }) => {
    const isOpaque = [...meaning.parameters.keys()].some(({ name }) => opaque.includes(name));
    const allowed = isOpaque ? [...expected, 400] : expected;
    return { request: assemble(operation, parts), allowed, meaning };
  });
  const rejected = faultsOf(operation, context).map(([status, change]) =>
    fc.tuple(valid, change).map(([{ parts }, apply]) => ({
      request: assemble(operation, apply(parts)),
      allowed: [status],
    })),
  );
  return fc.oneof({ arbitrary: accepted, weight: rejected.length }, ...rejected);
}

function validRequests({ method, parameters, body }: Operation, context: Context) {
  // The contract describes HEAD once, together with GET.
  const methods = fc.constantFrom(method, method === 'GET' ? 'HEAD' : method);
  const given = parameters.map((parameter) => {
    const one = validParameters(parameter, context).map((value) => [parameter, value] as const);
    return parameter.required ? one : fc.option(one, { freq: 2 });
  });
  const bodies = body ? validBodies(body, context) : fc.constant(undefined);
  const sent = body?.isRequired === false ? fc.option(bodies, { nil: undefined }) : bodies;
  return fc.tuple(methods, fc.tuple(...given), sent).map(([method, all, one]) => {
    const present = all.filter((entry) => entry !== null);
    const parts: Parts = {
      method,
      parameters: new Map(present.map(([parameter, { sent }]) => [parameter, sent])),
      extraQuery: [],
      extraCookies: [],
      contentType: one && body?.type,
      payload: one?.payload,
    };
    const values = new Map(present.map(([parameter, { value }]) => [parameter, value]));
    return { parts, meaning: { parameters: values, body: one } };
  });
}

/** Every kind of fault that a request can have, with the status that it leads to. */
function faultsOf({ parameters, body }: Operation, context: Context): Fault[] {
  const known = new Set(parameters.flatMap((one) => [one.name, ...propertiesOf(one)]));
  const invalidKeys = fc.constantFrom(null, '', 'ask_none', `ask_${'0'.repeat(38)}`);
  const unknown = fc.string().filter((name) => !known.has(name) && name.isWellFormed());
  return [
    [401, invalidKeys.map((key) => (parts) => ({ ...parts, key }))],
    [
      400,
      unknown.map((name) => (parts) => ({
        ...parts,
        extraQuery: [`${encodeURIComponent(name)}=1`],
      })),
    ],
    ...parameters.flatMap((parameter) => parameterFaults(parameter, context)),
    ...(body ? bodyChanges(body, context) : []),
  ];
}

function propertiesOf(parameter: Parameter): string[] {
  return Object.keys(schemaOf(parameter).properties ?? {});
}

function parameterFaults(parameter: Parameter, context: Context): Fault[] {
  const { in: place, required } = parameter;
  const put = (sent: Sent): Change => {
    return (parts) => ({ ...parts, parameters: new Map([...parts.parameters, [parameter, sent]]) });
  };
  const faults: Fault[] = invalidParameters(parameter, context).map((sent) => [400, sent.map(put)]);
  const valid = validParameters(parameter, context);
  if (required && place !== 'path') faults.push([400, fc.constant(without(parameter))]);
  if (place === 'query' && !isRepeatable(parameter, context)) {
    const twice = valid.map(({ sent }) => put([sent, sent].flat()));
    faults.push([400, twice]);
  }
  if (place === 'cookie') {
    faults.push([400, valid.map(({ sent }) => repeatCookie(parameter, sent))]);
  }
  return faults;
}

function repeatCookie(parameter: Parameter, sent: Sent): Change {
  return (parts) => ({
    ...parts,
    parameters: new Map([...parts.parameters, [parameter, sent]]),
    extraCookies: [`${parameter.name}=${String(sent)}`],
  });
}

/** Whether the parameter is sent once for each item. */
function isRepeatable({ style = 'form', explode, schema }: Parameter, { schemas }: Context) {
  const { type } = resolve(schema ?? {}, schemas);
  return style === 'form' && explode !== false && type === 'array';
}

function resolve(schema: NonNullable<Parameter['schema']>, schemas: Context['schemas']) {
  const name = schema.$ref?.split('/').at(-1);
  return { ...(name ? schemas[name] : {}), ...schema };
}

function without(parameter: Parameter): Change {
  return (parts) => {
    const parameters = new Map(parts.parameters);
    parameters.delete(parameter);
    return { ...parts, parameters };
  };
}

function bodyChanges(body: NonNullable<Operation['body']>, context: Context): Fault[] {
  const { type, isRequired } = body;
  const put = (payload: string | Buffer, contentType = type): Change => {
    return (parts) => ({ ...parts, payload, contentType });
  };
  const others = ['text/html', 'application/xml', 'multipart/form-data', `${type}s`];
  const charsets = type === 'application/octet-stream' ? [] : [`${type}; charset=latin1`];
  const valid = validBodies(body, context);
  const foreign = fc
    .tuple(valid, fc.constantFrom(...others, ...charsets))
    .map(([{ payload }, contentType]) => put(payload, contentType));
  const none: Change = ({ payload: _, contentType: __, ...parts }) => ({
    ...parts,
    payload: undefined,
    contentType: undefined,
  });
  return [
    ...bodyFaults(body, context).map(
      ([status, payloads]): Fault => [status, payloads.map((payload) => put(payload))],
    ),
    [415, foreign],
    ...(isRequired ? [[400, fc.constant(none)] as const] : []),
  ];
}

function assemble(operation: Operation, parts: Parts): Request {
  const { method, parameters, extraQuery, extraCookies, contentType, payload, key } = parts;
  const inPlace = (place: string) =>
    [...parameters].filter(([parameter]) => parameter.in === place);
  const path = inPlace('path').reduce(
    (filled, [{ name }, sent]) => filled.replace(`{${name}}`, () => String(sent)),
    operation.path,
  );
  const query = [...inPlace('query').flatMap(([, sent]) => sent), ...extraQuery];
  const cookies = inPlace('cookie').map(([{ name }, sent]) => `${name}=${String(sent)}`);
  const allCookies = [...cookies, ...extraCookies];
  return {
    // Inject's type is a union of all methods.
    method: method as 'GET',
    url: query.length > 0 ? `${path}?${query.join('&')}` : path,
    headers: {
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...Object.fromEntries(inPlace('header').map(([{ name }, sent]) => [name, String(sent)])),
      ...(allCookies.length > 0 && { cookie: allCookies.join('; ') }),
    },
    ...(payload !== undefined && { payload }),
    ...(key !== undefined && { key }),
  };
}
