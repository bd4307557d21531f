import Sqlite from 'better-sqlite3';
import { listed, nameIn } from './sql-text.ts';

/*
 * What the migrations so far make of a SQLite database, where they may have been edited: more than the
 * models know, such as a CHECK of a range, an index on some of the rows, or a trigger.
 */

export interface ExistingTables {
  /** The columns and constraints of a table, as SQL. */
  items(table: string): string[];
  /** What creates the indexes and triggers of a table, by name. */
  attachments(table: string): ReadonlyMap<string, string>;
  /** Runs a migration on them while they have no rows. @throws SQLite's error */
  run(script: string): void;
}

/**
 * Applies migrations to a database in memory.
 *
 * @param scripts by the names of the migrations, in their order
 * @throws one clear line with the name of the migration that fails
 */
export function applyInMemory(scripts: ReadonlyMap<string, string>): ExistingTables {
  const database = new Sqlite(':memory:');
  database.pragma('foreign_keys = OFF');
  for (const [name, script] of scripts) {
    try {
      database.exec(script);
    } catch (error) {
      throw new Error(`Migration ${name} fails on SQLite: ${(error as Error).message}`);
    }
  }
  const select = database.prepare<[string], { type: string; name: string; sql: string }>(
    'SELECT type, name, sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL',
  );
  const isTable = ({ type }: { type: string }) => type === 'table';
  return {
    items: (table) =>
      select
        .all(table)
        .filter(isTable)
        .flatMap(({ sql }) => listed(sql)),
    attachments(table) {
      const others = select.all(table).filter((row) => !isTable(row));
      return new Map(others.map(({ name, sql }) => [name, sql]));
    },
    run: (script) => void database.exec(script),
  };
}

/** Items of CREATE TABLE by the name of the column. */
export function byColumn(items: readonly string[]): ReadonlyMap<string, string> {
  return new Map(items.map((item) => [nameIn(item), item]));
}
