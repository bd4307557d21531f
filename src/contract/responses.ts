import fastJson, { type AnySchema } from 'fast-json-stringify';
import type { FastifyReply } from 'fastify';
import type { Operation } from './operations.ts';
import { type HeaderValues, headersCheck, setHeaders } from './response-headers.ts';
import { changeSchema, type Schema } from './schemas.ts';
import { compileCheck } from './validation.ts';

/*
 * Makes what a handler returns the response that the contract describes, or fails with what is wrong
 * with it.
 */

/** A fault of a handler. */
export class InvalidResponse extends Error {
  constructor(operationId: string, violation: string) {
    super(`${operationId} returned what the contract does not allow: ${violation}`);
  }
}

/** Compiles the schemas of an operation's responses, as Fastify asks for it. */
export function responseSerializer({ operationId }: Pick<Operation, 'operationId'>) {
  return ({ schema }: { readonly schema: Schema }) => {
    const check = compileCheck(schema, { source: 'json', direction: 'response', noun: 'field' });
    const stringify = fastJson(changeSchema(schema, writable) as AnySchema);
    return (value: unknown): string => {
      // Checked first, since fast-json-stringify makes something of any value: of null "", of 1.7 a 1.
      const [violation] = check(value);
      if (violation !== undefined) throw new InvalidResponse(operationId, violation);
      return stringify(value);
    };
  };
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
    setHeaders(set, reply);
    reply.code(status);
    return json === undefined ? reply.send() : sendJson(reply, json);
  };
}

const unchanged = (text: string) => text;

/** Sends JSON. Without a serializer of its own Fastify would add a charset to its type. @see RFC 8259 section 11 */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json').serializer(unchanged).send(json);
}
