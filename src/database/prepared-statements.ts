import { hash } from 'node:crypto';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { batchByTick } from '../async/tick-batches.ts';
import { isDatabaseFault } from './faults.ts';
import { expectParametersInOrder, type Value } from './statements.ts';

/*
 * Runs prepared SQL on a pool. Statements of one tick share a connection: they are sent in one
 * piece, without waiting for each other's results, which costs a fraction. Each is a
 * transaction of its own, and fails by itself. Only a fault of the database closes the connection.
 *
 * @see https://node-postgres.com/features/pipelining
 */

type Statement = pg.QueryArrayConfig<unknown[]>;

/** Statements on one connection run one after the other: a slow one delays the others. */
const MAX_TOGETHER = 8;

/**
 * @param hasSessions whether statements stay prepared. Behind a pooler without sessions their names
 *   would be lost, or mean statements of other clients
 * @returns `query`, whose statements share connections, and `queryAlone`, for statements that may
 *   wait for other transactions
 */
export function openStatements(pool: pg.Pool, hasSessions: boolean) {
  const sendAll = (statements: readonly Statement[]) => sendTogether(pool, statements);
  const send = batchByTick(sendAll, MAX_TOGETHER);

  const names = new Map<string, string>();

  function nameOf(text: string): string {
    expectParametersInOrder(text);
    // A hash, so that all processes that share a session by mistake use a name for the same text.
    const name = hash('sha1', text);
    names.set(text, name);
    return name;
  }

  function toStatement(text: string, values: readonly Value[]): Statement {
    const name = names.get(text) ?? nameOf(text);
    return { ...(hasSessions && { name }), text, values: [...values], rowMode: 'array' };
  }

  async function query<Row extends unknown[]>(sql: string, values: readonly Value[]) {
    const outcome = await send(toStatement(sql, values));
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value.rows as Row[];
  }

  async function queryAlone<Row extends unknown[]>(sql: string, values: readonly Value[]) {
    const { rows } = await pool.query(toStatement(sql, values));
    return rows as Row[];
  }

  return { query, queryAlone };
}

async function sendTogether(pool: pg.Pool, statements: readonly Statement[]) {
  const client = await pool.connect();
  const ignore = () => undefined;
  // Without a listener the process would end. The statements fail by themselves.
  client.on('error', ignore);
  const stream = streamOf(client);
  // Otherwise each statement would be a packet of its own.
  stream.cork();
  const results = statements.map((statement) => run(client, statement));
  stream.uncork();
  const outcomes = await Promise.allSettled(results);
  client.off('error', ignore);
  // A connection on which something has failed may lead to a server that is no primary any more.
  client.release(outcomes.some(({ status }) => status === 'rejected'));
  return outcomes;
}

/** With a callback: the client's own promise stays in memory, which costs a fifth of a list. */
function run(client: pg.PoolClient, statement: Statement): Promise<pg.QueryArrayResult> {
  return new Promise((resolve, reject) => {
    client.query(statement, (error, result) => {
      // Later statements would wait as long, or rely on the preparation that has failed.
      if (isDatabaseFault(error)) streamOf(client).destroy();
      if (error) reject(error);
      else resolve(result);
    });
  });
}

/** The socket of a connection, which is private in `pg`, hence the cast. */
export function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
