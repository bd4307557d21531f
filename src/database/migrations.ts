import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Database, Provider } from './database.ts';
import { reason } from './faults.ts';

/*
 * What this version's migrations are to a database, as the table of Prisma's own command line tells.
 */

export interface Migration {
  /** The name of its folder: when it was written, and what it does. */
  readonly name: string;
  readonly script: string;
}

export interface MigrationRecord {
  readonly name: string;
  readonly checksum: string;
  /** 0 or false for one that failed half-way. */
  readonly finished: unknown;
}

export const READ_HISTORY = `
  SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
  FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`;

/**
 * @returns the names of the migrations that only a newer version knows
 * @throws one clear line when the schema of a database is behind, or what `compare` throws
 */
export async function requireMigrations({ client, provider }: Database): Promise<string[]> {
  const reading = client.$queryRawUnsafe<MigrationRecord[]>(READ_HISTORY);
  const records = await reading.catch((error: unknown) => {
    if (/^no such table|^relation .* does not exist/.test(reason(error))) return [];
    throw error;
  });
  const { pending, newer } = compare(await readMigrations(provider), records);
  if (pending.length === 0) return newer;
  const names = pending.map(({ name }) => name).join(', ');
  throw new Error(
    `The database lacks ${names}. Run: npm run migrate, or node dist/scripts/migrate.js`,
  );
}

/**
 * @returns the migrations that a database lacks, in order, and the names of those that only a newer version knows
 * @throws one clear line for one that failed half-way or was edited after it was applied, and where some are pending
 *   beside newer ones: a migration may copy a table with the columns that it knows, and so delete those of a newer one
 */
export function compare(migrations: readonly Migration[], records: readonly MigrationRecord[]) {
  const checksums = new Map(migrations.map(({ name, script }) => [name, hash('sha256', script)]));
  for (const { name, checksum, finished } of records) {
    if (!finished) {
      throw new Error(
        `Migration ${name} failed half-way: undo by hand what it did, then delete its row from _prisma_migrations`,
      );
    }
    if ((checksums.get(name) ?? checksum) !== checksum) {
      throw new Error(
        `Migration ${name} was edited after it was applied: restore it, and write a new migration instead`,
      );
    }
  }
  const applied = new Set(records.map(({ name }) => name));
  const pending = migrations.filter(({ name }) => !applied.has(name));
  const newer = [...applied].filter((name) => !checksums.has(name));
  if (newer[0] && pending[0]) {
    throw new Error(
      `The database has migration ${newer[0]}, which only a newer version of this service knows, and lacks ${pending[0].name}: migrate it with a version that knows both`,
    );
  }
  return { pending, newer };
}

export async function readMigrations(
  provider: Provider,
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
