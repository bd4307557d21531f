// Who may use the one connection to SQLite: one transaction after the other, and between two of
// them all other statements that wait, so that these never wait for more than one transaction.

import { createWaitingList, type Waiter } from '../async/waiting-list.ts';

interface Waiting extends Waiter {
  begin(): void;
}

/**
 * @param maxWaitMs how long a statement or a transaction waits at most
 * @param rollBack undoes what a transaction has left open, if it has; throws when it cannot
 */
export function shareConnection(maxWaitMs: number, rollBack: () => void) {
  let isTaken = false;
  const statements = createWaitingList<Waiting>({ maxWaitMs });
  const transactions = createWaitingList<Waiting>({ maxWaitMs });

  /** Runs at once what SQLite runs at once, so that no other statement comes in between. */
  async function run<Result>(statement: () => Result | Promise<Result>): Promise<Result> {
    rollBack();
    return statement();
  }

  return {
    /** Runs a statement outside of transactions. */
    async runOutside<Result>(statement: () => Result | Promise<Result>): Promise<Result> {
      if (!isTaken) return run(statement);
      return new Promise((resolve, reject) => {
        statements.add({ begin: () => resolve(run(statement)), reject });
      });
    },
    /** Takes the connection for a transaction. */
    async enter(): Promise<void> {
      if (isTaken) {
        await new Promise<void>((begin, reject) => transactions.add({ begin, reject }));
      }
      isTaken = true;
    },
    /** Ends the transaction, and lets those go on that wait, also if it cannot be undone. */
    async leave(): Promise<void> {
      try {
        rollBack();
      } finally {
        for (const { begin } of statements.take()) begin();
        const [next] = transactions.take(1);
        if (next) next.begin();
        else isTaken = false;
      }
    },
  };
}
