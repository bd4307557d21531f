import type { Database } from './database.ts';
import type { Table } from './statements.ts';

/** A statement or command that has ended. */
interface ObservedCall {
  readonly seconds: number;
  readonly isSuccess: boolean;
  /** Without values; undefined for a command of Redis. */
  readonly sql?: string;
  readonly error?: unknown;
}

export type CallObserver = (call: ObservedCall) => void;

type Call = (...args: readonly unknown[]) => Promise<unknown>;

/** The SQL that each call of the adapter runs. None of these calls makes another. */
const SQL_OF = {
  query: (sql) => String(sql),
  queryAlone: (sql) => String(sql),
  insert: (table) => (table as Table).insertOne,
  queryRaw: (query) => (query as { sql: string }).sql,
  executeRaw: (query) => (query as { sql: string }).sql,
  startTransaction: () => 'BEGIN',
} satisfies Record<string, (first: unknown) => string>;

/**
 * Times each statement, and each start of a transaction, with the wait for a connection.
 *
 * @param isWanted whether to observe the statement that begins
 */
export function observeStatements(
  { adapter }: Database,
  observe: CallObserver,
  isWanted = () => true,
): void {
  // Calls are observed whatever they take and return.
  const methods = adapter as unknown as Record<keyof typeof SQL_OF, Call>;
  for (const name of Object.keys(SQL_OF) as (keyof typeof SQL_OF)[]) {
    const call = methods[name].bind(adapter);
    methods[name] = (...args) => {
      if (!isWanted()) return call(...args);
      const startMs = performance.now();
      const end = (isSuccess: boolean, error?: unknown) => {
        const seconds = (performance.now() - startMs) / 1_000;
        observe({ seconds, isSuccess, sql: SQL_OF[name](args[0]), error });
      };
      const result = call(...args);
      result.then(
        () => end(true),
        (error) => end(false, error),
      );
      return result;
    };
  }
}
