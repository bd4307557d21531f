// Calls that others can measure and trace, in the context of whoever makes them.

/** Is called when a call begins. @returns what is called when it has ended, if anything */
export type CallObserver<Call> = (call: Call) => ((error?: unknown) => void) | undefined;

/** Makes a call, and shows it to the observers. */
export type Observe<Call> = <Result>(call: Call, make: () => Promise<Result>) => Promise<Result>;

export function createObservedCalls<Call>() {
  const observers: CallObserver<Call>[] = [];

  const observe: Observe<Call> = (call, make) => {
    if (observers.length === 0) return make();
    const ends = observers.map((begin) => begin(call));
    const result = make();
    result.then(
      () => {
        for (const end of ends) end?.();
      },
      (error) => {
        for (const end of ends) end?.(error);
      },
    );
    return result;
  };

  return { observe, add: (observer: CallObserver<Call>) => void observers.push(observer) };
}
