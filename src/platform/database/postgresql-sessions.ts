// The settings of a session of PostgreSQL on which results depend. A server, a database and a role
// can each have others.

import pg from 'pg';
import { Client } from './postgresql-client.ts';

/** What to do about a pooler that gives each transaction another session. */
export const NEEDS_PARAMETER =
  'Behind a pooler in transaction mode the address of the database needs ?pgbouncer=true';

interface SessionOptions {
  /** The schema of the tables, once it is known. */
  readonly schema?: string;
  /** 0 for no limit. */
  readonly statementTimeoutMs: number;
  /** Whether a pooler without sessions is in between. */
  readonly isPooled: boolean;
}

/** A pooler keeps these for each of its clients. */
const KEPT = ["SET TimeZone = 'UTC'", "SET DateStyle = 'ISO'"];

/**
 * The statements that begin a session. Prisma's adapter reads and writes times as UTC without
 * saying so, and names the schema of each table, which prepared SQL does not.
 */
export function sessionSettings({ schema, statementTimeoutMs, isPooled }: SessionOptions): string {
  const settings = [...KEPT];
  // Behind a pooler these would apply to other clients, too.
  if (!isPooled) {
    settings.push(
      "SET default_transaction_isolation = 'read committed'",
      `SET statement_timeout = ${statementTimeoutMs}`,
      'SET lock_timeout = 0',
      // A plan that was made for an empty table would be kept when the table has grown.
      'SET plan_cache_mode = force_custom_plan',
    );
    if (schema) settings.push(`SET search_path = ${pg.escapeIdentifier(schema)}`);
  }
  return settings.join('; ');
}

/** What a session must have. */
const REQUIRED = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  default_transaction_isolation: 'read committed',
};

/** The schema with this service's tables, or else the one where they would be created. */
const INSPECT = `
  SELECT current_setting('TimeZone') AS "TimeZone",
    split_part(current_setting('DateStyle'), ',', 1) AS "DateStyle",
    current_setting('default_transaction_isolation') AS default_transaction_isolation,
    coalesce((
      SELECT nspname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE pg_class.oid = to_regclass('_prisma_migrations')
    ), current_schema(), 'public') AS schema`;

/** Opens a session, and ends it after use. */
async function inSession<Result>(
  config: pg.ClientConfig,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(config);
  // When the connection breaks, its statements fail.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end();
  }
}

/**
 * Checks in a session of its own that settings take effect.
 *
 * @returns the schema of the tables
 * @throws one clear line with what a pooler does not keep
 */
export function inspectServer(config: pg.ClientConfig, isPooled: boolean): Promise<string> {
  return inSession(config, (client) => inspect(client, isPooled));
}

/**
 * The same, and whether each connection has a session of its own. A pooler in transaction mode
 * gives the session of one that is idle to the next: while others use the pooler, too, that may not
 * show.
 */
export function inspectSessions(config: pg.ClientConfig) {
  return inSession(config, async (client) => {
    const schema = await inspect(client, false);
    // A server that has no second connection to spare says nothing of a pooler.
    const isKept = await inSession(config, (other) => keepsSession(client, other)).catch(
      () => true,
    );
    return { schema, isKept };
  });
}

async function inspect(client: Client, isPooled: boolean): Promise<string> {
  await client.query(sessionSettings({ statementTimeoutMs: 0, isPooled }));
  // Another transaction, which a pooler may send over another connection.
  const [session] = (await client.query(INSPECT)).rows;
  for (const [name, wanted] of Object.entries(REQUIRED)) {
    const actual = session[name];
    if (actual !== wanted) {
      throw new Error(
        `The pooler returns sessions with ${name} '${actual}', and '${wanted}' is needed: ` +
          `run ALTER ROLE ${client.user} SET ${name} = '${wanted}', and reconnect the pooler`,
      );
    }
  }
  return session.schema;
}

/** A process of the server. Its number alone could be that of one on another server. */
const IDENTIFY = `
  SELECT concat(pid, ' ', extract(epoch FROM backend_start)) AS session FROM pg_stat_activity
  WHERE pid = pg_backend_pid()`;

/** Whether a session is still the same after another one was in use. */
async function keepsSession(client: Client, other: Client): Promise<boolean> {
  const identify = async (one: Client) => (await one.query(IDENTIFY)).rows[0]?.session;
  const session = await identify(client);
  return session !== (await identify(other)) && session === (await identify(client));
}
