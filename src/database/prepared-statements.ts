import { hash } from 'node:crypto';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { atEndOfTick } from './batched-reads.ts';
import type { Query } from './statements.ts';

/*
 * Runs prepared SQL on a pool. Statements that are asked for in one tick share a connection: they are sent in one
 * piece, and none waits for the result of the one before, which costs a fraction of what they cost one by one. Each
 * is still a transaction of its own, and fails by itself.
 *
 * @see https://node-postgres.com/features/pipelining
 */

interface Waiting extends PromiseWithResolvers<never[]> {
  readonly statement: pg.QueryArrayConfig<unknown[]>;
}

/** Those on one connection run one after the other: a slow one delays the others. */
const MAX_TOGETHER = 8;

/**
 * @param hasSessions whether statements stay prepared; behind a pooler without sessions names would be lost, or mean
 *   statements of other clients
 * @returns `query`, whose statements share connections, and `queryAlone`, for what may wait for other transactions
 */
export function openStatements(
  pool: pg.Pool,
  hasSessions: boolean,
): { readonly query: Query; readonly queryAlone: Query } {
  let waiting: Waiting[] = [];

  const toStatement = (...[text, values]: Parameters<Query>): Waiting['statement'] => ({
    // Of the text, so that it means the same to every process and version that shares a session by mistake.
    ...(hasSessions && { name: hash('sha1', text) }),
    ...{ text, values: [...values], rowMode: 'array' },
  });

  function sendAll() {
    const all = waiting;
    waiting = [];
    for (let i = 0; i < all.length; i += MAX_TOGETHER) send(pool, all.slice(i, i + MAX_TOGETHER));
  }

  return {
    query(...args) {
      const result = { statement: toStatement(...args), ...Promise.withResolvers<never[]>() };
      if (waiting.push(result) === 1) atEndOfTick(sendAll);
      return result.promise;
    },
    // Only the caller knows its columns.
    queryAlone: async (...args) => (await pool.query(toStatement(...args))).rows as never[],
  };
}

/** Never fails: its statements do. */
async function send(pool: pg.Pool, statements: readonly Waiting[]): Promise<void> {
  try {
    const client = await pool.connect();
    // Between two statements nobody else listens. Those that follow fail.
    client.on('error', ignore);
    // The one private part that is used: without it each statement would be a packet of its own.
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    const results = statements.map(async ({ statement, resolve, reject }) => {
      const result = client.query<never>(statement);
      result.then(({ rows }) => resolve(rows), reject);
      return result;
    });
    stream.uncork();
    const outcomes = await Promise.allSettled(results);
    client.off('error', ignore);
    // A connection on which something has failed may lead to a server that is no primary any more.
    client.release(outcomes.some(({ status }) => status === 'rejected'));
  } catch (error) {
    for (const { reject } of statements) reject(error);
  }
}

function ignore() {}
