import type { Part } from '../described/schema.ts';

/*
 * What the fragments of addresses are, of everything but headings, whose ids are made of their
 * titles. A slash keeps them apart from those.
 */

export function operationAnchor(operationId: string): string {
  return `operations/${operationId}`;
}

/** Of something in an operation, such as `query`, `limit`, or `201`, `id`. */
export function inOperation(operationId: string, ...path: readonly string[]): string {
  return below(operationAnchor(operationId), ...path);
}

/** Of a tag's operations. */
export function tagAnchor(tag: string): string {
  return below('tags', tag);
}

export function objectAnchor(name: string): string {
  return below('objects', name);
}

/** Of one of the headers that all responses have. */
export function sharedHeaderAnchor(name: string): string {
  return below('headers', name.toLowerCase());
}

/** Of an error, or of a header of one, that every operation has. */
export function sharedErrorAnchor(name: string): string {
  return below('every-operation', name.toLowerCase());
}

export function errorAnchor(code: string): string {
  return `error-${code}`;
}

/** An id must have no whitespace. */
export function below(anchor: string, ...path: readonly string[]): string {
  return [anchor, ...path.map(encodeURIComponent)].join('/');
}

/** All that is in a value and can be linked to. */
export function anchorsIn(parts: readonly Part[], anchor: string): [part: Part, anchor: string][] {
  return parts.flatMap((part): [Part, string][] => {
    if (part.step === undefined) return [];
    const inner = below(anchor, part.step);
    return [[part, inner], ...anchorsIn(part.parts, inner)];
  });
}

/** What led to an operation when Swagger UI rendered it. */
export function formerOperationAnchors(operationId: string, tag: string): string[] {
  return [below('', tag, operationId), `operations-${encodeURIComponent(tag)}-${operationId}`];
}

/** What led to a tag when Swagger UI rendered it. */
export function formerTagAnchors(tag: string): string[] {
  return [below('', tag), `operations-tag-${encodeURIComponent(tag)}`];
}
