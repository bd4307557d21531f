import { validateHeaderValue } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Header, Response } from './operations.ts';
import { type CompiledSchema, compileSchema } from './schemas.ts';

/*
 * The headers that a handler sets, checked against those that the contract declares.
 */

/** By name in lower case. */
export type HeaderValues = ReadonlyMap<string, unknown>;

export interface ResponseHeaders {
  /** Of those that are declared, in lower case. */
  readonly names: readonly string[];
  /** What the contract does not allow of these headers, in a sentence. */
  check(values: HeaderValues, reply: FastifyReply): string | undefined;
  /** Sets headers that were checked. */
  set(values: HeaderValues, reply: FastifyReply): void;
}

type Schemas = Readonly<Record<string, object>>;

/** @throws when a header cannot be checked */
export function responseHeaders({ headers = {} }: Response, schemas: Schemas): ResponseHeaders {
  const declared = new Map(
    Object.entries(headers).map(([name, header]) => [
      name.toLowerCase(),
      { name, compiled: compile(name, header, schemas) },
    ]),
  );
  if (declared.has('content-type')) throw new Error('The header Content-Type cannot be declared.');
  const required = Object.entries(headers)
    .filter(([, header]) => header.required)
    .map(([name]) => ({ name, key: name.toLowerCase() }));
  return {
    names: [...declared.keys()],
    check(values, reply) {
      for (const [key, value] of values) {
        const header = declared.get(key);
        if (!header) return `The header ${key} is not declared.`;
        const violation = header.compiled.check(value)[0] ?? unsendable(header.name, value);
        if (violation !== undefined) return violation;
      }
      // The service itself has set some of them.
      const missing = required.find(({ key }) => !values.has(key) && !reply.hasHeader(key));
      return missing && `${missing.name} is required.`;
    },
    set(values, reply) {
      for (const [key, value] of values) reply.header(key, combined(key, toText(value), reply));
    },
  };
}

/** A deprecated operation has a Link to its successor already. @see RFC 8288 section 3 */
function combined(key: string, text: string, reply: FastifyReply): string {
  const earlier = key === 'link' && reply.getHeader(key);
  return earlier ? `${earlier}, ${text}` : text;
}

function unsendable(name: string, value: unknown): string | undefined {
  try {
    validateHeaderValue(name, toText(value));
    return undefined;
  } catch {
    return `${name} must not contain characters that a header cannot have.`;
  }
}

/** Style simple: the elements of a list are separated by commas. */
function toText(value: unknown): string {
  return String(value);
}

function compile(name: string, { schema = {} }: Header, schemas: Schemas): CompiledSchema {
  return compileSchema(schema, {
    schemas,
    direction: 'response',
    source: 'json',
    noun: 'header',
    name,
  });
}
