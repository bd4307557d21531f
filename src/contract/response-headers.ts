import { validateHeaderValue } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Source } from './exact-numbers.ts';
import type { Schema } from './schemas.ts';
import { compileCheck } from './validation.ts';

/*
 * The headers that a handler sets, checked against those that the contract declares.
 */

/** By name in lower case. */
export type HeaderValues = Map<string, unknown>;

/** The headers that a response declares: an object with a property for each. */
export interface HeadersSchema extends Schema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

/**
 * Returns what says in a sentence what the contract does not allow of the headers that were set.
 *
 * @param source `text` where a number may be given as text
 */
export function headersCheck({ required, ...schema }: HeadersSchema, source: Source = 'json') {
  const names = new Map(Object.keys(schema.properties).map((name) => [name.toLowerCase(), name]));
  const check = compileCheck(
    { ...schema, additionalProperties: false },
    { source, direction: 'response', noun: 'header of this response' },
  );
  const needed = required.map((name) => [name, name.toLowerCase()] as const);
  return (values: HeaderValues, reply: FastifyReply): string | undefined => {
    if (values.size > 0) {
      const entries = [...values].map(([key, value]) => [names.get(key) ?? key, value]);
      const [violation] = check(Object.fromEntries(entries));
      if (violation !== undefined) return violation;
    }
    // The service itself has set some of them.
    const missing = needed.find(([, key]) => !values.has(key) && !reply.hasHeader(key));
    return missing && `${missing[0]} is required.`;
  };
}

/** @throws where a text has what no header can have */
export function assertSendable(values: HeaderValues): void {
  for (const [key, value] of values) validateHeaderValue(key, String(value));
}

/** Sets headers that were checked. @throws where a text has what no header can have */
export function setHeaders(values: HeaderValues, reply: FastifyReply): void {
  assertSendable(values);
  for (const [key, value] of values) {
    const text = String(value);
    // A deprecated operation has a Link to its successor already (RFC 8288 section 3).
    const earlier = key === 'link' && reply.getHeader(key);
    reply.header(key, earlier ? `${earlier}, ${text}` : text);
  }
}
