// Applies the actions of overlays, which add to a contract what several contracts share, and what
// holds for all operations.

import { jsonpath } from 'json-p3';
import { asObject, isObject, type Json, merge } from './json.ts';

/** An action of the form that subset.yaml describes. */
export interface Action extends Json {
  /** A JSONPath (RFC 9535) to the objects that are updated. */
  readonly target: string;
  /** Merged into each object that the target matches. */
  readonly update: Json;
  /** Whether the target may match nothing. */
  readonly 'x-optional'?: boolean;
}

/**
 * Whether an action adds parts to one place, such as components to `$.components`, and does not
 * change what other parts look like.
 *
 * @see RFC 9535 section 2.3.5.1, singular queries
 */
export function addsParts({ target }: Action): boolean {
  return jsonpath.compile(target).singularQuery();
}

/**
 * Applies an action to a document, in place. Only objects are updated.
 *
 * @returns the keys of what its target matches
 */
export function applyAction(document: Json, { target, update }: Action): string[][] {
  const nodes = [...jsonpath.query(target, document as Parameters<typeof jsonpath.query>[1])];
  return nodes.map(({ value, location }) => {
    // A reference that is still there leads nowhere, and is reported.
    if (isObject(value) && !('$ref' in value)) merge(value, structuredClone(update));
    return location.map(String);
  });
}

/** The keys of values in a document that another version of it has replaced by others. */
export function replacedKeys(
  before: unknown,
  after: unknown,
  keys: readonly string[] = [],
): (readonly string[])[] {
  if (isObject(before)) {
    return Object.entries(before).flatMap(([key, part]) =>
      replacedKeys(part, asObject(after)[key], [...keys, key]),
    );
  }
  return Array.isArray(before) || after === before ? [] : [keys];
}

export function isJsonPath(text: string): boolean {
  try {
    return Boolean(jsonpath.compile(text));
  } catch {
    return false;
  }
}
