// Inserts rows and their idempotency keys into SQLite.

import type { Adapter } from '../database/index.ts';
import {
  type EarlierCreate,
  earlierCreateQuery,
  expiryOf,
  INSERT_KEY,
  REPLACING_KEY,
  repeatOutcome,
} from './idempotency-keys.ts';
import { columnsOf, type Insert, type Table } from './inserts.ts';

const STORE_KEY = `${INSERT_KEY} VALUES ($1, $2, $3, $4, $5) ${REPLACING_KEY} RETURNING key`;

/** All rows in one transaction, since each flush to disk blocks the process. */
export function sqliteInserts<Row>(
  table: Table<Row>,
  transact: NonNullable<Adapter['transact']>,
): Insert {
  const columns = columnsOf(table);
  const names = columns.map(({ name }) => name);
  const parameters = names.map((_name, i) => `$${i + 1}`);
  const insertOne = `INSERT INTO ${table.name} (${names}) VALUES (${parameters}) RETURNING id`;

  return (rows, nowMs) =>
    transact((run) =>
      rows.map(({ values, idempotencyKey }) => {
        const stored =
          idempotencyKey && run<EarlierCreate>(...earlierCreateQuery(idempotencyKey, nowMs))[0];
        if (stored) return repeatOutcome(idempotencyKey, stored);
        const given = columns.map(({ field }) => values[field] ?? null);
        // RETURNING returns one row.
        const [[id]] = run<[bigint]>(insertOne, given) as [[bigint]];
        if (idempotencyKey) {
          const { customerId, value, bodyHash } = idempotencyKey;
          run(STORE_KEY, [id, customerId, value, bodyHash, expiryOf(nowMs)]);
        }
        return { kind: 'created', id };
      }),
    );
}
