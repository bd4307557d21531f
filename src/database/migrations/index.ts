// Migrations: applies them, each with its record in one transaction, and tells which are pending.

import { hash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { currentValue, type Secret } from '../../config/index.ts';
import {
  cannotBeOpened,
  type Database,
  type DatabaseOptions,
  isTableMissing,
  openDatabase,
  type Provider,
  providerOf,
  reason,
} from '../index.ts';
import { type Connection, connectPostgres, connectSqlite } from './connections.ts';

const RUN = 'Run: npm run migrate, or node dist/scripts/migrate.js';

interface Migration {
  /** The name of its folder: when it was written, and what it does. */
  readonly name: string;
  readonly script: string;
}

interface MigrationRecord {
  readonly name: string;
  readonly checksum: string;
  /** 0 or false for one that failed half-way. */
  readonly finished: unknown;
}

/**
 * Among the first lines of a script that PostgreSQL cannot run in a transaction, such as CREATE
 * INDEX CONCURRENTLY, which must be its only statement.
 */
const NO_TRANSACTION = /^(?:--.*\n)*?-- no transaction\b/;
/** Among the first lines of a script on whose schema the version before runs, too. */
const ADDITIVE = /^(?:--.*\n)*?-- additive\s*(?:\n|$)/;
/** Among the first lines of a script that drops data, which nobody gets back. */
const DROPS_DATA = /^(?:--.*\n)*?-- drops data\s*(?:\n|$)/;

const READ_HISTORY = `
  SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
  FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`;

/**
 * Applies the pending migrations. Any number of processes may do so at once.
 *
 * @param folder where the migrations are: this service's own, unless given
 * @param keepsData stops at a migration that drops data, unless the database is a new one
 * @returns the names of the migrations this process applied
 * @throws one clear line with the name of the migration that failed, or as `compareHistory` does
 */
export async function applyMigrations(
  address: Secret,
  folder?: URL,
  { keepsData = false } = {},
): Promise<string[]> {
  const url = currentValue(address);
  const provider = providerOf(url);
  const migrations = await (folder ? readMigrations(folder) : ownMigrations(provider));
  const connecting = provider === 'sqlite' ? connectSqlite(url) : connectPostgres(url);
  const connection = await connecting.catch((cause: unknown) => {
    throw cannotBeOpened(cause);
  });
  const { run, begin, close } = connection;
  const applied: string[] = [];
  try {
    const findPending = async () => compareHistory(migrations, await run(READ_HISTORY, [])).pending;
    // Usually nothing is pending, and no lock is needed. This fails in a new database, and may
    // fail while another process migrates.
    const pending = await findPending().catch(() => undefined);
    if (pending?.length === 0) return [];
    const isNew = pending === undefined || pending.length === migrations.length;
    for (;;) {
      await begin();
      const [next] = await findPending();
      if (!next) return applied;
      if (keepsData && !isNew && DROPS_DATA.test(next.script)) {
        throw new Error(`Migration ${next.name} drops data, and is not applied at start. ${RUN}`);
      }
      await apply(next, connection);
      applied.push(next.name);
    }
  } finally {
    await close();
  }
}

async function apply({ name, script }: Migration, { run, commit, leaveTransaction }: Connection) {
  const isAlone = leaveTransaction && NO_TRANSACTION.test(script);
  const id = randomUUID();
  const logs = ADDITIVE.test(script) ? 'additive' : null;
  try {
    if (isAlone) await leaveTransaction();
    // A record without an end tells the next process that the script failed half-way.
    await run(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, started_at)
      VALUES ($1, $2, $3, $4, CURRENT_TIMESTAMP) RETURNING id`,
      [id, hash('sha256', script), name, logs],
    );
    await run(script);
    await run(
      `UPDATE _prisma_migrations SET finished_at = CURRENT_TIMESTAMP, applied_steps_count = 1
      WHERE id = $1 RETURNING id`,
      [id],
    );
    await commit();
  } catch (cause) {
    const outcome = isAlone ? 'failed half-way' : 'failed and was rolled back';
    throw new Error(`Migration ${name} ${outcome}: ${reason(cause)}`, { cause });
  }
}

/**
 * Opens a database that has this version's schema. The embedded store is migrated at once; that of
 * a server is changed by its operator, in a step of its own.
 */
export async function openMigratedDatabase(
  address: Secret,
  options?: DatabaseOptions,
): Promise<Database> {
  const url = currentValue(address);
  if (providerOf(url) === 'sqlite') await applyMigrations(url, undefined, { keepsData: true });
  const database = await openDatabase(address, options);
  try {
    for (const name of await requireMigrations(database)) {
      options?.warn?.(`The database has migration ${name}, which only a newer version knows`);
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * @returns the names of the migrations that only a newer version knows
 * @throws one clear line when the schema of a database is behind, or as `compareHistory` does
 */
export async function requireMigrations({ adapter, provider }: Database): Promise<string[]> {
  // Past the client, which would load its query compiler.
  const reading = adapter.queryRaw({ sql: READ_HISTORY, args: [], argTypes: [] });
  const { rows } = await reading.catch((error: unknown) => {
    if (isTableMissing(error)) return { rows: [] };
    throw new Error(`The migrations cannot be read: ${reason(error)}`, { cause: error });
  });
  const records = rows.map(([name, checksum, finished]) => {
    return { name: String(name), checksum: String(checksum), finished };
  });
  const { pending, newer } = compareHistory(await ownMigrations(provider), records);
  if (pending.length === 0) return newer;
  const names = pending.map(({ name }) => name).join(', ');
  throw new Error(`The database lacks ${names}. ${RUN}`);
}

/**
 * @returns the migrations that a database lacks, in order, and the names of those that only a newer
 *   version knows
 * @throws one clear line for a migration that failed half-way, or was edited after it was applied,
 *   or if some are pending beside newer ones: copying a table could drop newer columns
 */
function compareHistory(migrations: readonly Migration[], records: readonly MigrationRecord[]) {
  const checksums = new Map(migrations.map(({ name, script }) => [name, hash('sha256', script)]));
  for (const { name, checksum, finished } of records) {
    if (!finished) {
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

const ownByProvider = new Map<Provider, Promise<readonly Migration[]>>();

/** The migrations of this version, read once: another version's files may replace them later. */
function ownMigrations(provider: Provider): Promise<readonly Migration[]> {
  // By its name in package.json, so that src/, dist/scripts/ and dist/bundle/ find the same folder.
  const lockFile = import.meta.resolve(`#migrations/${provider}/migration_lock.toml`);
  const migrations = ownByProvider.get(provider) ?? readMigrations(new URL('.', lockFile));
  ownByProvider.set(provider, migrations);
  return migrations;
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
