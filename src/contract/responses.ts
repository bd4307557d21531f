import { validateHeaderValue } from 'node:http';
import fastJson, { type AnySchema } from 'fast-json-stringify';
import type { FastifyReply } from 'fastify';
import type { HeadersSchema, Operation } from './operations.ts';
import { changeSchema, type Schema } from './schemas.ts';
import { compileValidator, type Validator } from './validation.ts';

/*
 * Makes what a handler returns the response that the contract describes, or fails with what is wrong
 * with it.
 */

/** The headers that a handler has set, by name in lower case. */
export type HeaderValues = ReadonlyMap<string, unknown>;

/** A fault of a handler. */
export class InvalidResponse extends Error {
  constructor(operationId: string, violation: string) {
    super(`${operationId} returned what the contract does not allow: ${violation}`);
  }
}

/** Compiles the schemas of an operation's responses, as Fastify asks for it. */
export function responseSerializer({ operationId }: Pick<Operation, 'operationId'>) {
  return ({ schema }: { readonly schema: Schema }) => {
    // At the first use: compiling all of them takes a fifth of the start.
    let compiled: ReturnType<typeof compileResponse> | undefined;
    return (value: unknown): string => {
      compiled ??= compileResponse(schema);
      // Checked first, since fast-json-stringify makes something of any value: of null "", of 1.7 a 1.
      if (compiled.isValid(value)) return compiled.stringify(value);
      const [violation = ''] = compiled.violations();
      throw new InvalidResponse(operationId, violation);
    };
  };
}

function compileResponse(schema: Schema) {
  const options = { source: 'json', direction: 'response', noun: 'field' } as const;
  const stringify = fastJson(changeSchema(schema, writable) as AnySchema);
  return { ...compileValidator(schema, options), stringify };
}

/** As fast-json-stringify takes it. It would write a default, and null or a bigint only so. */
function writable({ format: _, default: __, ...schema }: Schema): Schema {
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
    if (set.size > 0) setHeaders(set, reply);
    reply.code(status);
    return json === undefined ? reply.send() : sendJson(reply, json);
  };
}

/** Returns what says in a sentence what the contract does not allow of the headers that were set. */
function headersCheck({ required, ...schema }: HeadersSchema) {
  const names = new Map(Object.keys(schema.properties).map((name) => [name.toLowerCase(), name]));
  let validator: Validator | undefined;
  const needed = required.map((name) => [name, name.toLowerCase()] as const);
  return (values: HeaderValues, reply: FastifyReply): string | undefined => {
    if (values.size > 0) {
      const entries = [...values].map(([key, value]) => [names.get(key) ?? key, value]);
      validator ??= compileValidator(
        { ...schema, additionalProperties: false },
        { source: 'json', direction: 'response', noun: 'header of this response' },
      );
      if (!validator.isValid(Object.fromEntries(entries))) return validator.violations()[0];
    }
    for (const [name, key] of needed) {
      // The service itself has set some of them.
      if (!values.has(key) && !reply.hasHeader(key)) return `${name} is required.`;
    }
    return undefined;
  };
}

/** Sets headers that were checked. @throws where a text has what no header can have */
function setHeaders(values: HeaderValues, reply: FastifyReply): void {
  for (const [key, value] of values) {
    const text = String(value);
    validateHeaderValue(key, text);
    // A deprecated operation has a Link to its successor already (RFC 8288 section 3).
    const earlier = key === 'link' && reply.getHeader(key);
    reply.header(key, earlier ? `${earlier}, ${text}` : text);
  }
}

/** Sends JSON. Without a serializer of its own Fastify would add a charset to its type. @see RFC 8259 section 11 */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json').serializer(String).send(json);
}
