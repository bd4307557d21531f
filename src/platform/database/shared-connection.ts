// Who may use the one connection to SQLite: one transaction after the other, and between two of
// them all other statements that wait, so that these never wait for more than one transaction.

import { createWaitingList } from '../async/waiting-list.ts';

/**
 * @param maxWaitMs how long a statement or a transaction waits at most
 * @param rollBack undoes what a transaction has left open, if it has; throws when it cannot
 */
export function shareConnection(maxWaitMs: number, rollBack: () => void) {
  let isTaken = false;
  const statements = createWaitingList<() => unknown, unknown>({ maxWaitMs });
  const transactions = createWaitingList({ maxWaitMs });

  /** Runs at once what SQLite runs at once, so that no other statement comes in between. */
  function run<Result>(statement: () => Result | Promise<Result>): Result | Promise<Result> {
    rollBack();
    return statement();
  }

  /** As a promise, so that one that fails keeps none of the others from their turn. */
  const runWaiting = async (statement: () => unknown) => run(statement);

  return {
    /**
     * Runs a statement outside of transactions. It returns a promise only if the statement waits or
     * is one itself: to make a promise takes longer than most reads.
     */
    runOutside<Result>(statement: () => Result | Promise<Result>): Result | Promise<Result> {
      if (!isTaken) return run(statement);
      // What waits is given the result of its own statement.
      return statements.wait(statement) as Promise<Result>;
    },
    /** Takes the connection for a transaction. */
    async enter(): Promise<void> {
      if (isTaken) await transactions.wait();
      isTaken = true;
    },
    /** Ends the transaction, and lets those go on that wait, also if it cannot be undone. */
    async leave(): Promise<void> {
      try {
        rollBack();
      } finally {
        for (const { item, resolve } of statements.take()) resolve(runWaiting(item));
        const [next] = transactions.take(1);
        if (next) next.resolve();
        else isTaken = false;
      }
    },
  };
}
