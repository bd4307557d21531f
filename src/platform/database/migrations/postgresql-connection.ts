// What migrations of PostgreSQL run on.

import pg from 'pg';
import { readAddress } from '../postgresql-address.ts';
import { Client } from '../postgresql-client.ts';
import { inspectServer } from '../postgresql-sessions.ts';
import { CREATE_HISTORY, type MigrationConnection, READ_HISTORY } from './connection.ts';

/** The advisory lock of PostgreSQL that Prisma takes, too. */
const LOCK = 72_707_369;
/** How long to wait for a server. */
const MAX_CONNECT_MS = 15_000;
/** How long a script waits for the locks of its tables. */
const MAX_LOCK_WAIT_MS = 600_000;
/** A role or a database may have other limits. */
const LIMITS = {
  statement_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  lock_timeout: MAX_LOCK_WAIT_MS,
};
/** The process that migrates. An operator who is not the same user sees only its number. */
const MIGRATING = `
  SELECT pid, concat_ws(', ', nullif(application_name, ''), client_addr) AS origin
  FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND objid = ${LOCK} AND granted AND datname = current_database()`;
const BLOCKING = `
  SELECT other.pid, concat_ws(', ', nullif(application_name, ''), client_addr) AS origin
  FROM (${MIGRATING}) AS own, pg_stat_activity AS other
  WHERE other.pid = ANY (pg_blocking_pids(own.pid))`;

function describeProcess({ pid, origin }: { readonly pid: number; readonly origin: string }) {
  return `process ${pid} of PostgreSQL${origin && ` (${origin})`}`;
}

/** Connects to a server. */
export async function connect(url: string): Promise<MigrationConnection> {
  const { client: address, isPooled } = readAddress(url);
  const config = { ...address, connectionTimeoutMillis: MAX_CONNECT_MS };
  const timed = { ...config, query_timeout: MAX_CONNECT_MS };
  const schema = pg.escapeIdentifier(await inspectServer(timed, isPooled));
  const settings = Object.entries({ ...LIMITS, search_path: schema });
  const set = (scope: 'LOCAL' | 'SESSION') =>
    settings.map(([name, value]) => `SET ${scope} ${name} = ${value}`).join('; ');
  const client = new Client(config);
  // When the connection breaks, its statements fail.
  client.on('error', () => undefined);
  await client.connect();
  const query = async (sql: string) => (await client.query(sql)).rows;
  return {
    async readHistory() {
      const [found] = await query("SELECT to_regclass('_prisma_migrations') AS name");
      return found.name === null ? [] : query(READ_HISTORY);
    },
    async readTexts(sql) {
      const { rows } = await client.query<string[]>({ text: sql, rowMode: 'array' });
      return rows.map(([text = '']) => text);
    },
    async tryBegin() {
      await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
      const [attempt] = await query(`SELECT pg_try_advisory_xact_lock(${LOCK}) AS is_locked`);
      if (attempt.is_locked) {
        await client.query(`${set('LOCAL')}; ${CREATE_HISTORY}`);
        return undefined;
      }
      const [holder] = await query(MIGRATING);
      // Not in a transaction, for whose end CREATE INDEX CONCURRENTLY elsewhere would wait.
      await client.query('ROLLBACK');
      return holder ? describeProcess(holder) : 'another process';
    },
    run: (sql, values) => client.query(sql, values?.slice()),
    async findBlocker() {
      // On a connection of its own, since the other one is waiting.
      const observer = new Client(config);
      try {
        await observer.connect();
        const [blocker] = (await observer.query(BLOCKING)).rows;
        return blocker && describeProcess(blocker);
      } finally {
        await observer.end();
      }
    },
    commit: () => client.query('COMMIT'),
    // COMMIT takes back what is LOCAL.
    leaveTransaction: () =>
      client.query(`SELECT pg_advisory_lock(${LOCK}); COMMIT; ${set('SESSION')}`),
    close: () => client.end(),
  };
}
