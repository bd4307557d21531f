import { jsonpath } from 'json-p3';
import { isObject, type Json, merge } from './json.ts';

/** An OpenAPI Overlay. @see https://spec.openapis.org/overlay/v1.0.0.html */
export interface Overlay {
  readonly overlay?: unknown;
  readonly actions?: unknown;
}

interface Action {
  /** What is changed, as a JSONPath (RFC 9535). */
  readonly target: string;
  /** What is merged into each object that the target matches. */
  readonly update?: Json;
}

/** What an action was merged into. */
export interface Updated {
  /** Its place among the actions. */
  readonly index: number;
  readonly keys: readonly string[];
}

/**
 * Operations of every kind. A target that matches none of the contract's operations is right where it
 * matches one of these: it is there for operations to come.
 */
const EVERY_KIND = {
  paths: {
    '/stable': { get: operation({ deprecated: true, 'x-stability': 'stable', parameters: [{}] }) },
    '/beta': { post: operation({ 'x-stability': 'beta', requestBody: { content: {} } }) },
    '/experimental': { get: operation({ 'x-stability': 'experimental' }) },
  },
  components: { schemas: {} },
};

function operation(fields: Json): Json {
  return { operationId: 'any', responses: { 200: {} }, ...fields };
}

/**
 * Applies the actions of an overlay to a document, one after the other and in place.
 *
 * @returns what was updated
 * @throws ActionError where a target can match nothing, or the action is not an update of objects
 */
export function applyOverlay(document: Json, { overlay, actions }: Overlay): Updated[] {
  if (overlay !== '1.0.0' || !Array.isArray(actions)) {
    throw new ActionError(0, 'Write `overlay: 1.0.0` and a list of `actions` here.');
  }
  const everyKind = structuredClone(EVERY_KIND);
  return actions.flatMap((action, index) => {
    const { target, update } = isAction(action, index);
    const matched = matches(document, target, index);
    const own = matches(everyKind, target, index);
    if (matched.length + own.length === 0) {
      throw new ActionError(index, `The target ${target} matches nothing.`);
    }
    for (const { value } of own) {
      if (!isObject(value)) {
        throw new ActionError(index, `The target ${target} matches what is not an object.`);
      }
      mergeInto(value, update, index);
    }
    for (const { value, keys } of matched) mergeInto(value, update, index, keys);
    return matched.map(({ keys }) => ({ index, keys }));
  });
}

const ACTION = ['target', 'description', 'update'];

function isAction(action: unknown, index: number): Action & { readonly update: Json } {
  if (!isObject(action) || typeof action.target !== 'string') {
    throw new ActionError(index, 'Write a `target` and an `update` here.');
  }
  const { target, update } = action;
  if (!isObject(update) || Object.keys(action).some((key) => !ACTION.includes(key))) {
    throw new ActionError(index, 'Write an `update`: no other kind of action is supported.');
  }
  return { target, update };
}

function mergeInto(value: unknown, update: Json, index: number, keys?: readonly string[]) {
  const lost = lostKeys(value, update);
  if (lost) {
    const at = keys && [...keys, ...lost];
    throw new ActionError(index, 'Write keys and values here: others are added to them.', at);
  }
  // Whatever is not an object has keys that are lost.
  merge(value as Json, structuredClone(update));
}

/** Where a value would be replaced as a whole, since it is not an object. */
function lostKeys(value: unknown, update: unknown): string[] | undefined {
  if (!isObject(update)) return isObject(value) ? [] : undefined;
  if (!isObject(value)) return [];
  for (const [key, part] of Object.entries(update)) {
    const lost = key in value ? lostKeys(value[key], part) : undefined;
    if (lost) return [key, ...lost];
  }
  return undefined;
}

/** What is wrong with one action, or with what it matches. */
export class ActionError extends Error {
  readonly index: number;
  readonly keys: readonly string[] | undefined;

  constructor(index: number, message: string, keys?: readonly string[]) {
    super(message);
    this.index = index;
    this.keys = keys;
  }
}

/** What a target matches: each value, and the keys that lead to it. */
function matches(document: object, target: string, index: number) {
  try {
    const nodes = jsonpath.query(target, document as Parameters<typeof jsonpath.query>[1]);
    return [...nodes].map(({ value, location }): { value: unknown; keys: string[] } => ({
      value,
      keys: location.map(String),
    }));
  } catch {
    throw new ActionError(index, `The target ${target} is no JSONPath (RFC 9535).`);
  }
}
