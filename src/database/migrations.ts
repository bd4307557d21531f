import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Prisma } from '../../generated/prisma/sqlite/client.ts';
import { type Database, openDatabase } from './database.ts';
import { faultOf } from './faults.ts';
import type { DatabaseOptions } from './options.ts';
import { type Migration, runMigration } from './run-migration.ts';

/*
 * Which migrations a database still lacks, and how it gets them.
 */

interface MigrationRecord {
  readonly name: string;
  readonly checksum: string;
  /** 0 or false for one that failed half-way. */
  readonly finished: unknown;
}

/**
 * Opens a database and applies what is pending, each migration with its record in one transaction:
 * one that fails leaves nothing behind. Any number of processes may do so at once.
 *
 * @returns the names of the migrations this process applied
 * @throws what `openDatabase` and `pendingMigrations` throw, or one clear line with the name of the
 *   migration that failed
 */
export async function applyMigrations(
  address: string | (() => string),
  folder?: URL,
): Promise<string[]> {
  // A script may take as long as it needs.
  const database = await openDatabase(address, { isTimed: false });
  try {
    return await applyPending(database, folder);
  } finally {
    await database.close();
  }
}

/**
 * Opens a database that has this version's schema. The embedded store is migrated at once; a server's
 * schema is changed by its operator, in a step of its own.
 *
 * @throws what `applyMigrations` throws, or one clear line when a server's schema is behind
 */
export async function openMigratedDatabase(
  address: string | (() => string),
  options?: DatabaseOptions,
): Promise<Database> {
  const database = await openDatabase(address, options);
  try {
    if (database.provider === 'sqlite') await applyPending(database);
    else await requireAll(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Names the migrations this version has and the database has not, in the order they are to be applied.
 *
 * @param folder where the migrations are: this service's own, unless given
 * @throws one clear line for a migration that was edited after it was applied, that failed half-way,
 *   or that only a newer version knows
 */
export async function pendingMigrations(database: Database, folder?: URL): Promise<string[]> {
  const migrations = await readMigrations(database, folder);
  return (await findPending(database.client, migrations)).map(({ name }) => name);
}

async function applyPending(database: Database, folder?: URL): Promise<string[]> {
  const migrations = await readMigrations(database, folder);
  const applied: string[] = [];
  for (const migration of await findPending(database.client, migrations)) {
    // Asked again when no other process can apply it any more.
    const isPending = async (client: Prisma.TransactionClient) =>
      (await findPending(client, migrations)).includes(migration);
    if (await runMigration(database, migration, isPending)) applied.push(migration.name);
  }
  return applied;
}

async function requireAll(database: Database) {
  const pending = await pendingMigrations(database);
  if (pending.length === 0) return;
  throw new Error(
    `The database lacks ${pending.join(', ')}. Run: npm run migrate, or node dist/scripts/migrate.js`,
  );
}

async function findPending(client: Prisma.TransactionClient, migrations: Migration[]) {
  const records = await readHistory(client);
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const record of records) rejectMismatch(record, known.get(record.name));
  const applied = new Set(records.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}

/** Nothing for a database that was never migrated. */
async function readHistory(client: Prisma.TransactionClient): Promise<MigrationRecord[]> {
  try {
    return await client.$queryRaw<MigrationRecord[]>`
      SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
      FROM _prisma_migrations WHERE rolled_back_at IS NULL`;
  } catch (error) {
    if (faultOf(error).kind === 'TableDoesNotExist') return [];
    throw error;
  }
}

async function readMigrations(
  { provider }: Database,
  // By its name in package.json, so that src/, dist/scripts/ and dist/bundle/ find the same folder.
  folder = new URL('.', import.meta.resolve(`#migrations/${provider}/migration_lock.toml`)),
): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => {
      const script = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8');
      return { name, script };
    }),
  );
}

function rejectMismatch({ name, checksum, finished }: MigrationRecord, known?: Migration) {
  if (!finished) {
    throw new Error(
      `Migration ${name} failed half-way: undo by hand what it did, then delete its row from _prisma_migrations`,
    );
  }
  if (!known) {
    throw new Error(
      `The database has migration ${name}, which only a newer version of this service knows`,
    );
  }
  if (hash('sha256', known.script) !== checksum) {
    throw new Error(
      `Migration ${name} was edited after it was applied: restore it, and write a new migration instead`,
    );
  }
}
