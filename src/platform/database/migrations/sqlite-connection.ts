// What migrations of SQLite run on.

import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { faultKind } from '../faults.ts';
import { createPrivately, sqlitePath } from '../private-files.ts';
import {
  CREATE_HISTORY,
  type MigrationConnection,
  type MigrationRecord,
  READ_HISTORY,
} from './connection.ts';

/** How long a process waits for another that keeps a SQLite file to itself. */
const MAX_OPEN_MS = 5_000;
/** How long a change waits for another process, and with it all of this one. */
const MAX_BLOCKED_MS = 1_000;

/** Opens a SQLite file, which is created if it is missing. */
export async function connect(url: string): Promise<MigrationConnection> {
  const path = sqlitePath(url);
  await createPrivately(path);
  let writer: Sqlite.Database | undefined;

  function openWriter(): Sqlite.Database {
    const db = new Sqlite(path, { timeout: MAX_BLOCKED_MS });
    db.pragma('synchronous = FULL');
    // A table is changed by copying and dropping it, which would delete the rows that refer to it.
    db.pragma('foreign_keys = OFF');
    return db;
  }

  function write(): Sqlite.Database {
    writer ??= openWriter();
    return writer;
  }

  return {
    async readHistory() {
      // A process that was killed leaves its last changes beside the file. A connection that may
      // write would move them into it, and with that touch a file that is not going to be upgraded.
      const readonly = existsSync(`${path}-wal`);
      const reader = new Sqlite(path, { readonly, timeout: MAX_OPEN_MS });
      try {
        const table = "SELECT name FROM sqlite_schema WHERE name = '_prisma_migrations'";
        if (!reader.prepare(table).get()) return [];
        return reader.prepare(READ_HISTORY).all() as MigrationRecord[];
      } finally {
        reader.close();
      }
    },
    async tryBegin() {
      try {
        write().exec('BEGIN IMMEDIATE');
      } catch (error) {
        if (!faultKind(error).startsWith('SQLITE_BUSY')) throw error;
        return 'another process';
      }
      write().exec(CREATE_HISTORY.replaceAll('TIMESTAMPTZ', 'DATETIME'));
      return undefined;
    },
    async run(sql, values) {
      if (!values) return write().exec(sql);
      return write()
        .prepare(sql.replaceAll(/\$\d/g, '?'))
        .run(...values);
    },
    async commit() {
      const [row] = write().pragma('foreign_key_check') as { table: string; parent: string }[];
      if (row) {
        throw new Error(`rows of ${row.table} refer to rows of ${row.parent} that do not exist`);
      }
      write().exec('COMMIT');
    },
    close: async () => void writer?.close(),
  };
}
