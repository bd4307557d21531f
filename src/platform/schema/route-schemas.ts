// What generation (scripts/contract/) makes of each operation for the service: what it knows of the
// operation, and the schemas that it compiles.

import type { Schema } from './schemas.ts';

/** What the service knows of an operation beside its schemas. */
export interface RouteDescription {
  /** In upper case. */
  readonly method: string;
  /** Relative to the base path, with parameters in braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Absent where requests have no body. */
  readonly requestBody?: { readonly isRequired: boolean };
  /** The headers that a response can have, each once. */
  readonly responseHeaders: readonly string[];
  /** Whether a request needs an API key and nothing else. */
  readonly needsKey: boolean;
  /** A key needs all of these scopes. */
  readonly scopes: readonly string[];
  /** Whether a request counts in the reserve of its customer when the plan has no room. */
  readonly hasReserve: boolean;
  readonly stability?: string;
  readonly deprecation?: Deprecation;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
}

export interface Deprecation {
  /** Calendar dates, UTC. */
  readonly since: string;
  readonly sunset: string;
  /** The operation that replaces this one: `listThings`, or `v2.listThings` of a later version. */
  readonly successor: string;
}

/** The schemas of an operation by Fastify's names, and those of the headers of its responses. */
export interface RouteSchema {
  readonly about: RouteDescription;
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
