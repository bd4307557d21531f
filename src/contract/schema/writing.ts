import type { Located, Surroundings } from './composites.ts';
import type { Scalar } from './scalars.ts';

/** JSON of a value. Undefined when the value is not valid. */
export type Write = (value: unknown) => string | undefined;

export interface Writer {
  readonly write: Write;
  /** Undefined for objects and arrays, and for what only the check can tell. */
  readonly scalar?: Scalar | undefined;
}

/** What a writer is made from. */
export interface Writing extends Located {
  readonly surroundings: Surroundings;
  /** Checks a value as a whole, and then writes it. */
  readonly careful: Write;
  /** The writer of a part of the value. */
  readonly writerOf: (part: Located) => Writer;
}
