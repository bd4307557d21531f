import { hash, randomUUID } from 'node:crypto';
import { type Database, openDatabase, providerOf } from './database.ts';
import { cannotBeOpened, reason } from './faults.ts';
import { type Connection, connectPostgres, connectSqlite } from './migration-connections.ts';
import {
  compare,
  type Migration,
  type MigrationRecord,
  READ_HISTORY,
  readMigrations,
  requireMigrations,
} from './migrations.ts';
import type { DatabaseOptions } from './postgresql.ts';

/*
 * Applies migrations, each with its record in one transaction.
 */

/**
 * Among the first lines of a script that PostgreSQL cannot run in a transaction, such as CREATE INDEX
 * CONCURRENTLY. It has to be the only statement of its script.
 */
const NO_TRANSACTION = /^(?:--.*\n)*?-- no transaction\b/;
/** Among the first lines of a script on whose schema the version before runs, which reads that in the record. */
const ADDITIVE = /^(?:--.*\n)*?-- additive\s*(?:\n|$)/;

/**
 * Applies what is pending. Any number of processes may do so at once.
 *
 * @param folder where the migrations are: this service's own, unless given
 * @returns the names of the migrations this process applied
 * @throws one clear line with the name of the migration that failed, or what `compare` throws
 */
export async function applyMigrations(
  address: string | (() => string),
  folder?: URL,
): Promise<string[]> {
  const url = typeof address === 'string' ? address : address();
  const provider = providerOf(url);
  const migrations = await readMigrations(provider, folder);
  const connect = () => (provider === 'sqlite' ? connectSqlite(url) : connectPostgres(url));
  const { run, begin, createHistory, close } = await connect().catch((cause: unknown) => {
    throw cannotBeOpened(cause);
  });
  const applied: string[] = [];
  try {
    const records = await run<MigrationRecord>(READ_HISTORY, []).catch(() => undefined);
    // Mostly nothing is pending, and then no lock is needed.
    if (records && compare(migrations, records).pending.length === 0) return [];
    if (!records) await begin().then(() => run(`${createHistory}; COMMIT`));
    for (;;) {
      await begin();
      const [next] = compare(migrations, await run(READ_HISTORY, [])).pending;
      if (!next) return applied;
      await apply(next, run, provider === 'sqlite' ? undefined : connect);
      applied.push(next.name);
    }
  } finally {
    await close();
  }
}

async function apply(
  migration: Migration,
  run: Connection['run'],
  connect: (() => Promise<Connection>) | undefined,
) {
  const isAlone = connect && NO_TRANSACTION.test(migration.script);
  try {
    // Outside a transaction, while the one that holds the lock stays open.
    const alone = isAlone ? await connect() : undefined;
    await record(migration, alone?.run ?? run).finally(alone?.close);
    await run('COMMIT');
  } catch (cause) {
    const outcome = isAlone ? 'failed half-way' : 'failed, and nothing of it was kept';
    throw new Error(`Migration ${migration.name} ${outcome}: ${reason(cause)}`, { cause });
  }
}

/** Runs a script. A record that has a start and no finish tells the next process that it failed half-way. */
async function record({ name, script }: Migration, run: Connection['run']) {
  const id = randomUUID();
  const logs = ADDITIVE.test(script) ? 'additive' : null;
  await run(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, started_at)
    VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [id, hash('sha256', script), name, logs, new Date().toISOString()],
  );
  await run(script);
  await run(
    `UPDATE _prisma_migrations SET finished_at = $1, applied_steps_count = 1
    WHERE id = $2 RETURNING id`,
    [new Date().toISOString(), id],
  );
}

/**
 * Opens a database that has this version's schema. The embedded store is migrated at once; a server's
 * schema is changed by its operator, in a step of its own.
 *
 * @throws what `applyMigrations` and `requireMigrations` throw
 */
export async function openMigratedDatabase(
  address: string | (() => string),
  options?: DatabaseOptions,
): Promise<Database> {
  const url = typeof address === 'string' ? address : address();
  if (providerOf(url) === 'sqlite') await applyMigrations(url);
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
