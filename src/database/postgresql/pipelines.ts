import pg from 'pg';
import type { BeforeQuery } from '../options.ts';
import type { Query } from '../statements.ts';
import type { Client } from './client.ts';
import type { OnResult, Statement } from './login.ts';
import { statementName } from './names.ts';

/*
 * Runs prepared SQL. Statements that are asked for together share a connection: they are sent in one piece,
 * and none waits for the result of the one before, which costs a fraction of what they cost one by one. Each
 * is still a transaction of its own, and fails by itself.
 *
 * @see https://node-postgres.com/features/pipelining
 */

interface Waiting {
  readonly statement: Statement;
  readonly onResult: OnResult;
}

/** Those on one connection run one after the other: a slow one delays the others. */
const MAX_TOGETHER = 8;
/** When no connection has ended its statements for so long, the database takes its time. */
const SLOW_MS = 20;

const { TIMESTAMPTZ } = pg.types.builtins;

/** The session's time zone is UTC. */
const toIso = (time: string) => time.replace(' ', 'T').replace(/\+00$/, 'Z');

/** Numbers of 64 bits are texts, and so are times. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === TIMESTAMPTZ ? toIso : pg.types.getTypeParser(type, format),
};

/** @param beforeQuery runs before the statements that are sent together */
export function openPipelines(pool: pg.Pool, beforeQuery?: BeforeQuery): Query {
  let waiting: Waiting[] = [];
  /** How many connections run statements, or are waited for. */
  let used = 0;
  /** When the first of them began, or one has ended since. */
  let endedAtMs = 0;

  function sendAll() {
    const statements = waiting;
    waiting = [];
    // Where the database takes its time, they run beside each other instead.
    const isSlow = used > 0 && performance.now() - endedAtMs > SLOW_MS;
    const together = isSlow ? 1 : MAX_TOGETHER;
    for (let i = 0; i < statements.length; i += together) {
      run(statements.slice(i, i + together));
    }
  }

  async function run(statements: readonly Waiting[]) {
    if (used === 0) endedAtMs = performance.now();
    used += 1;
    try {
      await runOn(await pool.connect(), statements);
    } catch (error) {
      for (const { onResult } of statements) onResult(error as Error);
    }
    used -= 1;
    endedAtMs = performance.now();
  }

  async function runOn(client: pg.PoolClient, statements: readonly Waiting[]) {
    // Between two statements nobody else listens. Those that follow fail.
    client.on('error', ignore);
    let isBroken = true;
    try {
      await beforeQuery?.(client, async (text, values) => {
        const { rows } = await client.query({ text, values: [...values], rowMode: 'array' });
        return rows as never;
      });
      isBroken = await send(client as unknown as Client, statements);
    } finally {
      client.off('error', ignore);
      client.release(isBroken);
    }
  }

  return (text, values) => {
    const { promise, resolve, reject } = Promise.withResolvers<never[]>();
    const onResult: OnResult = (error, result) =>
      error ? reject(error) : resolve((result as pg.QueryArrayResult<never>).rows);
    const statement = { name: statementName(text), text, values, rowMode: 'array', types };
    // Once what is running now has asked for all that it needs.
    if (waiting.push({ statement, onResult }) === 1) process.nextTick(sendAll);
    return promise;
  };
}

function ignore() {}

/** @returns whether one of them has failed, once all have ended */
function send(client: Client, statements: readonly Waiting[]): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { stream } = client.connection;
  let running = statements.length;
  let hasFailed = false;
  stream.cork();
  for (const { statement, onResult } of statements) {
    client.query(statement, undefined, (error, result) => {
      onResult(error, result);
      hasFailed ||= Boolean(error);
      running -= 1;
      if (running === 0) resolve(hasFailed);
    });
  }
  stream.uncork();
  return promise;
}
