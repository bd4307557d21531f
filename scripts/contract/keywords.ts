// What all readers of schemas know of keywords: which of them bound a number, and whose number it is.

/** Two keywords that bound how many of something a value has. */
export interface Bounds {
  readonly least: string;
  readonly most: string;
  readonly noun: string;
  /** Whether only requests are counted. */
  readonly isOfRequests?: true;
}

/**
 * The bounds that the subset has. By this, lint finds bounds that contradict each other, the gate
 * compares them, and the documentation says them.
 */
export const COUNTS: readonly Bounds[] = [
  { least: 'minLength', most: 'maxLength', noun: 'character' },
  { least: 'minItems', most: 'maxItems', noun: 'item' },
  { least: 'minProperties', most: 'maxProperties', noun: 'field', isOfRequests: true },
];
