import { isDeepStrictEqual } from 'node:util';
import { follow, pointerOf } from '../generate/json.ts';

/** An example that one document has and the other has not, or has otherwise. */
export interface ChangedExample {
  readonly pointer: string;
  readonly isInNewer: boolean;
}

interface Example {
  readonly value: unknown;
  /** The keys of what it is an example of. */
  readonly of: readonly string[];
}

/** Compares the examples of what is in both documents. */
export function changedExamples(older: object, newer: object): ChangedExample[] {
  const [before, after] = [examplesIn(older), examplesIn(newer)];
  const changed = new Map(
    [...before, ...after].filter(([pointer, { of }]) => {
      const isInBoth = follow(older, of) !== undefined && follow(newer, of) !== undefined;
      return isInBoth && !isDeepStrictEqual(before.get(pointer), after.get(pointer));
    }),
  );
  return [...changed.keys()].map((pointer) => ({ pointer, isInNewer: after.has(pointer) }));
}

/** The examples in a document, by their pointers. */
function examplesIn(document: object): Map<string, Example> {
  const found = new Map<string, Example>();
  visit(document, []);
  return found;

  function visit(value: unknown, of: readonly string[]) {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      const keys = [...of, key];
      // A property may be called so, too, and then has a schema.
      if (of.at(-1) === 'properties') visit(part, keys);
      else if (key === 'example') found.set(pointerOf(keys), { value: part, of });
      else if (key === 'examples') {
        for (const [name, one] of Object.entries(part as object)) {
          found.set(pointerOf([...keys, name]), { value: one, of });
        }
      } else visit(part, keys);
    }
  }
}
