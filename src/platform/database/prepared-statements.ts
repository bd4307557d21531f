// Runs prepared SQL on a pool of connections to PostgreSQL.

import { hash } from 'node:crypto';
import type pg from 'pg';
import { batchByTick } from '../async/ticks.ts';
import { withTimeout } from '../async/with-timeout.ts';
import { NEEDS_PARAMETER } from './postgresql-sessions.ts';
import { expectParametersInOrder, type Value } from './statements.ts';

export interface StatementOptions {
  /**
   * Whether statements stay prepared. Behind a pooler without sessions their names would be lost,
   * or mean statements of other clients.
   */
  readonly hasSessions: boolean;
  /** How long to wait for results before the connection is closed; 0 for ever. */
  readonly maxWaitMs: number;
}

interface Statement extends pg.QueryArrayConfig<unknown[]> {
  /** None of its own, since it has the timer of the statements that are sent together. */
  readonly query_timeout: 0;
}

/** Statements on one connection run one after the other: a slow one delays the others. */
const MAX_TOGETHER = 8;

/** All as text. The parsers of `pg` take an instant that they cannot read for null. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/**
 * Opens the two ways to run a statement. Each statement is a transaction of its own.
 *
 * @returns `query`, whose statements of one tick share a connection, and `queryAlone`, for
 *   statements that may wait for other transactions
 */
export function openStatements(pool: pg.Pool, { hasSessions, maxWaitMs }: StatementOptions) {
  const names = new Map<string, string>();
  // Sent without waiting for each other's results, which takes a quarter off the CPU of `lists` in
  // `npm run bench`. @see https://node-postgres.com/features/pipelining
  const sendAtEndOfTick = batchByTick(sendTogether, MAX_TOGETHER);

  async function sendTogether(statements: readonly Statement[]) {
    const client = await pool.connect();
    const ignore = () => undefined;
    // Without a listener the process would end. The statements fail by themselves.
    client.on('error', ignore);
    const results = Promise.allSettled(statements.map((statement) => run(client, statement)));
    // One timer for all: one for each statement takes another tenth of `lists` in `npm run bench`.
    const waiting = maxWaitMs === 0 ? results : withTimeout(results, maxWaitMs);
    const outcomes = await waiting.catch((reason: unknown) => {
      return statements.map(() => ({ status: 'rejected' as const, reason }));
    });
    client.off('error', ignore);
    // A connection on which something has failed may lead to a server that is no primary any more.
    const hasFailed = outcomes.some(({ status }) => status === 'rejected');
    client.release(hasFailed);
    return hasFailed ? withFirstReason(statements, outcomes) : outcomes;
  }

  function toStatement(text: string, values: readonly Value[]): Statement {
    const name = names.get(text) ?? nameOf(text);
    return {
      ...(hasSessions && { name }),
      text,
      values: [...values],
      types: AS_TEXT,
      rowMode: 'array',
      query_timeout: 0,
    };
  }

  function nameOf(text: string): string {
    expectParametersInOrder(text);
    // A hash, so that all processes that share a session by mistake use a name for the same text.
    const name = hash('sha1', text);
    names.set(text, name);
    return name;
  }

  return {
    async query<Row extends unknown[]>(sql: string, values: readonly Value[]) {
      return rowsOf<Row>(await sendAtEndOfTick(toStatement(sql, values)));
    },
    async queryAlone<Row extends unknown[]>(sql: string, values: readonly Value[]) {
      const [outcome] = await sendTogether([toStatement(sql, values)]);
      // There is an outcome for each statement.
      return rowsOf<Row>(outcome as Outcome);
    },
  };
}

type Outcome = PromiseSettledResult<pg.QueryArrayResult>;

/** PostgreSQL's code for a name that is not known. */
const UNKNOWN_NAME = '26000';

/**
 * Statements of one text are prepared once. If that fails, as while the table is locked, those
 * behind it use a name that PostgreSQL does not know: they fail for the reason of the first.
 */
function withFirstReason(statements: readonly Statement[], outcomes: readonly Outcome[]) {
  return outcomes.map((outcome, i) => {
    if (outcome.status !== 'rejected' || outcome.reason.code !== UNKNOWN_NAME) return outcome;
    const first = outcomes.find(({ status }, j) => {
      return status === 'rejected' && statements[j]?.text === statements[i]?.text;
    });
    return first ?? outcome;
  });
}

function rowsOf<Row>(outcome: Outcome): Row[] {
  if (outcome.status === 'rejected') throw withCure(outcome.reason);
  return outcome.value.rows as Row[];
}

/** PostgreSQL's codes for a name that is taken, as by another client, or that is not known. */
const LOST_SESSION = /^(?:42P05|26000)$/;

/** Adds what to do about a statement that another session has prepared. */
function withCure(error: Error & { readonly code?: string }): Error {
  const { code, message } = error;
  if (!code || !LOST_SESSION.test(code)) return error;
  return Object.assign(new Error(`${message}. ${NEEDS_PARAMETER}`, { cause: error }), { code });
}

/** With a callback: the client's own promise takes a tenth of `lists` in `npm run bench`. */
function run(client: pg.PoolClient, statement: Statement): Promise<pg.QueryArrayResult> {
  return new Promise((resolve, reject) => {
    client.query(statement, (error, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  });
}
