// Which migrations there are, which of them a database has, and which it lacks.

import { hash } from 'node:crypto';
import type { Database } from '../database.ts';
import { isTableMissing, reason } from '../faults.ts';
import type { History, Migration } from '../service-database.ts';
import { type MigrationRecord, READ_HISTORY } from './connection.ts';

/** What to do about pending migrations. */
export const RUN = 'Run: npm run migrate, or node dist/scripts/migrate.js';

/** Runs one statement on PostgreSQL. @returns the texts of its first column */
type ReadTexts = (sql: string) => Promise<string[]>;

/** What to do about tables that the `search_path` does not lead to. */
const NAME_SCHEMA = 'name its schema in search_path, as with options=-c%20search_path%3DNAME';

/**
 * @returns the names of the migrations that only a newer version knows
 * @throws one clear line when the schema of a database is behind, or as `compareHistory` does
 */
export async function requireMigrations({
  adapter,
  provider,
  history,
}: Pick<Database, 'adapter' | 'provider' | 'history'>): Promise<string[]> {
  // Past the client, which would load its query compiler.
  const reading = adapter.queryRaw({ sql: READ_HISTORY, args: [], argTypes: [] });
  const { rows } = await reading.catch((error: unknown) => {
    if (isTableMissing(error)) return { rows: [] };
    throw new Error(`The migrations cannot be read: ${reason(error)}`, { cause: error });
  });
  const records = rows.map(([name, checksum, finished]) => {
    return { name: String(name), checksum: String(checksum), finished };
  });
  if (provider === 'postgresql') {
    await expectNoTablesElsewhere(history, records, async (sql) => {
      const { rows } = await adapter.queryRaw({ sql, args: [], argTypes: [] });
      return rows.map(([text]) => String(text));
    });
  }
  const { pending, newer } = compareHistory(history.all, records);
  if (pending.length === 0) return newer;
  const names = pending.map(({ name }) => name).join(', ');
  throw new Error(`The database lacks ${names}. ${RUN}`);
}

/**
 * @returns the migrations that a database lacks, in order, and the names of those that only a newer
 *   version knows
 * @throws one clear line for a migration that failed half-way, or was edited after it was applied;
 *   for one from before this version's first one; or if some are pending beside newer ones: copying
 *   a table could drop newer columns
 */
export function compareHistory(
  migrations: readonly Migration[],
  records: readonly MigrationRecord[],
) {
  const checksums = new Map(migrations.map(({ name, script }) => [name, hash('sha256', script)]));
  const first = migrations[0]?.name ?? '';
  const older = records.find(({ name }) => !checksums.has(name) && name < first);
  if (older) {
    throw new Error(
      `The database has migration ${older.name} of an earlier version, which cannot be upgraded: ` +
        'give this version a new database',
    );
  }
  for (const { name, checksum, finished } of records) {
    // One of a newer version may be in progress while this version serves.
    if (!finished && checksums.has(name)) {
      throw new Error(
        `Migration ${name} failed half-way: undo by hand what it did, ` +
          'then delete its row from _prisma_migrations',
      );
    }
    if ((checksums.get(name) ?? checksum) !== checksum) {
      throw new Error(
        `Migration ${name} was edited after it was applied: ` +
          'restore it, and write a new migration instead',
      );
    }
  }
  const applied = new Set(records.map(({ name }) => name));
  const pending = migrations.filter(({ name }) => !applied.has(name));
  const newer = [...applied].filter((name) => !checksums.has(name));
  if (newer[0] && pending[0]) {
    throw new Error(
      `The database has migration ${newer[0]}, which only a newer version of this service knows, ` +
        `and lacks ${pending[0].name}: migrate it with a version that knows both`,
    );
  }
  return { pending, newer };
}

/** Tables of records that another schema has, or that one of the same name hides. */
const FIND_OTHERS = `
  SELECT quote_ident(nspname) FROM pg_class
  JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE relname = '_prisma_migrations' AND relkind = 'r' AND NOT pg_table_is_visible(pg_class.oid)
    AND has_schema_privilege(relnamespace, 'USAGE') AND has_table_privilege(pg_class.oid, 'SELECT')
  ORDER BY nspname LIMIT 100`;

/**
 * @param records of the schema that the `search_path` leads to
 * @throws one clear line if that has no tables of the service, and another schema has them: a
 *   server, a database or a role got another `search_path`, and migrations would make the tables
 *   once more, without rows
 */
export async function expectNoTablesElsewhere(
  history: Pick<History, 'own'>,
  records: readonly MigrationRecord[],
  read: ReadTexts,
): Promise<void> {
  // Another service has the platform's, too.
  const own = new Set(history.own.map(({ script }) => hash('sha256', script)));
  if (records.some(({ checksum }) => own.has(checksum))) return;
  for (const schema of await read(FIND_OTHERS)) {
    const checksums = await read(`SELECT checksum FROM ${schema}._prisma_migrations`);
    if (!checksums.some((checksum) => own.has(checksum))) continue;
    const [current] = await read("SELECT coalesce(current_schema(), 'public')::text");
    throw new Error(
      `The tables of this service are in the schema ${schema} of the database, and its ` +
        `search_path leads to ${current}: ${NAME_SCHEMA}`,
    );
  }
}
