import type { Query } from './statements.ts';

/*
 * What a database can be opened with, and what can be seen of its connections. It is for PostgreSQL: SQLite
 * has one connection, without a network.
 */

export interface ConnectionSettings {
  /** Whether statements have a time limit; those of requests have one. */
  readonly isTimed: boolean;
  /** How many connections there are at most. */
  readonly poolSize: number;
  /** How long a request waits for a connection. */
  readonly connectTimeoutMs: number;
  /** How long it waits for a statement. */
  readonly statementTimeoutMs: number;
}

/** Runs before a statement on the same connection. The statement fails with what it throws. */
export type BeforeQuery = (connection: object, query: Query) => Promise<void>;

export interface DatabaseOptions extends Partial<ConnectionSettings> {
  /** Before each statement outside a transaction. */
  readonly beforeQuery?: BeforeQuery;
  /** Is told in one line what the operator should know. */
  readonly warn?: (message: string) => void;
}

const DEFAULT_SETTINGS: ConnectionSettings = {
  isTimed: true,
  poolSize: 10,
  connectTimeoutMs: 1_500,
  statementTimeoutMs: 1_500,
};

/** Commands, whose statements have no time limit, have nobody to answer in time. */
const PATIENT: Partial<ConnectionSettings> = { connectTimeoutMs: 15_000 };

export function withDefaults(settings: Partial<ConnectionSettings>): ConnectionSettings {
  const patience = settings.isTimed === false ? PATIENT : {};
  return { ...DEFAULT_SETTINGS, ...patience, ...settings };
}

/** What the pool of connections is doing. */
export interface PoolState {
  /** How many connections it can have. */
  readonly size: number;
  /** How many of them run statements, or are being made. */
  readonly used: number;
  readonly idle: number;
  /** How many requests wait for a connection. */
  readonly waiting: number;
}
