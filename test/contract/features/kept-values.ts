import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/database/index.ts';

/*
 * Values in a database, as they are read from it: what the tests compare has been stored.
 */

const TABLE = 'CREATE TABLE kept_values (id TEXT PRIMARY KEY, json TEXT NOT NULL)';

/** JSON that is written as it stands, which the compiler's library does not know yet. */
const rawJson = JSON as unknown as {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): value is { readonly rawJSON: string };
};

export interface KeptValues {
  /** Stores a value under a new id, and returns it as it is read. */
  keep<Value>(value: Value): Promise<Value>;
  find<Value>(id: string): Promise<Value | undefined>;
  /** Stores what is new. @returns whether it was */
  add(id: string, value: unknown): Promise<boolean>;
  /** Replaces a value that is still the same. @returns whether it was */
  replace(id: string, value: unknown, expected: unknown): Promise<boolean>;
  remove(id: string, expected: unknown): Promise<boolean>;
}

export async function openKeptValues({ client, query }: Database): Promise<KeptValues> {
  await client.$executeRawUnsafe(TABLE);
  const isDone = async (sql: string, ...values: string[]) => (await query(sql, values)).length > 0;
  const add = (id: string, value: unknown) =>
    isDone(
      'INSERT INTO kept_values (id, json) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id',
      id,
      encode(value),
    );
  async function find<Value>(id: string) {
    const [row] = await query<[string]>('SELECT json FROM kept_values WHERE id = $1', [id]);
    // What was stored under this id had this type.
    return row && (decode(row[0]) as Value);
  }
  return {
    add,
    find,
    async keep<Value>(value: Value) {
      const id = randomUUID();
      await add(id, value);
      const read = await find<Value>(id);
      if (read === undefined) throw new Error(`Nothing is stored under ${id}.`);
      return read;
    },
    replace: (id, value, expected) =>
      isDone(
        'UPDATE kept_values SET json = $1 WHERE id = $2 AND json = $3 RETURNING id',
        encode(value),
        id,
        encode(expected),
      ),
    remove: (id, expected) =>
      isDone(
        'DELETE FROM kept_values WHERE id = $1 AND json = $2 RETURNING id',
        id,
        encode(expected),
      ),
  };
}

/** JSON in which a bigint and a number that stands as it was sent are strings that say so. */
function encode(value: unknown): string {
  return JSON.stringify(value, (_key, part) => {
    if (typeof part === 'string') return `s${part}`;
    if (typeof part === 'bigint') return `i${part}`;
    return rawJson.isRawJSON(part) ? `r${part.rawJSON}` : part;
  });
}

function decode(json: string): unknown {
  return JSON.parse(json, (_key, part) => {
    if (typeof part !== 'string') return part;
    const text = part.slice(1);
    if (part.startsWith('i')) return BigInt(text);
    return part.startsWith('r') ? rawJson.rawJSON(text) : text;
  });
}
