import { jsonpath } from 'json-p3';
import { isObject, type Json, merge } from './json.ts';

/** An OpenAPI Overlay. @see https://spec.openapis.org/overlay/v1.0.0.html */
export interface Overlay {
  readonly actions: readonly Action[];
}

export interface Action {
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
export function applyOverlay(document: Json, { actions }: Overlay): Updated[] {
  const everyKind = structuredClone(EVERY_KIND);
  return actions.flatMap(({ target, update }, index) => {
    if (!isObject(update)) {
      throw new ActionError(index, 'Write an `update`: no other kind of action is supported.');
    }
    const matched = matches(document, target, index);
    const own = matches(everyKind, target, index);
    if (matched.length + own.length === 0) {
      throw new ActionError(index, `The target ${target} matches nothing.`);
    }
    for (const { value } of own) mergeInto(value, update, index);
    for (const { value, keys } of matched) mergeInto(value, update, index, keys);
    return matched.map(({ keys }) => ({ index, keys }));
  });
}

function mergeInto(value: unknown, update: Json, index: number, keys?: readonly string[]) {
  if (isObject(value)) merge(value, structuredClone(update));
  else throw new ActionError(index, 'Write keys and values here: others are added to them.', keys);
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
  } catch (error) {
    throw new ActionError(index, `The target ${target} is no JSONPath: ${String(error)}.`);
  }
}
