// Rows to insert, each with the Idempotency-Key of its request if it has one.

import type { CreateOutcome, IdempotencyKey } from './idempotency-keys.ts';
import type { Value } from './statements.ts';

/** A table whose rows can be inserted: all columns but the id. */
export interface Table {
  readonly name: string;
  readonly columns: readonly TableColumn[];
}

/** A column as PostgreSQL has it. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

interface TableColumn extends Column {
  /** What a row calls it. */
  readonly field: string;
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
  table: Table,
  rows: readonly NewRow[],
  nowMs: number,
) => Promise<readonly (CreateOutcome | Promise<CreateOutcome>)[]>;

/** @param columns by the fields of a row */
export function tableOf(name: string, columns: Readonly<Record<string, Column>>): Table {
  return {
    name,
    columns: Object.entries(columns).map(([field, column]) => ({ field, ...column })),
  };
}
