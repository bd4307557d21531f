import { jsonpath } from 'json-p3';
import { isObject, type Json, merge } from './json.ts';
import { wrongForm } from './subset.ts';

interface Action {
  /** What is changed, as a JSONPath (RFC 9535). */
  readonly target: string;
  /** What is merged into each object that the target matches. */
  readonly update: Json;
  /** It is for operations that the contract need not have. */
  readonly 'x-optional'?: boolean;
}

/** What an action was merged into. */
export interface Updated {
  /** Its place among the actions. */
  readonly index: number;
  readonly keys: readonly string[];
}

/** Throws what is wrong with a part of the overlay, or with what an action matches. */
export type Fail = (message: string, keys: readonly string[], matched?: readonly string[]) => never;

export interface Applied {
  readonly updated: readonly Updated[];
  /** The places of the actions that should have matched something. */
  readonly unmatched: readonly number[];
}

/**
 * Applies the actions of an OpenAPI Overlay to a document, one after the other and in place. Only
 * updates of objects are supported.
 *
 * @see https://spec.openapis.org/overlay/v1.0.0.html
 */
export function applyOverlay(document: Json, overlay: Json, fail: Fail): Applied {
  const [wrong] = wrongForm(overlay, 'overlay');
  if (wrong) fail(wrong.message, wrong.keys);
  const unmatched: number[] = [];
  const updated = (overlay.actions as Action[]).flatMap((action, index) => {
    const at = ['actions', String(index)];
    const { target, update, 'x-optional': isOptional } = action;
    const matched = matches(document, target) ?? fail(`${target} is no JSONPath.`, at);
    if (matched.length === 0 && !isOptional) unmatched.push(index);
    for (const { value, keys } of matched) {
      const lost = lostKeys(value, update);
      const message = 'Write keys and values here: others are added to them.';
      if (lost) fail(message, at, [...keys, ...lost]);
      // It is an object: else some keys would be lost.
      merge(value as Json, structuredClone(update));
    }
    return matched.map(({ keys }) => ({ index, keys }));
  });
  return { updated, unmatched };
}

/** The values that a target matches, with the keys that lead there; undefined of no JSONPath. */
function matches(document: object, target: string) {
  try {
    const nodes = jsonpath.query(target, document as Parameters<typeof jsonpath.query>[1]);
    return [...nodes].map(({ value, location }) => ({
      value: value as unknown,
      keys: location.map(String),
    }));
  } catch {
    return undefined;
  }
}

/** Where a value would be replaced as a whole, since it is not an object. */
function lostKeys(value: unknown, update: unknown): string[] | undefined {
  if (!isObject(update)) return isObject(value) ? [] : undefined;
  if (!isObject(value)) return [];
  for (const [key, part] of Object.entries(update)) {
    const lost = Object.hasOwn(value, key) ? lostKeys(value[key], part) : undefined;
    if (lost) return [key, ...lost];
  }
  return undefined;
}
