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
 * @throws ActionError where a target can match nothing, or the action is not an update of objects
 */
export function applyOverlay(document: Json, { actions }: Overlay): void {
  const everyKind = structuredClone(EVERY_KIND);
  for (const [index, { target, update }] of actions.entries()) {
    if (!isObject(update)) {
      throw new ActionError(index, 'Write an `update`: no other kind of action is supported.');
    }
    const matched = [...matches(document, target), ...matches(everyKind, target)];
    const values = matched.map(({ value }): unknown => value).filter(isObject);
    if (values.length < Math.max(matched.length, 1)) {
      const what = matched.length > 0 ? 'what is not an object' : 'nothing';
      throw new ActionError(index, `The target ${target} matches ${what}.`);
    }
    for (const value of values) merge(value, structuredClone(update));
  }
}

/** What is wrong with one action. */
export class ActionError extends Error {
  readonly index: number;

  constructor(index: number, message: string) {
    super(message);
    this.index = index;
  }
}

/** What a target matches: each value, and the keys that lead to it. */
export function matches(document: object, target: string) {
  const nodes = jsonpath.query(target, document as Parameters<typeof jsonpath.query>[1]);
  return [...nodes].map(({ value, location }) => ({ value, keys: location.map(String) }));
}
