// Rows to insert, each with the Idempotency-Key of its request if it has one.

import type { Value } from '../database/index.ts';
import type { CreateOutcome, IdempotencyKey } from './idempotency-keys.ts';

/** A table whose rows can be created: all columns but the id, by the fields of a row. */
export interface Table<Row> {
  readonly name: string;
  readonly columns: Readonly<Record<keyof Row & string, Column>>;
}

/** A column as PostgreSQL has it. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

export interface NewRow {
  readonly values: Readonly<Record<string, Value>>;
  readonly idempotencyKey: IdempotencyKey | undefined;
}

/**
 * Inserts rows in one transaction.
 *
 * @returns the outcome of each row, in their order; a promise where a repeat is looked up
 */
export type Insert = (
  rows: readonly NewRow[],
  nowMs: number,
) => Promise<readonly (CreateOutcome | Promise<CreateOutcome>)[]>;

/** The columns of a table, each with its field. */
export function columnsOf<Row>({ columns }: Table<Row>) {
  return Object.entries<Column>(columns).map(([field, column]) => ({ field, ...column }));
}
