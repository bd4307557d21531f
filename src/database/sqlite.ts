import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { IsolationLevel, SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils';
import type Sqlite from 'better-sqlite3';
import { createPrivately } from './private-files.ts';
import { retryWhileLocked } from './retry-while-locked.ts';
import { keyedInserts } from './sqlite-keyed-inserts.ts';
import type { Adapter, AdapterFactory } from './statements.ts';

export { PrismaClient } from '../../generated/prisma/sqlite/client.ts';

/*
 * SQLite as this service needs it: durable, checked, and with isolated transactions.
 */

/** The first version without a bug in WAL mode that could corrupt the file. @see https://sqlite.org/wal.html */
const OLDEST_VERSION = '3.51.3';

const SETTINGS = {
  // 0, since SQLite would block the whole process while it waits for another process's lock.
  busy_timeout: '0',
  journal_mode: 'wal',
  // FULL: what a 201 confirmed survives a power failure.
  synchronous: '2',
  foreign_keys: '1',
};

/** The adapter's one connection, which its type leaves out. */
interface Connected extends SqlDriverAdapter {
  readonly client: Sqlite.Database;
}

/** How long a statement waits for another process's lock. Others run meanwhile. */
const LOCK_WAIT_SECONDS = 1;

/**
 * The adapter factory for one SQLite file, whose folder is created if it is missing.
 *
 * @param address `file:` and a path, relative to the working directory
 * @returns a factory whose `connect` throws one clear line when a setting does not take effect or the library is too old
 */
export function adapterFactory(address: () => string): AdapterFactory {
  const url = address();
  const factory = new PrismaBetterSqlite3({ url });
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    async connect() {
      await createPrivately(url.slice('file:'.length));
      const adapter = (await factory.connect()) as Connected;
      try {
        checkVersion(adapter.client);
        await applySettings(adapter.client);
        await refreshStatistics(adapter.client);
      } catch (error) {
        await adapter.dispose();
        throw error;
      }
      return isolateTransactions(adapter);
    },
  };
}

function checkVersion(connection: Sqlite.Database) {
  const version = String(connection.prepare('SELECT sqlite_version()').pluck().get());
  if (version.localeCompare(OLDEST_VERSION, 'en', { numeric: true }) < 0) {
    throw new Error(`SQLite is version ${version}, and needs to be ${OLDEST_VERSION} or later`);
  }
}

async function applySettings(connection: Sqlite.Database) {
  for (const [name, wanted] of Object.entries(SETTINGS)) {
    // Of the processes that open a new file at the same time, all but one find it locked.
    await retryWhileLocked(5, async () => connection.pragma(`${name} = ${wanted}`));
    const actual = String(connection.pragma(name, { simple: true }));
    if (actual !== wanted) throw new Error(`SQLite has ${name} ${actual}, and needs ${wanted}`);
  }
}

/**
 * Takes the statistics anew that somebody took with ANALYZE: those of a small table make SQLite read it
 * as a whole when it has grown. Without any it uses the indexes, so none are begun here.
 *
 * @see https://sqlite.org/pragma.html#pragma_optimize
 */
async function refreshStatistics(connection: Sqlite.Database) {
  const isAnalyzed = connection
    .prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'")
    .get();
  if (!isAnalyzed) return;
  // While another process writes for long, the service had better start with the old ones.
  await retryWhileLocked(LOCK_WAIT_SECONDS, async () =>
    connection.pragma('optimize = 0x10012'),
  ).catch(() => undefined);
}

/**
 * Makes statements outside of transactions wait until the open transaction has ended.
 *
 * Prisma's adapter has one connection, and isolates transactions only from each other. A statement of
 * another request, sent while a transaction awaits something, would run inside it: it would read
 * uncommitted rows, and be rolled back with the transaction after its own request has succeeded.
 *
 * So inside `client.$transaction(async (transaction) => ...)` use `transaction` only. Awaiting a
 * statement on `client` there is a deadlock, which lasts until the transaction times out.
 */
function isolateTransactions(adapter: Connected): Adapter {
  let transactionsEnded: Promise<unknown> = Promise.resolve();
  const query = preparedQuery(adapter.client);
  const { findUses, insertOnce } = keyedInserts(adapter.client, query);
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    dispose: () => adapter.dispose(),
    query: (sql, values) => outsideTransactions(async () => query(sql, values)),
    findUses: (...keys) => outsideTransactions(async () => findUses(...keys)),
    insertOnce: (...rows) => outsideTransactions(async () => insertOnce(...rows)),
    queryRaw: (query) => outsideTransactions(() => adapter.queryRaw(query)),
    executeRaw: (query) => outsideTransactions(() => adapter.executeRaw(query)),
    // Only a migration runs scripts, inside the transaction that it has begun.
    executeScript: (script) => adapter.executeScript(script),
    // One that finds the file locked goes to the end of the queue before it tries again.
    startTransaction: (isolationLevel) =>
      retryWhileLocked(LOCK_WAIT_SECONDS, () => {
        const started = transactionsEnded.then(() => begin(adapter, isolationLevel));
        transactionsEnded = started.then(untilEnded, () => undefined);
        return started;
      }),
  };

  function outsideTransactions<Result>(statement: () => Promise<Result>): Promise<Result> {
    return retryWhileLocked(LOCK_WAIT_SECONDS, () => transactionsEnded.then(statement));
  }
}

/** The adapter would prepare a statement each time, which takes longer than running most of them. */
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
 * Begins with the write lock. Prisma's plain BEGIN takes it with the first write, which always fails
 * when another process has written since the transaction's first read.
 */
async function begin(adapter: SqlDriverAdapter, isolationLevel?: IsolationLevel) {
  const transaction = await adapter.startTransaction(isolationLevel);
  try {
    await adapter.executeScript('ROLLBACK; BEGIN IMMEDIATE');
    return transaction;
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}

const ROLLBACK = { sql: 'ROLLBACK', args: [], argTypes: [] };

/** Prisma sends COMMIT or ROLLBACK as a statement, and then calls `commit` or `rollback`. */
function untilEnded(transaction: Transaction): Promise<void> {
  const commit = transaction.commit.bind(transaction);
  const rollback = transaction.rollback.bind(transaction);
  // As it is now: what is tried here is no statement of anybody.
  const executeRaw = transaction.executeRaw.bind(transaction);
  return new Promise((resolve) => {
    transaction.commit = () => commit().finally(resolve);
    transaction.rollback = async () => {
      // After a failed COMMIT it calls `rollback` without the statement: the transaction would stay open.
      await executeRaw(ROLLBACK).catch(() => undefined);
      await rollback().finally(resolve);
    };
  });
}
