import type { Database } from './database.ts';

/** Is told of each call how long it took, and whether it succeeded. */
export type CallObserver = (seconds: number, isSuccess: boolean) => void;

/** None of them calls another. */
const STATEMENTS = ['query', 'insert', 'queryRaw', 'executeRaw', 'startTransaction'] as const;
type Call = (...args: readonly unknown[]) => Promise<unknown>;

/** Times each statement, and each start of a transaction, with the wait for a connection. */
export function observeStatements({ adapter }: Database, observe: CallObserver): void {
  // Whatever they take and return.
  const methods = adapter as unknown as Record<(typeof STATEMENTS)[number], Call>;
  for (const name of STATEMENTS) {
    const call = methods[name].bind(adapter);
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
