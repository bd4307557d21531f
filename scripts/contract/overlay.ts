// Applies an overlay, which says what holds for all operations.

import { jsonpath } from 'json-p3';
import { isObject, type Json, merge } from './json.ts';

/** An overlay of the form that subset.yaml describes. */
export interface Overlay extends Json {
  readonly actions: readonly Action[];
}

interface Action {
  /** A JSONPath (RFC 9535) to the objects that are updated. */
  readonly target: string;
  /** Merged into each object that the target matches. */
  readonly update: Json;
  /** Whether the target may match nothing. */
  readonly 'x-optional'?: boolean;
}

/** An object that an action was merged into. */
export interface Updated {
  /** The position among the actions. */
  readonly index: number;
  readonly keys: readonly string[];
}

/**
 * Applies the actions of an OpenAPI Overlay to a document, one after the other and in place. Only
 * objects are updated.
 *
 * @returns the updated parts, and the positions of required actions that matched nothing
 * @see https://spec.openapis.org/overlay/v1.0.0.html
 */
export function applyOverlay(document: Json, { actions }: Overlay) {
  const updated: Updated[] = [];
  const unmatched: number[] = [];
  for (const [index, { target, update, 'x-optional': isOptional }] of actions.entries()) {
    const nodes = [...jsonpath.query(target, document as Parameters<typeof jsonpath.query>[1])];
    if (nodes.length === 0 && !isOptional) unmatched.push(index);
    for (const { value, location } of nodes) {
      // A reference that is still there leads nowhere, and is reported.
      if (isObject(value) && !('$ref' in value)) merge(value, structuredClone(update));
      updated.push({ index, keys: location.map(String) });
    }
  }
  return { updated, unmatched };
}

export function isJsonPath(text: string): boolean {
  try {
    return Boolean(jsonpath.compile(text));
  } catch {
    return false;
  }
}
