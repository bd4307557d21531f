// SQLite as this service needs it: durable, checked, and with transactions that are really apart.

import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import {
  DriverAdapterError,
  type IsolationLevel,
  type SqlDriverAdapter,
  type SqlQueryable,
  type Transaction,
} from '@prisma/driver-adapter-utils';
import type Sqlite from 'better-sqlite3';
import type { QueryingAdapter, QueryingFactory } from './database.ts';

/** The first version without a bug in WAL mode that could corrupt the file. @see https://sqlite.org/wal.html */
const OLDEST_VERSION = '3.51.3';

const SETTINGS = {
  // None, since SQLite would wait for another process's lock with the whole process.
  busy_timeout: 0,
  journal_mode: 'wal',
  // FULL: what was answered with 201 survives a power cut.
  synchronous: 2,
  foreign_keys: 1,
};

/** The adapter has its one connection in this field, which its type does not tell. */
interface Connected extends SqlDriverAdapter {
  readonly client: Sqlite.Database;
}

/** How long a statement waits for another process's lock, while others go on. */
const LOCK_WAIT_SECONDS = 1;

/**
 * The adapter factory for one SQLite file, whose folder is made when it is not there.
 *
 * @param url `file:` and a path, relative to the working directory
 * @returns a factory whose `connect` throws one clear line where a setting does not hold or the library is too old
 */
export function sqliteAdapterFactory(url: string): QueryingFactory {
  const factory = new PrismaBetterSqlite3({ url });
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: factory.connectToShadowDb.bind(factory),
    async connect() {
      await mkdir(dirname(url.slice('file:'.length)), { recursive: true });
      const adapter = (await factory.connect()) as Connected;
      try {
        await checkVersion(adapter);
        await applySettings(adapter);
      } catch (error) {
        await adapter.dispose();
        throw error;
      }
      return isolateTransactions(adapter);
    },
  };
}

async function checkVersion(adapter: SqlQueryable): Promise<void> {
  const version = String(await readValue(adapter, 'SELECT sqlite_version()'));
  if (version.localeCompare(OLDEST_VERSION, 'en', { numeric: true }) < 0) {
    throw new Error(`SQLite is version ${version}, and needs to be ${OLDEST_VERSION} or later`);
  }
}

async function applySettings(adapter: SqlQueryable): Promise<void> {
  for (const [name, wanted] of Object.entries(SETTINGS)) {
    // Of processes that open a new file at the same time, all but one find it locked, and are not made to wait.
    await whileBusy(5, () => readValue(adapter, `PRAGMA ${name} = ${wanted}`));
    const actual = await readValue(adapter, `PRAGMA ${name}`);
    if (actual !== wanted) throw new Error(`SQLite has ${name} ${actual}, and needs ${wanted}`);
  }
}

/** Runs one statement that gives no rows. */
export async function run(connection: SqlQueryable, sql: string): Promise<void> {
  await connection.executeRaw({ sql, args: [], argTypes: [] });
}

async function readValue(adapter: SqlQueryable, sql: string): Promise<unknown> {
  const { rows } = await adapter.queryRaw({ sql, args: [], argTypes: [] });
  return rows[0]?.[0];
}

/** Repeats an attempt that finds the file locked by another process. */
export async function whileBusy<Result>(
  waitSeconds: number,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const deadlineMs = performance.now() + waitSeconds * 1_000;
  while (true) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadlineMs) throw error;
      await setTimeout(20);
    }
  }
}

/** In the adapter's words, or in SQLite's own. */
function isBusy(error: unknown): boolean {
  if (error instanceof DriverAdapterError) return error.cause.kind === 'SocketTimeout';
  return String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
}

/**
 * Makes statements that belong to no transaction wait for the open one to end.
 *
 * Prisma's adapter has one connection, and keeps only transactions apart from each other. A statement of another
 * request, issued while a transaction awaits something, would run inside it: it would read what is not committed,
 * and be rolled back with the transaction after its own request was answered.
 *
 * Hence the rule that inside `client.$transaction(async (transaction) => ...)` only `transaction` is used: a
 * statement on `client` that is awaited there waits for the transaction, and the transaction for it, until it times out.
 */
function isolateTransactions(adapter: Connected): QueryingAdapter {
  let transactionsEnded: Promise<unknown> = Promise.resolve();
  const query = preparedQuery(adapter.client);
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    dispose: () => adapter.dispose(),
    query: (sql, values) => apart(async () => query(sql, values)),
    queryRaw: (query) => apart(() => adapter.queryRaw(query)),
    executeRaw: (query) => apart(() => adapter.executeRaw(query)),
    executeScript: (script) => transactionsEnded.then(() => adapter.executeScript(script)),
    // A transaction that finds the file locked lets others go first, and waits for none of them.
    startTransaction: (isolationLevel) =>
      whileBusy(LOCK_WAIT_SECONDS, () => {
        const started = transactionsEnded.then(() => begin(adapter, isolationLevel));
        transactionsEnded = started.then(untilEnded, () => undefined);
        return started;
      }),
  };

  function apart<Result>(statement: () => Promise<Result>): Promise<Result> {
    return whileBusy(LOCK_WAIT_SECONDS, () => transactionsEnded.then(statement));
  }
}

/** The adapter itself prepares a statement each time, which takes longer than to run most of them. */
function preparedQuery(connection: Sqlite.Database) {
  const prepared = new Map<string, Sqlite.Statement>();
  return <Row>(sql: string, values: readonly unknown[]) => {
    let statement = prepared.get(sql);
    if (!statement) {
      statement = connection.prepare(sql.replaceAll(/\$\d+/g, '?')).raw();
      prepared.set(sql, statement);
    }
    return statement.all(values) as Row[];
  };
}

/**
 * Begins with the write lock. Prisma's plain BEGIN takes it with the first write, which fails at once, however long
 * anyone waits, where another process wrote after the transaction's first read.
 */
async function begin(
  adapter: SqlDriverAdapter,
  isolationLevel: IsolationLevel | undefined,
): Promise<Transaction> {
  const transaction = await adapter.startTransaction(isolationLevel);
  try {
    await run(transaction, 'ROLLBACK');
    await run(transaction, 'BEGIN IMMEDIATE');
    return transaction;
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}

/** Prisma sends COMMIT or ROLLBACK as a statement of the transaction, and then calls `commit` or `rollback`. */
function untilEnded(transaction: Transaction): Promise<void> {
  const commit = transaction.commit.bind(transaction);
  const rollback = transaction.rollback.bind(transaction);
  return new Promise((resolve) => {
    transaction.commit = () => commit().finally(resolve);
    transaction.rollback = async () => {
      // After a COMMIT that failed it calls `rollback` without the statement, and the transaction would stay open.
      await run(transaction, 'ROLLBACK').catch(() => undefined);
      await rollback().finally(resolve);
    };
  });
}
