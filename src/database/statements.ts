import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { FindUses, InsertOnce } from './keyed-inserts.ts';
import type { PoolState } from './options.ts';

/** What a parameter of prepared SQL can be. */
export type Value = string | number | bigint | null;

/**
 * Runs one statement on the connections of the client, past its query builder. It stays prepared for
 * as long as the process lives, so it must contain no values: its parameters are $1, $2 ... in
 * this order.
 *
 * @returns the rows as arrays of columns, whose types only the caller knows
 */
export type Query = <Row extends unknown[]>(
  sql: string,
  values: readonly Value[],
) => Promise<Row[]>;
/** As SQLite and as PostgreSQL return them. */
export type Int32 = bigint | number;
export type Int64 = bigint | string;

/** Prisma's adapter to one kind of database, which also runs prepared SQL. */
export interface Adapter extends SqlDriverAdapter {
  readonly query: Query;
  readonly findUses: FindUses;
  readonly insertOnce: InsertOnce;
  /** Absent where there is no pool. */
  readonly pool?: () => PoolState;
}

export interface AdapterFactory extends SqlDriverAdapterFactory {
  connect(): Promise<Adapter>;
}
