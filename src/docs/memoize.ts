/**
 * Calls an asynchronous function once, and shares its result.
 *
 * @returns gives the result of the first call to every caller, those that come before it is there
 *   included; after a failure the next call tries again
 */
export function memoize<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= call().catch((error) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
