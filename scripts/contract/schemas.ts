// Functions to read schemas.

import { changeParts, type Schema as JsonSchema } from '../../src/platform/schema/schemas.ts';
import { asObject } from './json.ts';
import type { Schema } from './model.ts';

/** The components that schemas refer to, by name. */
export type Schemas = Readonly<Record<string, unknown>>;

/**
 * Keywords that no value is checked by: people read them, or the kit itself. `deprecated` is none of
 * them, since the service counts who sends what is deprecated.
 */
export const ANNOTATIONS = [
  'title',
  'description',
  'x-deprecated-since',
  'x-sunset',
  'x-successor',
  'x-closed',
  'x-extensible-enum',
  'x-response-format',
];

/** The keyword of fields that are left out in a direction. */
export const HIDING = { request: 'readOnly', response: 'writeOnly' } as const;

/** The component that a schema refers to. */
export function referredName(schema: unknown): string | undefined {
  const { $ref } = asObject(schema);
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
}

/** Whether a reference leads to a schema that has a name. */
export function isComponent($ref: string): boolean {
  return /^#\/components\/schemas\/[^/]+$/.test($ref);
}

/** The types that a schema allows. */
export function typesOf({ type }: JsonSchema): unknown[] {
  return type === undefined ? [] : [type].flat();
}

/** The schemas directly within a schema of the model. */
export function partsOf(schema: Schema): Schema[] {
  const parts: Schema[] = [];
  changeParts(schema, (part) => parts.push(part as Schema));
  return parts;
}

/** Returns an empty list for any value that is not a list. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Gets the place of a problem, and what to write instead. */
export type Report = (keys: readonly string[], message: string) => void;

/** The error of a schema whose keywords cannot be put together. */
export class SchemaProblem extends Error {}

export function throwProblem(_keys: readonly string[], message: string): never {
  throw new SchemaProblem(message);
}

/** The `type` of a schema that cannot be read, about which a finding says why. */
export const UNKNOWN = 'unknown';
