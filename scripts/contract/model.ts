// A contract as all readers of the kit see it, in words of OpenAPI: references and each `allOf` are
// resolved, and each part says where it is written. read-model.ts makes it of the complete contract.

import type { Schema as JsonSchema } from '../../src/platform/schema/schemas.ts';
import type { Json } from './json.ts';

export interface Contract {
  readonly title: string;
  readonly version: string;
  /** The major number of `version`. */
  readonly major: number;
  readonly summary: string | undefined;
  readonly notice: Notice;
  /** The path of the base address, with which the routes of all operations begin. */
  readonly basePath: string;
  readonly servers: readonly Server[];
  readonly tags: readonly Tag[];
  /** What a key can be limited to, with what each scope allows. */
  readonly scopes: Readonly<Record<string, string>>;
  /** The scopes that a key has only if they are listed: a key without a list has all others. */
  readonly explicitScopes: readonly string[];
  readonly operations: readonly Operation[];
  /** The schemas that have a name. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** What the model was made of, and what is published. */
  readonly document: Json;
}

/** How many days an operation is announced to end, by its stability. */
export type Notice = Readonly<Record<string, number>>;

/** A part of a contract, with the keys that lead to it in the complete contract. */
interface Part {
  readonly keys: readonly string[];
}

interface Server extends Part {
  readonly url: string;
}

export interface Tag {
  readonly name: string;
  readonly description: string | undefined;
  /** Whether its operations are tools for agents. */
  readonly hasTools: boolean;
}

export interface Operation extends Part {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly method: Method;
  /** Below the base path, with parameters in braces. */
  readonly path: string;
  /** The whole path. */
  readonly route: string;
  readonly tag: string | undefined;
  /** `stable`, `beta` or `experimental`. */
  readonly stability: string | undefined;
  readonly deprecation: Deprecation | undefined;
  /** Whether a request needs an API key and nothing else. */
  readonly needsKey: boolean;
  /** A key needs all of these scopes. */
  readonly scopes: readonly string[];
  /** Whether a request counts in the reserve of its customer when the plan has no room. */
  readonly hasReserve: boolean;
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  /** In the order of the contract. */
  readonly responses: readonly Response[];
}

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** When an operation, a parameter, a header or a field was deprecated, and ends. */
export interface Deprecation {
  /** Days such as `2030-12-05`. */
  readonly since: string;
  readonly sunset: string;
  /** What replaces it. */
  readonly successor: string | undefined;
}

/** A value with examples. */
interface Value extends Part {
  /** Its own, or else that of its schema. */
  readonly description: string | undefined;
  readonly schema: Schema;
  readonly examples: readonly Example[];
}

export interface Header extends Value {
  readonly name: string;
  readonly isRequired: boolean;
  readonly deprecation: Deprecation | undefined;
}

/** Of a request, in any place. */
export interface Parameter extends Header {
  readonly in: string;
}

export interface Body extends Value {
  readonly mediaType: string;
}

export interface RequestBody extends Part {
  readonly description: string | undefined;
  readonly isRequired: boolean;
  readonly content: readonly Body[];
  /** What is sent as JSON. */
  readonly body: Body | undefined;
}

export interface Response extends Part {
  readonly status: string;
  readonly kind: ResponseKind;
  readonly description: string;
  readonly headers: readonly Header[];
  readonly content: readonly Body[];
  /** What is returned as JSON. */
  readonly body: Body | undefined;
}

/** A 304 is no success: it stands for one with a body that the client has already. */
export type ResponseKind = 'success' | 'not-modified' | 'error';

export interface Example extends Part {
  /** Undefined for the only example. */
  readonly name: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly value: unknown;
}

/**
 * A schema with all keywords that apply to its value: its own, those of the component that it refers
 * to, and those of its `allOf`. Schemas within are of this kind, too. What is beside a reference or
 * an `allOf` replaces what is there, and of several parts the last one counts.
 */
export interface Schema extends JsonSchema {
  /** The keys that lead to it. A component has its own, wherever it is used. */
  readonly [KEYS]: readonly string[];
  /** The component that has all of its keywords, but for some that people read, and null. */
  readonly [NAME]?: string | undefined;
  /** The schemas that it was put together of, each with problems of its own. */
  readonly [MADE_OF]: readonly Schema[];
  /** What keeps it from being read in full. */
  readonly [PROBLEMS]: readonly Problem[];
  /** The schemas of the document that it was made of. */
  readonly [WRITTEN]: readonly Json[];
}

// Symbols, since these are no keywords: validators and JSON do not see them.
export const KEYS = Symbol('keys');
export const NAME = Symbol('name');
export const MADE_OF = Symbol('made of');
export const PROBLEMS = Symbol('problems');
export const WRITTEN = Symbol('written');

export interface Problem extends Part {
  readonly message: string;
}

/** Values mean something else in each direction: `readOnly`, `writeOnly` and `default`. */
export type Direction = 'request' | 'response';
