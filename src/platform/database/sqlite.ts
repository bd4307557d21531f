// SQLite over the one connection of Prisma's adapter, which prepared SQL shares.

import { setTimeout as wait } from 'node:timers/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type Sqlite from 'better-sqlite3';
import { endOfTick } from '../async/ticks.ts';
import type { Adapter } from './adapter.ts';
import { faultKind } from './faults.ts';
import { type DatabaseOptions, timeLimits } from './options.ts';
import { createPrivately, sqlitePath } from './private-files.ts';
import { shareConnection } from './shared-connection.ts';
import { expectParametersInOrder, type Run, type Value } from './statements.ts';
import { guardTransaction, type NestingTransaction } from './transactions.ts';

const SETTINGS = {
  // 0, since SQLite would block the whole process while it waits for another process's lock.
  busy_timeout: '0',
  journal_mode: 'wal',
  // FULL: a row that a 201 has confirmed survives a power failure.
  synchronous: '2',
  foreign_keys: '1',
};

/** How long a statement waits for another process's lock. Others run meanwhile. */
const MAX_WAIT_MS = 1_000;

/** The adapter's one connection, which its type leaves out. */
interface Connected extends SqlDriverAdapter {
  readonly client: Sqlite.Database;
}

/** Opens or creates a SQLite file. @throws one clear line when a setting does not take effect */
export async function connect(address: () => string, options?: DatabaseOptions): Promise<Adapter> {
  const url = address();
  await createPrivately(sqlitePath(url));
  const adapter = (await new PrismaBetterSqlite3({ url }).connect()) as Connected;
  try {
    await applySettings(adapter.client);
  } catch (error) {
    await adapter.dispose();
    throw error;
  }
  return isolateTransactions(adapter, timeLimits(options).statementMs || Number.POSITIVE_INFINITY);
}

async function retryWhileLocked<Result>(attempt: () => Result | Promise<Result>): Promise<Result> {
  const deadlineMs = performance.now() + MAX_WAIT_MS;
  while (true) {
    try {
      return await attempt();
    } catch (error) {
      const isLocked = faultKind(error).startsWith('SQLITE_BUSY');
      if (!isLocked || performance.now() > deadlineMs) throw error;
      await wait(20);
    }
  }
}

async function applySettings(connection: Sqlite.Database) {
  for (const [name, wanted] of Object.entries(SETTINGS)) {
    // Of the processes that open a new file at the same time, all but one find it locked.
    await retryWhileLocked(async () => connection.pragma(`${name} = ${wanted}`));
    const actual = String(connection.pragma(name, { simple: true }));
    if (actual !== wanted) throw new Error(`SQLite has ${name} ${actual}, and needs ${wanted}`);
  }
}

/**
 * Makes statements outside of transactions wait until the open transaction has ended.
 *
 * Prisma's adapter has one connection, and isolates transactions only from each other. A statement
 * of another request, sent while a transaction awaits something, would run inside it, and be
 * undone with it after its own request has succeeded. So inside `client.$transaction(async
 * (transaction) => ...)` use `transaction` only: awaiting `client` there waits for the transaction
 * itself, and fails once that has taken too long.
 */
function isolateTransactions(adapter: Connected, maxWaitMs: number): Adapter {
  const { client: connection, provider, adapterName } = adapter;
  const run = preparedStatements(connection);
  // Takes the write lock at once, so that no other process writes what the transaction has read.
  const transact = connection.transaction((work: (run: Run) => unknown) => work(run)).immediate;
  /** Rejects where the adapter's own method throws. */
  const exec = async (script: string) => adapter.executeScript(script);
  function rollBack() {
    // A COMMIT or ROLLBACK that has failed, as on a faulty disk, may leave a transaction open.
    if (connection.inTransaction) void adapter.executeScript('ROLLBACK');
  }
  const { runOutside, enter, leave } = shareConnection(maxWaitMs, rollBack);
  const runUnlocked = <Result>(statement: () => Result | Promise<Result>) =>
    retryWhileLocked(() => runOutside(statement));

  async function startTransaction(): Promise<NestingTransaction> {
    await enter();
    try {
      rollBack();
      // IMMEDIATE: a later lock fails when another process has written since the first read.
      await exec('BEGIN IMMEDIATE');
    } catch (error) {
      await leave();
      throw error;
    }
    return guardTransaction({
      provider,
      adapterName,
      queryRaw: (query) => adapter.queryRaw(query),
      executeRaw: (query) => adapter.executeRaw(query),
      isOpen: () => connection.inTransaction,
      // A commit that fails may leave the transaction open.
      commit: () => exec('COMMIT').finally(leave),
      rollback: leave,
    });
  }

  return {
    provider,
    adapterName,
    maxWaitMs,
    delays: { latestAtMs: Number.NEGATIVE_INFINITY },
    executeScript: exec,
    dispose: () => adapter.dispose(),
    async query<Row extends unknown[]>(sql: string, values: readonly Value[]) {
      await endOfTick();
      return runUnlocked(() => run<Row>(sql, values));
    },
    queryAlone: (sql, values) => runUnlocked(() => run(sql, values)),
    // It returns what the work returns.
    transact: <Result>(work: (run: Run) => Result) => runUnlocked(() => transact(work) as Result),
    queryRaw: (query) => runUnlocked(() => adapter.queryRaw(query)),
    executeRaw: (query) => runUnlocked(() => adapter.executeRaw(query)),
    // A transaction that finds the file locked goes to the end of the queue before it tries again.
    startTransaction: () => retryWhileLocked(startTransaction),
  };
}

/** The adapter would prepare a statement each time, which takes longer than running it. */
function preparedStatements(connection: Sqlite.Database): Run {
  const prepared = new Map<string, Sqlite.Statement>();
  return <Row extends unknown[]>(sql: string, values: readonly Value[]) => {
    const statement = prepared.get(sql) ?? prepare(sql);
    return statement.all(values) as Row[];
  };

  function prepare(sql: string): Sqlite.Statement {
    expectParametersInOrder(sql);
    const statement = connection.prepare(sql.replaceAll(/\$\d+/g, '?')).raw();
    prepared.set(sql, statement);
    return statement;
  }
}
