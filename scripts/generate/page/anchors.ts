import { headingId } from '../guide-list.ts';

/*
 * What the fragments of addresses are, of everything but headings, whose ids are made of their titles. A
 * slash keeps them apart from those.
 */

/** What leads to a value: what it belongs to, and the names within. */
export interface Place {
  readonly root: string;
  readonly path: readonly string[];
}

export function operationAnchor(operationId: string): string {
  return `operations/${operationId}`;
}

/** Of a tag's operations. */
export function tagAnchor(tag: string): string {
  return `tags/${steps([tag])}`;
}

/** Something in an operation, such as `query`, `limit`, or `201`, `id`. */
export function inOperation(operationId: string, ...path: readonly string[]): Place {
  return { root: operationAnchor(operationId), path };
}

/** One of the headers that all responses have. */
export function sharedHeader(name: string): Place {
  return { root: 'headers', path: [name.toLowerCase()] };
}

export function within({ root, path }: Place, step: string): Place {
  return { root, path: [...path, step] };
}

export function placeAnchor({ root, path }: Place): string {
  return `${root}/${steps(path)}`;
}

export function errorAnchor(code: string): string {
  return `error-${code}`;
}

/** The heading in the guides below which the headers are that all responses have. */
export const SHARED_HEADERS = headingId('Headers of every response');

/** What led to all operations when they were below a heading of their own. */
export const FORMER_OPERATIONS_ANCHORS = ['operations', 'operations-title'];

/** What led to an operation when Swagger UI rendered it. */
export function formerOperationAnchors(operationId: string, tag: string): string[] {
  return [`/${steps([tag, operationId])}`, `operations-${steps([tag])}-${operationId}`];
}

/** What led to a tag when Swagger UI rendered it. */
export function formerTagAnchors(tag: string): string[] {
  return [`/${steps([tag])}`, `operations-tag-${steps([tag])}`];
}

/** An id must have no whitespace. */
function steps(path: readonly string[]): string {
  return path.map(encodeURIComponent).join('/');
}
