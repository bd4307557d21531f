import fastJson, { type AnySchema } from 'fast-json-stringify';
import type { FastifyReply } from 'fastify';
import { ERROR_CODES } from './error-codes.ts';
import { ApiError, idempotencyKeyInUse, idempotencyKeyReused } from './errors.ts';
import type { Operation } from './operations.ts';
import { assertSendable, type HeaderValues, headersCheck, setHeaders } from './response-headers.ts';
import { changeSchema, type Schema } from './schemas.ts';
import { BRANCH, type Check, compileCheck } from './validation.ts';

/*
 * Makes what a handler returns the response that the contract describes, or fails with what is wrong
 * with it.
 */

/** A fault of a handler. */
export class InvalidResponse extends Error {
  constructor(operationId: string, violation: string, thrown?: ApiError) {
    const done = thrown ? `threw ${thrown.code}, which` : 'returned what';
    super(`${operationId} ${done} the contract does not allow: ${violation}`, { cause: thrown });
  }
}

/** Compiles the schemas of an operation's responses, as Fastify asks for it. */
export function responseSerializer({ operationId }: Pick<Operation, 'operationId'>) {
  return ({ schema }: { readonly schema: Schema }) => {
    const check = checkOf(schema);
    const stringify = serializerOf(schema);
    return (value: unknown): string => {
      // Checked first, since fast-json-stringify makes something of any value: of null "", of 1.7 a 1.
      const [violation] = check(value);
      if (violation !== undefined) throw new InvalidResponse(operationId, violation);
      return stringify(value);
    };
  };
}

/** fast-json-stringify, which chooses the branch of a union by the check that was made of the value. */
function serializerOf(schema: Schema): (value: unknown) => string {
  const branches: Check[] = [];
  const asBranch = (branch: Schema) => ({
    ...branch,
    [BRANCH]: branches.push(checkOf(branch)) - 1,
  });
  const marked = changeSchema(schema, ({ anyOf, oneOf, ...others }) => ({
    ...others,
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(asBranch) }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.map(asBranch) }),
  }));
  const isFit = (index: number) => (value: unknown) => branches[index]?.(value).length === 0;
  const ajv = { keywords: [{ keyword: BRANCH, compile: isFit }] };
  return fastJson(changeSchema(marked, writable) as AnySchema, { ajv });
}

function checkOf(schema: Schema): Check {
  return compileCheck(schema, { source: 'json', direction: 'response', noun: 'field' });
}

/**
 * As fast-json-stringify takes it: it would write a default, and null or a bigint only so, and count what is
 * not sent.
 */
function writable(schema: Schema): Schema {
  const { format: _, default: __, minProperties: ___, maxProperties: ____, ...kept } = schema;
  return withNull(kept);
}

function withNull(schema: Schema): Schema {
  const { type, oneOf, ...others } = schema;
  if (!Array.isArray(type)) return schema;
  if (Array.isArray(oneOf)) return { ...others, anyOf: [...oneOf, { type: 'null' }] };
  return { ...schema, type: type[0], nullable: true };
}

/** Returns what sends the results of an operation's handler. */
export function responseWriter({ operationId, schema }: Operation) {
  const fail = (violation: string): never => {
    throw new InvalidResponse(operationId, violation);
  };
  const headersByStatus = new Map(
    Object.entries(schema.responseHeaders).map(([status, headers]) => [
      Number(status),
      headersCheck(headers),
    ]),
  );
  const [first, ...others] = headersByStatus.keys();
  const only = others.length === 0 ? first : undefined;
  const statuses = [first, ...others].join(', ');

  /** @throws InvalidResponse */
  return (reply: FastifyReply, set: HeaderValues, result: unknown): FastifyReply => {
    const { status, body } = only === undefined ? Object(result) : { status: only, body: result };
    const violationOf = headersByStatus.get(status);
    if (!violationOf) return fail(`The status must be one of ${statuses}.`);
    const serialize = reply.getSerializationFunction(String(status));
    if (!serialize && body !== undefined) fail('The response has no body.');
    const json = serialize?.(body as Parameters<typeof serialize>[0]);
    const violation = violationOf(set, reply);
    if (violation !== undefined) fail(violation);
    setHeaders(set, reply);
    reply.code(status);
    return json === undefined ? reply.send() : sendJson(reply, json);
  };
}

/** The service's own, which handlers pass on. */
const OWN_ERRORS: ReadonlySet<unknown> = new Set([idempotencyKeyInUse, idempotencyKeyReused]);

/**
 * Returns what holds an error that an operation's handler has thrown to the contract: it returns the
 * error where the contract allows it or it is none of the catalogue, and else an InvalidResponse.
 */
export function errorCheck({ operationId, schema }: Operation) {
  /** Most errors are never thrown, and compiling takes a while. */
  const checks = new Map<number, ReturnType<typeof headersCheck>>();

  function violationOf({ code, statusCode, headers }: ApiError, reply: FastifyReply) {
    const declared = schema.errorHeaders[statusCode];
    if (!declared) return `The operation declares no ${statusCode}.`;
    if (!Object.hasOwn(ERROR_CODES, code) || ERROR_CODES[code].status !== statusCode) {
      return `The catalogue has no ${code} under ${statusCode}.`;
    }
    const check = checks.get(statusCode) ?? headersCheck(declared, 'text');
    checks.set(statusCode, check);
    const values = new Map<string, unknown>();
    for (const [name, value] of Object.entries(headers)) values.set(name.toLowerCase(), value);
    const violation = check(values, reply);
    if (violation === undefined) assertSendable(values);
    return violation;
  }

  return (error: unknown, reply: FastifyReply): unknown => {
    if (!(error instanceof ApiError) || OWN_ERRORS.has(error)) return error;
    const violation = violationOf(error, reply);
    return violation === undefined ? error : new InvalidResponse(operationId, violation, error);
  };
}

const unchanged = (text: string) => text;

/** Sends JSON. Without a serializer of its own Fastify would add a charset to its type. @see RFC 8259 section 11 */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json').serializer(unchanged).send(json);
}
