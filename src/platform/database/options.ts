// How a database is opened, and how long it may take.

/** What a database can be opened with. SQLite has one connection, without a network. */
export interface DatabaseOptions {
  /** Whether statements have a time limit; those of requests have one. */
  readonly isTimed?: boolean;
  readonly poolSize?: number;
  readonly connectTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  /** At least `statementTimeoutMs`. */
  readonly transactionTimeoutMs?: number | undefined;
  /** Takes one line that the operator should read. */
  readonly warn?: (message: string) => void;
}

interface TimeLimits {
  readonly connectMs: number;
  /** For a statement, and for waiting until one can begin; 0 for none. */
  readonly statementMs: number;
  /** For a transaction, from its BEGIN until it is to be committed. */
  readonly transactionMs: number;
}

/** The fewest milliseconds that a transaction has by default. */
const TRANSACTION_MS = 5_000;
/** Longer than a command takes, however slow the network is. A lock that it holds stops others. */
const COMMAND_MS = 60_000;

/** No request waits for `npm run keys` and the like: only their transactions have a limit. */
export function timeLimits(options: DatabaseOptions = {}): TimeLimits {
  const { isTimed = true, connectTimeoutMs, statementTimeoutMs = 1_500 } = options;
  if (!isTimed) {
    return { connectMs: connectTimeoutMs ?? 15_000, statementMs: 0, transactionMs: COMMAND_MS };
  }
  return {
    connectMs: connectTimeoutMs ?? 1_500,
    statementMs: statementTimeoutMs,
    transactionMs: options.transactionTimeoutMs ?? Math.max(TRANSACTION_MS, statementTimeoutMs),
  };
}
