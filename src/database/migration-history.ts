import { createHash, randomUUID } from 'node:crypto';
import type { SqlQueryable } from '@prisma/driver-adapter-utils';
import type { PrismaClient } from './database.ts';
import { driverFault } from './faults.ts';
import { run } from './statements.ts';

/*
 * Which migrations a database has, in the table and in the form of Prisma's own command line, so that
 * it accepts the history and can be used beside `npm run migrate`.
 */

export interface MigrationRecord {
  readonly name: string;
  readonly checksum: string;
  /** 0 or false for one that failed half-way. */
  readonly finished: unknown;
}

const SQLITE_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
)`;

const POSTGRES_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                      VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum                VARCHAR(64) NOT NULL,
    finished_at             TIMESTAMPTZ,
    migration_name          VARCHAR(255) NOT NULL,
    logs                    TEXT,
    rolled_back_at          TIMESTAMPTZ,
    started_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count     INTEGER NOT NULL DEFAULT 0
)`;

/** Nothing for a database that was never migrated. */
export async function readHistory(client: PrismaClient): Promise<MigrationRecord[]> {
  try {
    return await client.$queryRaw<MigrationRecord[]>`
      SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
      FROM _prisma_migrations WHERE rolled_back_at IS NULL`;
  } catch (error) {
    if (driverFault(error)?.kind === 'TableDoesNotExist') return [];
    throw error;
  }
}

/** @returns the id of the record */
export async function recordStart(
  connection: SqlQueryable,
  { name, script }: { readonly name: string; readonly script: string },
): Promise<string> {
  const id = randomUUID();
  const values = [id, checksumOf(script), name, now()].map(quote);
  await run(connection, connection.provider === 'sqlite' ? SQLITE_TABLE : POSTGRES_TABLE);
  await run(
    connection,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at) VALUES (${values})`,
  );
  return id;
}

export function recordFinish(connection: SqlQueryable, id: string): Promise<void> {
  const finish = `finished_at = ${quote(now())}, applied_steps_count = 1`;
  return run(connection, `UPDATE _prisma_migrations SET ${finish} WHERE id = ${quote(id)}`);
}

export function checksumOf(script: string): string {
  return createHash('sha256').update(script).digest('hex');
}

/** As the client writes instants on SQLite, where they are text. */
function now(): string {
  return new Date().toISOString().replace('Z', '+00:00');
}

/** Values are part of the statement, since SQLite and PostgreSQL write parameters differently. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
