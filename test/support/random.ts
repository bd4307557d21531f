// Random numbers for tests that try many cases.

/**
 * The same numbers from 0 to 1 in each run.
 *
 * @see Numerical Recipes, "quick and dirty" generators
 */
export function createRandom(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
