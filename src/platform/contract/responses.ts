// Turns the result of a handler into the response that the contract describes, or fails with the
// reason why that is not possible.

import { validateHeaderValue } from 'node:http';
import fastJson, { type AnySchema } from 'fast-json-stringify';
import type { FastifyReply } from 'fastify';
import { ApiError, type ErrorCodes } from '../errors/index.ts';
import type { Source } from '../schema/exact-numbers.ts';
import type { HeadersSchema } from '../schema/route-schemas.ts';
import { changeSchema, type Schema } from '../schema/schemas.ts';
import { BRANCH, compileValidator, type Validator } from '../schema/validation.ts';
import type { Operation } from './operations.ts';
import { namesWeakly, tagOf } from './tags.ts';

/** The headers that a handler has set, by name in lower case. */
type HeaderValues = ReadonlyMap<string, unknown>;

/** A fault of a handler. */
export class InvalidResponse extends Error {
  constructor(operationId: string, violation: string, thrown?: ApiError) {
    const done = thrown ? `threw ${thrown.code}, which` : 'returned what';
    super(`${operationId} ${done} the contract does not allow: ${violation}`, { cause: thrown });
  }
}

/** Fastify's option `serializerCompiler` for the responses of an operation. */
export function responseSerializer({ operationId }: Pick<Operation, 'operationId'>) {
  return ({ schema }: { readonly schema: Schema }) => {
    // At the first use: compiling all of them takes a fifth of the start.
    let compiled: ReturnType<typeof compileResponse> | undefined;
    return (value: unknown): string => {
      compiled ??= compileResponse(schema);
      // Checked first, since fast-json-stringify makes something of any value: `""` of null.
      if (compiled.isValid(value)) return compiled.stringify(value);
      const [violation = ''] = compiled.violations();
      throw new InvalidResponse(operationId, violation);
    };
  };
}

/** Compiles a schema of a response at once. @throws when it could not be checked, or written */
function compileResponse(schema: Schema) {
  return { ...validatorOf(schema), stringify: serializerOf(schema) };
}

function validatorOf(schema: Schema): Validator {
  return compileValidator(schema, { source: 'json', direction: 'response', noun: 'field' });
}

/**
 * Makes a serializer of fast-json-stringify, which writes bigints exactly. The serializer chooses
 * the branch of a union by the check that the value passes.
 */
function serializerOf(schema: Schema): (value: unknown) => string {
  const branches: Validator[] = [];
  const asBranch = (branch: Schema) => ({
    ...branch,
    [BRANCH]: branches.push(validatorOf(branch)) - 1,
  });
  const marked = changeSchema(schema, ({ oneOf, ...others }) => ({
    ...others,
    ...(Array.isArray(oneOf) && { oneOf: oneOf.map(asBranch) }),
  }));
  const isFit = (index: number) => (value: unknown) => branches[index]?.isValid(value) ?? false;
  const ajv = { keywords: [{ keyword: BRANCH, compile: isFit }] };
  return fastJson(changeSchema(marked, writable) as AnySchema, { ajv });
}

/**
 * The form that fast-json-stringify writes correctly: null as `nullable`, no format, and no
 * default, which it would fill in.
 */
function writable({ format: _, default: __, ...schema }: Schema): Schema {
  const { type, oneOf, ...others } = schema;
  if (!Array.isArray(type)) return schema;
  if (Array.isArray(oneOf)) return { ...others, anyOf: [...oneOf, { type: 'null' }] };
  return { ...schema, type: type[0], nullable: true };
}

/** Returns a function that sends the results of an operation's handler. */
export function responseWriter(operation: Operation) {
  const { operationId, schema } = operation;
  const fail = (violation: string): never => {
    throw new InvalidResponse(operationId, violation);
  };
  const addTag = tagWriter(operation);
  const headerChecks = checksByStatus(schema.responseHeaders, 'json');
  const [first, ...others] = headerChecks.keys();
  const only = others.length === 0 ? first : undefined;
  const statuses = [first, ...others].join(', ');

  /** @throws InvalidResponse */
  return (reply: FastifyReply, values: HeaderValues, result: unknown): FastifyReply => {
    const { status, body } =
      only === undefined ? asStatusResult(result) : { status: only, body: result };
    const violationOf = status && headerChecks.get(status);
    if (!violationOf) return fail(`The status must be one of ${statuses}.`);
    const serialize = reply.getSerializationFunction(String(status));
    if (!serialize && body !== undefined) fail('The response has no body.');
    const json = serialize?.(body as Parameters<typeof serialize>[0]);
    const violation = violationOf(values, reply);
    if (violation !== undefined) fail(violation);
    if (json !== undefined && addTag(reply, status, json, values) === 'known') {
      return reply.code(304).send();
    }
    if (values.size > 0) setHeaders(values, reply);
    reply.code(status);
    return json === undefined ? reply.send() : sendJson(reply, json);
  };
}

/** The header with the tag of a body, which follows from the body: no handler sets it. */
const TAG_HEADER = 'ETag';
/** Of what has a tag: its caller may store it, and asks each time whether it is still the same. */
const REVALIDATED = 'private, no-cache';

/** The statuses whose body has a tag. */
export function taggedStatuses({ schema }: Pick<Operation, 'schema'>): string[] {
  const all = Object.entries(schema.responseHeaders);
  return all.filter(([, { properties }]) => TAG_HEADER in properties).map(([status]) => status);
}

/** Returns a function that adds the tag of a body, and says whether the client has the body. */
function tagWriter(operation: Operation) {
  const tagged = new Set(taggedStatuses(operation).map(Number));
  // Every GET whose response has a tag.
  const isRead = 'if-none-match' in (operation.schema.headers?.properties ?? {});

  return (reply: FastifyReply, status: number, json: string, values: HeaderValues) => {
    if (!tagged.has(status)) return 'untagged';
    const ofBody = tagOf(json);
    const link = values.get('link');
    // The next page may come or go while this one stays as it is. The body is not copied for that.
    const tag = link === undefined ? ofBody : tagOf(`${ofBody}${link}`);
    reply.header('etag', tag);
    if (!isRead) return 'new';
    reply.header('cache-control', REVALIDATED);
    // Of the message: once headers are validated, Fastify copies those of the request at each read.
    const condition = reply.request.raw.headers['if-none-match'];
    return condition !== undefined && namesWeakly(condition, tag) ? 'known' : 'new';
  };
}

/** What a handler returns where an operation has several successes. */
function asStatusResult(result: unknown): { readonly status?: number; readonly body?: unknown } {
  return typeof result === 'object' && result !== null ? result : {};
}

/**
 * Returns a function that checks an error of an operation's handler. It returns an ApiError that
 * the contract does not allow as an InvalidResponse, and any other error as it is.
 */
export function errorCheck({ operationId, schema }: Operation, codes: ErrorCodes) {
  const headerChecks = checksByStatus(schema.errorHeaders, 'text');

  function violationOf({ code, statusCode, headers }: ApiError, reply: FastifyReply) {
    const check = headerChecks.get(statusCode);
    if (!check) return `The operation declares no ${statusCode}.`;
    if (!Object.hasOwn(codes, code) || codes[code]?.status !== statusCode) {
      return `The catalogue has no ${code} under ${statusCode}.`;
    }
    const values = new Map<string, unknown>();
    for (const [name, value] of Object.entries(headers)) values.set(name.toLowerCase(), value);
    const violation = check(values, reply);
    if (violation === undefined) assertSendable(values);
    return violation;
  }

  return (error: unknown, reply: FastifyReply): unknown => {
    if (!(error instanceof ApiError)) return error;
    const violation = violationOf(error, reply);
    return violation === undefined ? error : new InvalidResponse(operationId, violation, error);
  };
}

/** The checks of the headers that responses declare, by status. */
function checksByStatus(byStatus: Readonly<Record<string, HeadersSchema>>, source: Source) {
  const entries = Object.entries(byStatus);
  return new Map(entries.map(([status, one]) => [Number(status), headersCheck(one, source)]));
}

/**
 * Returns a function that says in a sentence how the headers that were set break the contract.
 *
 * @param source `text` where a number may be given as text
 */
function headersCheck({ required, properties, ...others }: HeadersSchema, source: Source) {
  const { [TAG_HEADER]: _, ...settable } = properties;
  const schema = { ...others, properties: settable };
  const names = new Map(Object.keys(schema.properties).map((name) => [name.toLowerCase(), name]));
  let validator: Validator | undefined;
  const isSettable = (name: string) => name !== TAG_HEADER;
  const needed = required.filter(isSettable).map((name) => [name, name.toLowerCase()] as const);
  return (values: HeaderValues, reply: FastifyReply): string | undefined => {
    if (values.size > 0) {
      const entries = [...values].map(([key, value]) => [names.get(key) ?? key, value]);
      validator ??= compileValidator(
        { ...schema, additionalProperties: false },
        { source, direction: 'response', noun: 'header of this response' },
      );
      if (!validator.isValid(Object.fromEntries(entries))) return validator.violations()[0];
    }
    for (const [name, key] of needed) {
      // The service itself has set some of the required headers.
      if (!values.has(key) && !reply.hasHeader(key)) return `${name} is required.`;
    }
    return undefined;
  };
}

/** @throws if a value has a character that no header can have */
function assertSendable(values: HeaderValues): void {
  for (const [key, value] of values) validateHeaderValue(key, String(value));
}

/** Sets headers that were checked. @throws if a value has a character that no header can have */
function setHeaders(values: HeaderValues, reply: FastifyReply): void {
  assertSendable(values);
  for (const [key, value] of values) {
    const text = String(value);
    // A deprecated operation has a Link to its successor already (RFC 8288 section 3).
    const earlier = key === 'link' && reply.getHeader(key);
    reply.header(key, earlier ? `${earlier}, ${text}` : text);
  }
}

/**
 * Sends JSON. Without a serializer of its own Fastify would add a charset to its type.
 *
 * @see RFC 8259 section 11
 */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json').serializer(String).send(json);
}
