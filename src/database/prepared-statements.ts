import { hash } from 'node:crypto';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { batchByTick } from '../tick-batches.ts';
import { isDatabaseFault } from './faults.ts';
import { expectParametersInOrder, type Query } from './statements.ts';

/*
 * Runs prepared SQL on a pool. Statements that are asked for in one tick share a connection: they
 * are sent in one piece, and none waits for the result of the one before, which costs a fraction of
 * what they cost one by one. Each is still a transaction of its own, and fails by itself. Only a
 * fault of the database closes the connection, with all that is behind it.
 *
 * @see https://node-postgres.com/features/pipelining
 */

type Statement = pg.QueryArrayConfig<unknown[]>;

/** Those on one connection run one after the other: a slow one delays the others. */
const MAX_TOGETHER = 8;

/**
 * @param hasSessions whether statements stay prepared; behind a pooler without sessions names would be lost, or mean
 *   statements of other clients
 * @returns `query`, whose statements share connections, and `queryAlone`, for what may wait for other transactions
 */
export function openStatements(pool: pg.Pool, hasSessions: boolean) {
  const sendAll = (statements: readonly Statement[]) => sendTogether(pool, statements);
  const send = batchByTick(sendAll, MAX_TOGETHER);

  const names = new Map<string, string>();

  function nameOf(text: string): string {
    expectParametersInOrder(text);
    // So that it means the same to every process and version that shares a session by mistake.
    const name = hash('sha1', text);
    names.set(text, name);
    return name;
  }

  const toStatement = (...[text, values]: Parameters<Query>): Statement => {
    const name = names.get(text) ?? nameOf(text);
    return { ...(hasSessions && { name }), text, values: [...values], rowMode: 'array' };
  };

  // Only the caller knows its columns.
  const query: Query = async (...args) => {
    const outcome = await send(toStatement(...args));
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value.rows as never[];
  };
  const queryAlone: Query = async (...args) =>
    (await pool.query(toStatement(...args))).rows as never[];
  return { query, queryAlone };
}

async function sendTogether(pool: pg.Pool, statements: readonly Statement[]) {
  const client = await pool.connect();
  const ignore = () => undefined;
  // Nobody else listens. Its statements fail.
  client.on('error', ignore);
  const stream = streamOf(client);
  // Otherwise each would be a packet of its own.
  stream.cork();
  const results = statements.map((statement) => run(client, statement));
  stream.uncork();
  const outcomes = await Promise.allSettled(results);
  client.off('error', ignore);
  // A connection on which something has failed may lead to a server that is no primary any more.
  client.release(outcomes.some(({ status }) => status === 'rejected'));
  return outcomes;
}

/** With a callback: what the client promises itself stays in memory long enough to cost a fifth of a list. */
function run(client: pg.PoolClient, statement: Statement): Promise<pg.QueryArrayResult> {
  return new Promise((resolve, reject) => {
    client.query(statement, (error, result) => {
      // What follows on the connection would wait as long, or rely on the preparation that failed.
      if (isDatabaseFault(error)) streamOf(client).destroy();
      if (error) reject(error);
      else resolve(result);
    });
  });
}

/** The one private part that is used. */
export function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
