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
  async function run<Result>(statement: () => Result | Promise<Result>): Promise<Result> {
    rollBack();
    return statement();
  }

  return {
    /** Runs a statement outside of transactions. */
    async runOutside<Result>(statement: () => Result | Promise<Result>): Promise<Result> {
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
        for (const { item, resolve } of statements.take()) resolve(run(item));
        const [next] = transactions.take(1);
        if (next) next.resolve();
        else isTaken = false;
      }
    },
  };
}
