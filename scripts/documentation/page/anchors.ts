// The anchors of the page, to which links from elsewhere lead.

import type { Part } from '../schemas/describe-schema.ts';

/**
 * The anchor of anything but a heading, such as `operations/listItems/query/limit`. The anchors of
 * headings are made of their titles and have no slash.
 */
export function anchorOf(...path: readonly string[]): string {
  // An id must have no whitespace.
  return path.map(encodeURIComponent).join('/');
}

export function errorAnchor(code: string): string {
  return `error-${code}`;
}

/** The parts of a value, and the parts within them, with their anchors. */
export function anchorsIn(parts: readonly Part[], anchor: string): [part: Part, anchor: string][] {
  return parts.flatMap((part): [Part, string][] => {
    const inner = `${anchor}/${anchorOf(part.step)}`;
    return [[part, inner], ...anchorsIn(part.parts, inner)];
  });
}
