import { isDeepStrictEqual } from 'node:util';
import { pointerOf } from '../generate/json.ts';

/** Pointers to the examples that one document has and the other has not, or has otherwise. */
export function changedExamples(older: object, newer: object): { pointer: string; isIn: object }[] {
  const [before, after] = [examplesIn(older), examplesIn(newer)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((pointer) => !isDeepStrictEqual(before.get(pointer), after.get(pointer)))
    .map((pointer) => ({ pointer, isIn: after.has(pointer) ? newer : older }));
}

/** The examples in a document, by their pointers. */
function examplesIn(document: object): Map<string, unknown> {
  const found = new Map<string, unknown>();
  visit(document, []);
  return found;

  function visit(value: unknown, keys: readonly string[]) {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      const below = [...keys, key];
      // A property may be called so, too, and then has a schema.
      const isExample = keys.at(-1) !== 'properties';
      if (isExample && key === 'example') found.set(pointerOf(below), part);
      else if (isExample && key === 'examples') {
        for (const [name, one] of Object.entries(part as object)) {
          found.set(pointerOf([...below, name]), one);
        }
      } else visit(part, below);
    }
  }
}
