// Creates the rows of a table, each at most once for the Idempotency-Key of its request, if it has
// one: rows with and without keys share batches.

import { batchWrites, type Database, isWriteFault, type Value } from '../database/index.ts';
import { type CreateOutcome, findRepeat, type IdempotencyKey } from './idempotency-keys.ts';
import type { NewRow, Table } from './inserts.ts';
import { postgresqlInserts } from './postgresql-inserts.ts';
import { sqliteInserts } from './sqlite-inserts.ts';

/** Extra fields do not compile, since they would be confirmed but not stored. */
type Exactly<Row, Given extends Row> = Given & Record<Exclude<keyof Given, keyof Row>, never>;

/**
 * @param now the time of day in milliseconds
 * @returns a function that creates a row, and resolves to what became of it once it is on disk;
 *   with an Idempotency-Key only once, however often the request is repeated
 */
export function openCreates<Row extends { readonly [Field in keyof Row]: Value }>(
  { adapter, observe }: Pick<Database, 'adapter' | 'observe'>,
  table: Table<Row>,
  now: () => number,
) {
  const insert = adapter.transact
    ? sqliteInserts(table, adapter.transact)
    : postgresqlInserts(table, adapter);
  const add = batchWrites<NewRow, CreateOutcome>(adapter, {
    write: (rows) => insert(rows, now()),
    /** A repeated request needs no write, so it succeeds while writes fail. */
    async onFailure({ idempotencyKey }, error) {
      if (!idempotencyKey || !isWriteFault(error)) throw error;
      const repeat = await findRepeat(adapter.query, idempotencyKey, now());
      if (!repeat) throw error;
      return repeat;
    },
  });

  return function create<Given extends Row>(
    row: Exactly<Row, Given>,
    idempotencyKey?: IdempotencyKey,
  ): Promise<CreateOutcome> {
    return observe(`INSERT INTO ${table.name}`, () => add({ values: row, idempotencyKey }));
  };
}
