// The schemas that generation (scripts/contract/) makes of each operation, and that the service
// compiles.

import type { Schema } from './schemas.ts';

/** The schemas of an operation by Fastify's names, and those of the headers of its responses. */
export interface RouteSchema {
  readonly params?: ParametersSchema;
  readonly querystring: ParametersSchema;
  /** By name in lower case. */
  readonly headers?: ParametersSchema;
  readonly body?: Schema;
  /** The bodies of successes, by status. */
  readonly response: Readonly<Record<string, Schema>>;
  /** The headers of all successes, by status. */
  readonly responseHeaders: Readonly<Record<string, HeadersSchema>>;
  /** The headers of all errors, by status, without the headers that every response has. */
  readonly errorHeaders: Readonly<Record<string, HeadersSchema>>;
}

/** The headers that a response declares: an object with a property for each. */
export interface HeadersSchema extends Schema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

interface ParametersSchema extends Schema {
  readonly properties: Readonly<Record<string, Schema>>;
}

export type RouteSchemas = Readonly<Record<string, RouteSchema>>;
