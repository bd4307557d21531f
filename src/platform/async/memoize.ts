// Work that is done when somebody first needs it, and then never again.

/** Calls a function when its result is first needed, and again only after a failure. */
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
