import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type { CreateOutcome, IdempotencyKey } from './idempotent-creates.ts';

/** What a parameter of prepared SQL can be. */
export type Value = string | number | bigint | null;

/**
 * Runs one statement on the connections of the client, past its query builder. It stays prepared,
 * so it must contain no values: its parameters are $1, $2 ... in this order, each once.
 *
 * @returns the rows as arrays of columns, whose types only the caller knows
 */
export type Query = <Row extends unknown[]>(
  sql: string,
  values: readonly Value[],
) => Promise<Row[]>;

/** @throws unless the parameters are $1, $2 ... in this order: SQLite binds by place */
export function expectParametersInOrder(sql: string): void {
  const parameters = sql.match(/\$\d+/g) ?? [];
  if (parameters.every((parameter, i) => parameter === `$${i + 1}`)) return;
  throw new Error(`Prepared SQL must have its placeholders $1, $2 ... in this order: ${sql}`);
}

/** As SQLite and as PostgreSQL return it. */
export type Integer = bigint | number | string;

/** A table whose rows can be inserted, as `tableOf` makes it. */
export interface Table {
  /** The fields of a row, and their columns in the same order: all but the id. */
  readonly fields: readonly string[];
  readonly columnNames: readonly string[];
  /** SQL for SQLite, which inserts one row. */
  readonly insertOne: string;
  /** SQL for PostgreSQL, which inserts any number of rows. */
  readonly insertAll: string;
}

export interface NewRow {
  readonly values: Readonly<Record<string, Value>>;
  readonly key: IdempotencyKey | undefined;
}

/** @returns the outcome of each row, in their order; a promise where a repeat is looked up */
export type Insert = (
  table: Table,
  rows: readonly NewRow[],
  nowMs: number,
) => Promise<readonly (CreateOutcome | Promise<CreateOutcome>)[]>;

/** Prisma's adapter to one kind of database, and what this service needs besides. */
export interface Adapter extends SqlDriverAdapter {
  readonly query: Query;
  /** As `query`, but on a connection that no other statement waits for, if there are several. */
  readonly queryAlone: Query;
  readonly insert: Insert;
  /** How many connections there can be, how many are in use, and how many requests wait for one. */
  readonly pool?: () => Readonly<Record<'size' | 'used' | 'waiting', number>>;
}
