// What migrations run on: a connection of their own without time limits. The table and the lock
// are those of Prisma's command line.

export interface MigrationRecord {
  readonly name: string;
  readonly checksum: string;
  /** 0 or false for one that failed half-way. */
  readonly finished: unknown;
}

export interface MigrationConnection {
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

export const CREATE_HISTORY = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;
