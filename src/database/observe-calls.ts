/** Is told of each call how long it took, and whether it succeeded. */
export type CallObserver = (seconds: number, isSuccess: boolean) => void;

type Call = (...args: readonly unknown[]) => Promise<unknown>;

/** Has an observer told of the calls of an object's methods, each of which returns a promise and calls none of the others. */
export function observeCalls<Methods extends object>(
  target: Methods,
  names: readonly (keyof Methods)[],
  observe: CallObserver,
): void {
  const methods = target as Record<keyof Methods, Call>;
  for (const name of names) {
    const call = methods[name].bind(target);
    methods[name] = (...args) => {
      const startMs = performance.now();
      const end = (isSuccess: boolean) => observe((performance.now() - startMs) / 1_000, isSuccess);
      const result = call(...args);
      result.then(
        () => end(true),
        () => end(false),
      );
      return result;
    };
  }
}
