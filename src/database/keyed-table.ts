import type { Int64, Query, Value } from './statements.ts';

/*
 * A table whose rows are added in batches, each with the Idempotency-Key of its request if it has one: the row and
 * its key are stored in one transaction, and no customer can store a key twice.
 */

interface Definition {
  readonly name: string;
  /** Its columns but the id, by the names of fields, as PostgreSQL defines them: `category_id bigint`. */
  readonly columns: Readonly<Record<string, string>>;
  /** The table of its keys, a row for each that is in use. */
  readonly keys: string;
  /** The column there that refers to it. */
  readonly reference: string;
}

export type KeyedTable = ReturnType<typeof keyedTable>;

/** The Idempotency-Key of a request. It belongs to a customer: it stays valid when the API key is rotated. */
export interface KeyUse {
  readonly customerId: number;
  readonly key: string;
  /** The same for the same body. */
  readonly bodyHash: string;
}

export interface NewRow {
  /** In the order of the columns. */
  readonly values: readonly Value[];
  readonly use: KeyUse | undefined;
}

/** The id of a row; or why there is none, since the key is used for another body, or right now. */
export type Created = bigint | 'key_reused' | 'key_in_use';

/** @returns what became of each row, in their order */
export type Insert = (table: KeyedTable, rows: readonly NewRow[]) => Promise<readonly Created[]>;

const LIFETIME_MS = 86_400_000;

const toInstant = (time: number) => new Date(time).toISOString().replace('Z', '+00:00');

/** @returns now, and when a key that is stored now expires, as both databases read it and SQLite stores it */
export function keyTimes() {
  return [toInstant(Date.now()), toInstant(Date.now() + LIFETIME_MS)] as const;
}

/** What came of the request that used a key before, if there was one and the key has not expired. */
export async function findUse(
  query: Query,
  { sql }: KeyedTable,
  { customerId, key, bodyHash }: KeyUse,
): Promise<Created | undefined> {
  const values = [customerId, key, keyTimes()[0]];
  const [found] = await query<[id: Int64, bodyHash: string]>(sql.findKey, values);
  if (!found) return undefined;
  return found[1] === bodyHash ? BigInt(found[0]) : 'key_reused';
}

/** A table with its statements. `insertAll` is PostgreSQL's, the others are those of both. */
export function keyedTable({ name, columns, keys, reference }: Definition) {
  const definitions = Object.values(columns);
  const names = definitions.map((definition) => definition.replace(/ .*/, ''));
  const parameters = names.map((_name, i) => `$${i + 1}`);
  const intoKeys = `INTO ${keys} AS existing (${reference}, customer_id, key, body_hash, expires_at)`;
  // A key that has expired may still be there.
  const replacing = `ON CONFLICT (customer_id, key) DO UPDATE SET ${reference} = excluded.${reference},
    body_hash = excluded.body_hash, expires_at = excluded.expires_at`;
  const sql = {
    findKey: `SELECT ${reference}, body_hash FROM ${keys}
      WHERE customer_id = $1 AND key = $2 AND expires_at > $3`,
    insert: `INSERT INTO ${name} (${names}) VALUES (${parameters}) RETURNING id`,
    storeKey: `INSERT ${intoKeys} VALUES ($1, $2, $3, $4, $5) ${replacing} RETURNING key`,
    /*
     * The same text for any number of rows. Chooses ids, stores the keys with them, and then the rows whose key was
     * unused or has expired: whether a key refers to a row is checked at the end. Each key is looked up by itself,
     * so that a plan that was made for a small table uses the index too; they are stored in order, since two batches
     * that wait for each other would be a deadlock.
     */
    insertAll: `
      WITH given AS MATERIALIZED (
        SELECT DISTINCT ON (key_owner, key_text, CASE WHEN key_text IS NULL THEN place END) *
        FROM json_to_recordset($1::json)
          AS given (place int, key_owner int, key_text text, key_hash text, ${definitions})
      ), wanted AS MATERIALIZED (
        SELECT nextval('${name}_id_seq') AS id, given.* FROM given WHERE (
          SELECT true FROM ${keys}
          WHERE customer_id = key_owner AND key = key_text AND expires_at > $2::timestamptz
        ) IS NULL
      ), stored AS (
        INSERT ${intoKeys}
        SELECT id, key_owner, key_text, key_hash, $3::timestamptz FROM wanted
        WHERE key_text IS NOT NULL ORDER BY key_owner, key_text
        ${replacing} WHERE existing.expires_at <= $2::timestamptz RETURNING ${reference} AS id
      ), created AS MATERIALIZED (
        SELECT * FROM wanted WHERE key_text IS NULL OR id IN (SELECT id FROM stored)
      ), inserted AS (
        INSERT INTO ${name} (id, ${names}) SELECT id, ${names} FROM created
      )
      SELECT place, id FROM created`,
  };
  return { columns: names, sql };
}
