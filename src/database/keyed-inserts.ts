import type { NewRow, Table } from './insert-rows.ts';

/*
 * Rows that are inserted with the key of their request. Each database does it in its own way.
 */

/** A table whose rows can be inserted with a key. */
export interface KeyedTable extends Table {
  /** The table of its keys, a row for each that is in use. */
  readonly keys: string;
  /** The column there that refers to it. */
  readonly reference: string;
}

/** A key belongs to a customer: it stays valid when the API key is rotated. */
export interface OwnedKey {
  readonly customerId: number;
  readonly key: string;
}

export interface KeyedRow extends OwnedKey {
  readonly bodyHash: string;
  readonly row: NewRow;
}

/** What a key was used for. */
export interface Use {
  readonly bodyHash: string;
  /** The id of the row. */
  readonly id: bigint;
}

/** A time as both databases read it, and as SQLite stores it. */
export type Instant = string;

export function toInstant(milliseconds: number): Instant {
  return new Date(milliseconds).toISOString().replace('Z', '+00:00');
}

/** @returns what each key is used for, in their order; undefined for one that is unused or has expired */
export type FindUses = (
  table: KeyedTable,
  keys: readonly OwnedKey[],
  now: Instant,
) => Promise<readonly (Use | undefined)[]>;

/**
 * Inserts the rows whose keys are unused or have expired, with their keys, in one transaction.
 *
 * @returns what each key is used for, in the order of the rows; undefined for one that another transaction
 *   has used meanwhile
 */
export type InsertOnce = (
  table: KeyedTable,
  rows: readonly KeyedRow[],
  now: Instant,
  expiresAt: Instant,
) => Promise<readonly (Use | undefined)[]>;
