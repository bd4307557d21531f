// Which migrations a database still lacks, and how it gets them.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { type Database, openDatabase, type Provider, providerOf } from './database.ts';
import { driverFault } from './faults.ts';

export interface Migration {
  /** Name of its folder: the time it was written, and what it does. */
  readonly name: string;
  readonly script: string;
}

interface Recorded {
  name: string;
  checksum: string;
  finished: unknown;
}

/**
 * Names the migrations this version has and the database has not, in the order they are to be applied.
 *
 * @param folder where the migrations are: this service's own, unless given
 * @throws one clear line for a migration that was edited after it was applied, that failed half-way,
 *   or that only a newer version knows
 */
export async function pendingMigrations(
  database: Database,
  folder: URL = migrationsFolder(database.provider),
): Promise<string[]> {
  const [migrations, recorded] = await Promise.all([
    readMigrations(folder),
    readRecorded(database),
  ]);
  for (const record of recorded) {
    const known = migrations.find(({ name }) => name === record.name);
    refuseMismatch(record, known);
  }
  const applied = new Set(recorded.map(({ name }) => name));
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}

/**
 * Applies what is pending, each migration with its record in one transaction: one that fails leaves nothing behind.
 * Any number of processes may do so at once.
 *
 * @returns the names of the migrations this process applied
 * @throws what `pendingMigrations` throws, or one clear line with the name of the migration that failed
 */
export async function applyMigrations(
  url: string,
  folder: URL = migrationsFolder(providerOf(url)),
): Promise<string[]> {
  const database = await openDatabase(url);
  try {
    const pending = await pendingMigrations(database, folder);
    if (pending.length === 0) return [];
    // Imported only here, since the engine is 5 MB that a service whose schema is up to date never needs.
    const { applyWithEngine } = await import('./schema-engine.ts');
    return await applyWithEngine(url, await readMigrations(folder), pending);
  } finally {
    await database.close();
  }
}

/**
 * Opens a database that has this version's schema. The embedded store is migrated at once; a server's schema is
 * changed by its operator, in a step of its own.
 *
 * @throws what `openDatabase` and `applyMigrations` throw, or one clear line when a server's schema is behind
 */
export async function openMigratedDatabase(url: string): Promise<Database> {
  const database = await openDatabase(url);
  try {
    const pending = await pendingMigrations(database);
    if (pending.length > 0 && database.provider === 'postgresql') {
      throw new Error(
        `The database lacks ${pending.join(', ')}. Run: npm run migrate, or node dist/scripts/migrate.js`,
      );
    }
    if (pending.length > 0) await applyMigrations(url);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function migrationsFolder(provider: Provider): URL {
  // By the name in package.json, so that src/, dist/src/ and dist/bundle/ find the same folder.
  return new URL('.', import.meta.resolve(`#migrations/${provider}/migration_lock.toml`));
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => {
      const script = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8');
      return { name, script };
    }),
  );
}

/** What Prisma wrote down in its own table; nothing in a database that was never migrated. */
async function readRecorded({ client }: Database): Promise<Recorded[]> {
  try {
    return await client.$queryRaw<Recorded[]>`
      SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
      FROM _prisma_migrations WHERE rolled_back_at IS NULL`;
  } catch (error) {
    if (driverFault(error)?.kind === 'TableDoesNotExist') return [];
    throw error;
  }
}

function refuseMismatch(
  { name, checksum, finished }: Recorded,
  known: Migration | undefined,
): void {
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
  if (createHash('sha256').update(known.script).digest('hex') !== checksum) {
    throw new Error(
      `Migration ${name} was edited after it was applied: restore it, and write a new migration instead`,
    );
  }
}
