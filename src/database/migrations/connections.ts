import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { createPrivately, faultKind, readAddress } from '../index.ts';

/*
 * What migrations run on: a connection of their own without time limits. The table and the lock are
 * those of Prisma's command line, which can be used too.
 */

export interface Connection {
  /** Runs a script, or with values one statement that returns rows. */
  run<Row>(sql: string, values?: readonly (string | null)[]): Promise<Row[]>;
  /** Begins a transaction in which no other process can migrate, with the table of records. */
  begin(): Promise<unknown>;
  commit(): Promise<unknown>;
  /** Commits, and keeps the lock until `close`. SQLite can run everything in a transaction. */
  leaveTransaction?(): Promise<unknown>;
  /** Rolls back what has not been committed. */
  close(): Promise<void>;
}

/** How long a process waits for another that keeps a SQLite file to itself. */
const MAX_OPEN_MS = 5_000;
/** How long a process waits for another that is migrating, and a script for its locks. */
const MAX_WAIT_MS = 600_000;

const CREATE_HISTORY = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;
/** Waits briefly: CREATE INDEX CONCURRENTLY elsewhere waits for the end of each transaction. */
const BEGIN = `
  BEGIN;
  SET LOCAL statement_timeout = 0;
  SET LOCAL lock_timeout = 100;
  SELECT pg_advisory_xact_lock(72707369);
  SET LOCAL lock_timeout = ${MAX_WAIT_MS};
  ${CREATE_HISTORY}`;
/** COMMIT takes back what is LOCAL. */
const LEAVE_TRANSACTION = `
  SELECT pg_advisory_lock(72707369);
  COMMIT;
  SET statement_timeout = 0;
  SET lock_timeout = ${MAX_WAIT_MS}`;
const LOCK_NOT_AVAILABLE = '55P03';

export async function connectPostgres(url: string): Promise<Connection> {
  const client = new pg.Client({ ...readAddress(url).client, connectionTimeoutMillis: 15_000 });
  // When the connection breaks, its statements fail.
  client.on('error', () => undefined);
  await client.connect();
  return {
    run: async (sql, values) => (await client.query(sql, values?.slice())).rows,
    async begin() {
      for (;;) {
        try {
          return await client.query(BEGIN);
        } catch (error) {
          if (faultKind(error) !== LOCK_NOT_AVAILABLE) throw error;
          await client.query('ROLLBACK');
        }
      }
    },
    commit: () => client.query('COMMIT'),
    leaveTransaction: () => client.query(LEAVE_TRANSACTION),
    close: () => client.end(),
  };
}

/** Opens a SQLite file, which is created if it is missing. */
export async function connectSqlite(url: string): Promise<Connection> {
  const path = url.slice('file:'.length);
  await createPrivately(path);
  const db = new Sqlite(path, { timeout: MAX_OPEN_MS });
  // Opening reads nothing. This fails if the file is not a database.
  db.pragma('schema_version');
  db.pragma(`busy_timeout = ${MAX_WAIT_MS}`);
  db.pragma('synchronous = FULL');
  const history = CREATE_HISTORY.replaceAll('TIMESTAMPTZ', 'DATETIME');
  // A table is changed by copying and dropping it, which would delete the rows that refer to it.
  db.pragma('foreign_keys = OFF');
  return {
    async run<Row>(sql: string, values?: readonly (string | null)[]) {
      if (values) return db.prepare(sql.replaceAll(/\$\d/g, '?')).all(...values) as Row[];
      db.exec(sql);
      return [];
    },
    begin: async () => db.exec(`BEGIN IMMEDIATE; ${history}`),
    async commit() {
      const [row] = db.pragma('foreign_key_check') as { table: string; parent: string }[];
      if (row) {
        throw new Error(`rows of ${row.table} refer to rows of ${row.parent} that do not exist`);
      }
      db.exec('COMMIT');
    },
    close: async () => void db.close(),
  };
}
