// The time of day of the server of the database, which is another machine's.

import type { Database } from './database.ts';
import type { Integer } from './statements.ts';

/** Reads the time of day in milliseconds. SQLite has no clock of its own. */
export async function readServerTime({ queryAlone }: Pick<Database, 'queryAlone'>) {
  const sql = 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
  const [row] = await queryAlone<[Integer]>(sql, []);
  return Number(row?.[0]);
}
