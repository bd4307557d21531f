import fc from 'fast-check';

/** So many misses in a row mean that nothing will be found. */
const PATIENCE = 20_000;

/**
 * The values of an arbitrary that have a property. fast-check's own filter searches without end where
 * there is none.
 *
 * @param what names the values in the error that a search in vain ends with
 */
export function matching<T>(
  values: fc.Arbitrary<T>,
  predicate: (value: T) => boolean,
  what: unknown,
): fc.Arbitrary<T> {
  let misses = 0;
  return values.filter((value) => {
    const isFound = predicate(value);
    misses = isFound ? 0 : misses + 1;
    if (misses > PATIENCE) throw new NothingFound(what);
    return isFound;
  });
}

/** No value could be generated: there is none, or the generators do not know how. */
export class NothingFound extends Error {
  constructor(what: unknown) {
    super(`No values can be generated for ${JSON.stringify(what)}.`);
  }
}

export function nothing<T>(what: unknown): fc.Arbitrary<T> {
  return fc.constant(what).map((one) => {
    throw new NothingFound(one);
  });
}
