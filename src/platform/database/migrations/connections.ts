// What migrations run on: a connection of their own without time limits. The table and the lock
// are those of Prisma's command line.

import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { faultKind } from '../faults.ts';
import { readAddress } from '../postgresql-address.ts';
import { Client } from '../postgresql-client.ts';
import { inspectServer } from '../postgresql-sessions.ts';
import { createPrivately, sqlitePath } from '../private-files.ts';

export interface MigrationRecord {
  readonly name: string;
  readonly checksum: string;
  /** 0 or false for one that failed half-way. */
  readonly finished: unknown;
}

export interface Connection {
  /** The migrations that were applied, none in a new database. */
  readHistory(): Promise<MigrationRecord[]>;
  /** Runs one statement, and returns the texts of its first column. SQLite has one schema. */
  readTexts?(sql: string): Promise<string[]>;
  /**
   * Begins a transaction in which no other process can migrate, with the table of records.
   *
   * @returns who else is migrating, instead of waiting for it; undefined once it has begun
   */
  tryBegin(): Promise<string | undefined>;
  /** Runs a script, or with values one statement. */
  run(sql: string, values?: readonly (string | null)[]): Promise<unknown>;
  /** @returns whose transaction what runs now waits for, if any. SQLite waits before it begins. */
  findBlocker?(): Promise<string | undefined>;
  commit(): Promise<unknown>;
  /** Commits, and keeps the lock until `close`. SQLite can run everything in a transaction. */
  leaveTransaction?(): Promise<unknown>;
  /** Rolls back what has not been committed. */
  close(): Promise<void>;
}

export const READ_HISTORY = `
  SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
  FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`;

const CREATE_HISTORY = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

/** The advisory lock of PostgreSQL that Prisma takes, too. */
const LOCK = 72_707_369;
/** How long to wait for a server. */
const MAX_CONNECT_MS = 15_000;
/** How long a script waits for the locks of its tables. */
const MAX_LOCK_WAIT_MS = 600_000;
/** A role or a database may have other limits. */
const LIMITS = {
  statement_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  lock_timeout: MAX_LOCK_WAIT_MS,
};
/** The process that migrates. An operator who is not the same user sees only its number. */
const MIGRATING = `
  SELECT pid, concat_ws(', ', nullif(application_name, ''), client_addr) AS origin
  FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND objid = ${LOCK} AND granted AND datname = current_database()`;
const BLOCKING = `
  SELECT other.pid, concat_ws(', ', nullif(application_name, ''), client_addr) AS origin
  FROM (${MIGRATING}) AS own, pg_stat_activity AS other
  WHERE other.pid = ANY (pg_blocking_pids(own.pid))`;

function describeProcess({ pid, origin }: { readonly pid: number; readonly origin: string }) {
  return `process ${pid} of PostgreSQL${origin && ` (${origin})`}`;
}

export async function connectPostgres(url: string): Promise<Connection> {
  const { client: address, isPooled } = readAddress(url);
  const config = { ...address, connectionTimeoutMillis: MAX_CONNECT_MS };
  const timed = { ...config, query_timeout: MAX_CONNECT_MS };
  const schema = pg.escapeIdentifier(await inspectServer(timed, isPooled));
  const settings = Object.entries({ ...LIMITS, search_path: schema });
  const set = (scope: 'LOCAL' | 'SESSION') =>
    settings.map(([name, value]) => `SET ${scope} ${name} = ${value}`).join('; ');
  const client = new Client(config);
  // When the connection breaks, its statements fail.
  client.on('error', () => undefined);
  await client.connect();
  const query = async (sql: string) => (await client.query(sql)).rows;
  return {
    async readHistory() {
      const [found] = await query("SELECT to_regclass('_prisma_migrations') AS name");
      return found.name === null ? [] : query(READ_HISTORY);
    },
    async readTexts(sql) {
      const { rows } = await client.query<string[]>({ text: sql, rowMode: 'array' });
      return rows.map(([text = '']) => text);
    },
    async tryBegin() {
      await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
      const [attempt] = await query(`SELECT pg_try_advisory_xact_lock(${LOCK}) AS is_locked`);
      if (attempt.is_locked) {
        await client.query(`${set('LOCAL')}; ${CREATE_HISTORY}`);
        return undefined;
      }
      const [holder] = await query(MIGRATING);
      // Not in a transaction, for whose end CREATE INDEX CONCURRENTLY elsewhere would wait.
      await client.query('ROLLBACK');
      return holder ? describeProcess(holder) : 'another process';
    },
    run: (sql, values) => client.query(sql, values?.slice()),
    async findBlocker() {
      // On a connection of its own, since the other one is waiting.
      const observer = new Client(config);
      try {
        await observer.connect();
        const [blocker] = (await observer.query(BLOCKING)).rows;
        return blocker && describeProcess(blocker);
      } finally {
        await observer.end();
      }
    },
    commit: () => client.query('COMMIT'),
    // COMMIT takes back what is LOCAL.
    leaveTransaction: () =>
      client.query(`SELECT pg_advisory_lock(${LOCK}); COMMIT; ${set('SESSION')}`),
    close: () => client.end(),
  };
}

/** How long a process waits for another that keeps a SQLite file to itself. */
const MAX_OPEN_MS = 5_000;
/** How long a change waits for another process, and with it all of this one. */
const MAX_BLOCKED_MS = 1_000;

/** Opens a SQLite file, which is created if it is missing. */
export async function connectSqlite(url: string): Promise<Connection> {
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
