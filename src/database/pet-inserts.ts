import type Sqlite from 'better-sqlite3';
import {
  type CreateOutcome,
  findRepeat,
  keyTimes,
  repeatOutcome,
  type StoredKey,
  storedKeyQuery,
} from './idempotent-creates.ts';
import type { Insert, NewPet, NewRow, Query, Value } from './statements.ts';

/*
 * Inserts animals, each with the Idempotency-Key of its request if it has one, in one transaction.
 */

/** Its columns, as PostgreSQL defines them. */
const COLUMNS = {
  name: 'name text',
  categoryId: 'category_id bigint',
  status: 'status pet_status',
} satisfies Record<keyof NewPet, string>;

/** Runs a prepared statement that returns rows, at once. */
export type Run = <Row>(sql: string, values: readonly Value[]) => Row[];

const FIELDS = Object.keys(COLUMNS) as (keyof NewPet)[];
const DEFINITIONS = Object.values(COLUMNS);
const NAMES = DEFINITIONS.map((definition) => definition.replace(/ .*/, ''));

const INTO_KEYS = `INTO idempotency_keys AS existing (pet_id, customer_id, key, body_hash, expires_at)`;
// A key that has expired may still be there.
const REPLACING = `ON CONFLICT (customer_id, key) DO UPDATE SET pet_id = excluded.pet_id,
  body_hash = excluded.body_hash, expires_at = excluded.expires_at`;
const STORE_KEY = `INSERT ${INTO_KEYS} VALUES ($1, $2, $3, $4, $5) ${REPLACING} RETURNING key`;
const INSERT = `INSERT INTO pets (${NAMES}) VALUES (${NAMES.map((_name, i) => `$${i + 1}`)}) RETURNING id`;
/*
 * The same text for any number of rows. Chooses ids, stores the keys with them, and then the rows whose key was
 * unused or has expired: whether a key refers to a row is checked at the end. Each key is looked up by itself,
 * so that a plan that was made for a small table uses the index too; they are stored in order, since two batches
 * that wait for each other would be a deadlock.
 */
const INSERT_ALL = `
  WITH given AS MATERIALIZED (
    SELECT DISTINCT ON (key_owner, key_value, CASE WHEN key_value IS NULL THEN place END) *
    FROM json_to_recordset($1::json)
      AS given (place int, key_owner int, key_value text, key_hash text, ${DEFINITIONS})
  ), wanted AS MATERIALIZED (
    SELECT nextval('pets_id_seq') AS id, given.* FROM given WHERE (
      SELECT true FROM idempotency_keys
      WHERE customer_id = key_owner AND key = key_value AND expires_at > $2::timestamptz
    ) IS NULL
  ), stored AS (
    INSERT ${INTO_KEYS}
    SELECT id, key_owner, key_value, key_hash, $3::timestamptz FROM wanted
    WHERE key_value IS NOT NULL ORDER BY key_owner, key_value
    ${REPLACING} WHERE existing.expires_at <= $4::timestamptz RETURNING pet_id AS id
  ), created AS MATERIALIZED (
    SELECT * FROM wanted WHERE key_value IS NULL OR id IN (SELECT id FROM stored)
  ), inserted AS (
    INSERT INTO pets (id, ${NAMES}) SELECT id, ${NAMES} FROM created
  )
  SELECT place, id FROM created`;

/** In SQLite by prepared statements with nothing in between, since each flush to the disk stops the process. */
export function sqliteInserts(connection: Sqlite.Database, run: Run) {
  function insertOne({ pet, key }: NewRow): CreateOutcome {
    const stored = key && run<StoredKey>(...storedKeyQuery(key))[0];
    if (stored) return repeatOutcome(key, stored);
    const values = FIELDS.map((field) => pet[field]);
    // There is an id for each row.
    const [[id]] = run<[bigint]>(INSERT, values) as [[bigint]];
    if (key) run(STORE_KEY, [id, key.customerId, key.value, key.bodyHash, keyTimes().expiresAt]);
    return { kind: 'created', id };
  }

  // With the write lock from the beginning: what is found stays true.
  return connection.transaction((rows: readonly NewRow[]) => rows.map(insertOne)).immediate;
}

/** In PostgreSQL by one statement, which `queryAlone` runs, since it may wait for others. */
export function postgresqlInserts(query: Query, queryAlone: Query): Insert {
  return async (rows) => {
    const given = rows.map(({ pet, key }, place) => {
      const columns = FIELDS.map((field, i) => [NAMES[i], pet[field]]);
      return {
        place,
        key_owner: key?.customerId,
        key_value: key?.value,
        key_hash: key?.bodyHash,
        ...Object.fromEntries(columns),
      };
    });
    const json = JSON.stringify(given, (_name, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    const { now, expiresAt } = keyTimes();
    const values = [json, now, expiresAt, now];
    const ids = new Map(await queryAlone<[place: number, id: string]>(INSERT_ALL, values));
    return Promise.all(
      rows.map(async ({ key }, place): Promise<CreateOutcome> => {
        const id = ids.get(place);
        if (id !== undefined) return { kind: 'created', id: BigInt(id) };
        // What is left are keys that were used before, or by a twin.
        return (key && (await findRepeat(query, key))) ?? { kind: 'key_in_use' };
      }),
    );
  };
}
