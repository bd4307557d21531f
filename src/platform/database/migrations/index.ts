// Migrations: applies them, each with its record in one transaction.

import { hash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Address,
  currentAddress,
  type Database,
  openDatabase,
  providerOf,
} from '../database.ts';
import { cannotBeOpened, reason } from '../faults.ts';
import type { DatabaseOptions } from '../options.ts';
import {
  type History,
  historyOf,
  type Migration,
  type Provider,
  type ServiceDatabase,
} from '../service-database.ts';
import type { MigrationConnection, MigrationRecord } from './connection.ts';
import { compareHistory, expectNoTablesElsewhere, RUN, requireMigrations } from './history.ts';

export { checkReadiness } from './readiness.ts';

interface MigrateOptions {
  /** What to apply instead of the history of the service. */
  readonly history?: History;
  /** Stops at a migration that drops data, unless the database is a new one. */
  readonly keepsData?: boolean;
  /** Makes the tables also if another schema of the database has them. */
  readonly makesAnother?: boolean;
  /** How long to wait for another process that is migrating. */
  readonly maxWaitMs?: number;
  /** Takes one line that the operator should read. */
  readonly warn?: (message: string) => void;
}

/**
 * Among the first lines of a script that PostgreSQL cannot run in a transaction, such as CREATE
 * INDEX CONCURRENTLY, which must be its only statement.
 */
const NO_TRANSACTION = /^(?:--.*\n)*?-- no transaction\b/;
/** Among the first lines of a script that drops data, which nobody gets back. */
const DROPS_DATA = /^(?:--.*\n)*?-- drops data\s*(?:\n|$)/;

const MAX_WAIT_MS = 600_000;
/** The pause between two attempts to begin. */
const PAUSE_MS = 500;
/** How long a script runs until it is looked up whom it waits for, and again after that. */
const BLOCKED_AFTER_MS = 1_000;

/**
 * Applies the pending migrations. Any number of processes may do so at once.
 *
 * @returns the names of the migrations this process applied
 * @throws one clear line with the name of the migration that failed, or as `compareHistory` and
 *   `expectNoTablesElsewhere` do
 */
export async function applyMigrations(
  service: Pick<ServiceDatabase, 'migrations'>,
  address: Address,
  options: MigrateOptions = {},
): Promise<string[]> {
  const url = currentAddress(address);
  const provider = providerOf(url);
  const { keepsData, makesAnother } = options;
  const history = options.history ?? (await historyOf(service, provider));
  const { connection, records: applied } = await connect(url, provider).catch((cause: unknown) => {
    throw cannotBeOpened(cause);
  });
  const names: string[] = [];
  try {
    const { readTexts } = connection;
    if (readTexts && !makesAnother) await expectNoTablesElsewhere(history, applied, readTexts);
    const findNext = (records: readonly MigrationRecord[]) =>
      compareHistory(history.all, records).pending[0];
    // Usually nothing is pending, and no lock is needed. With the lock, no other process is still
    // applying a migration whose record has no end.
    const isInProgress = applied.some(({ finished }) => !finished);
    if (!isInProgress && !findNext(applied)) return [];
    for (;;) {
      await begin(connection, options);
      const next = findNext(await connection.readHistory());
      if (!next) return names;
      if (keepsData && applied.length > 0 && DROPS_DATA.test(next.script)) {
        throw new Error(`Migration ${next.name} drops data, and is not applied at start. ${RUN}`);
      }
      await apply(next, connection, options);
      names.push(next.name);
    }
  } finally {
    await connection.close();
  }
}

/** Connects, and reads which migrations were applied, without changing anything. */
async function connect(url: string, provider: Provider) {
  const driver = await importDriver(provider);
  const connection = await driver.connect(url);
  try {
    return { connection, records: await connection.readHistory() };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

// Imports only the driver that is needed.
function importDriver(provider: Provider) {
  return provider === 'sqlite'
    ? import('./sqlite-connection.ts')
    : import('./postgresql-connection.ts');
}

/** @throws when another process is still migrating after the longest time to wait */
async function begin(
  { tryBegin }: MigrationConnection,
  { maxWaitMs = MAX_WAIT_MS, warn }: MigrateOptions,
) {
  const deadlineMs = performance.now() + maxWaitMs;
  let other = await tryBegin();
  if (other !== undefined) warn?.(`Waiting for ${other}, which is migrating the database`);
  while (other !== undefined) {
    if (performance.now() > deadlineMs) {
      throw new Error(
        `Gave up after ${maxWaitMs / 60_000} minutes: ${other} is still migrating the database`,
      );
    }
    await wait(PAUSE_MS);
    other = await tryBegin();
  }
}

async function apply(
  { name, script }: Migration,
  connection: MigrationConnection,
  { warn }: MigrateOptions,
) {
  const { run, commit, leaveTransaction } = connection;
  const isAlone = leaveTransaction && NO_TRANSACTION.test(script);
  const id = randomUUID();
  const ended = new AbortController();
  try {
    if (isAlone) await leaveTransaction();
    // A record without an end tells the next process that the script failed half-way.
    await run(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at)
      VALUES ($1, $2, $3, CURRENT_TIMESTAMP)`,
      [id, hash('sha256', script), name],
    );
    // A report that fails stops nothing. It also rejects when it is aborted.
    reportBlocker(name, connection, warn, ended.signal).catch(() => undefined);
    await run(script).finally(() => ended.abort());
    await run(
      `UPDATE _prisma_migrations SET finished_at = CURRENT_TIMESTAMP, applied_steps_count = 1
      WHERE id = $1`,
      [id],
    );
    await commit();
  } catch (cause) {
    const outcome = isAlone ? 'failed half-way' : 'failed and was rolled back';
    throw new Error(`Migration ${name} ${outcome}: ${reason(cause)}`, { cause });
  }
}

/** Says once for whose transaction the script of a migration waits, as for the lock of a table. */
async function reportBlocker(
  name: string,
  { findBlocker }: MigrationConnection,
  warn: MigrateOptions['warn'],
  ended: AbortSignal,
) {
  let blocker: string | undefined;
  while (blocker === undefined) {
    await wait(BLOCKED_AFTER_MS, undefined, { signal: ended });
    blocker = await findBlocker?.();
  }
  warn?.(`Migration ${name} waits for the transaction of ${blocker}`);
}

/**
 * Opens a database that has this version's schema. An embedded database is migrated at once; that
 * of a server is changed by its operator, in a step of its own.
 */
export async function openMigratedDatabase<Client>(
  service: ServiceDatabase<Client>,
  address: Address,
  options?: DatabaseOptions,
): Promise<Database<Client>> {
  const url = currentAddress(address);
  if (providerOf(url) === 'sqlite') {
    const warn = options?.warn && { warn: options.warn };
    await applyMigrations(service, url, { keepsData: true, ...warn });
  }
  const database = await openDatabase(service, address, options);
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
