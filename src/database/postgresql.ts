// PostgreSQL over one pool of connections, which Prisma and prepared SQL share.

import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { withTimeout } from '../async/with-timeout.ts';
import type { Adapter } from './adapter.ts';
import { readAddress } from './postgresql-address.ts';
import { currentClient } from './postgresql-client.ts';
import { postgresqlInserts } from './postgresql-inserts.ts';
import { inspectServer, sessionSettings } from './postgresql-sessions.ts';
import { openStatements, type StatementOptions } from './prepared-statements.ts';

export { PrismaClient } from '../../generated/prisma/postgresql/client.ts';

/** What PostgreSQL can be opened with. SQLite has one connection, without a network. */
export interface DatabaseOptions {
  /** Whether statements have a time limit; those of requests have one. */
  readonly isTimed?: boolean;
  readonly poolSize?: number;
  readonly connectTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  /** Takes one line that the operator should read. */
  readonly warn?: (message: string) => void;
}

/** How long PostgreSQL may take to cancel a slow statement, before the client gives up. */
const CANCELLATION_MS = 250;
/** How long closing waits for statements in progress. */
const CLOSING_MS = 300;

/** @param address is called for each connection. @throws one clear line if it cannot be used */
export async function connect(
  address: () => string,
  { isTimed = true, poolSize = 10, warn, ...limits }: DatabaseOptions = {},
): Promise<Adapter> {
  // No request waits for `npm run keys` and the like: they have no limit, and may connect slowly.
  const { connectTimeoutMs = isTimed ? 1_500 : 15_000, statementTimeoutMs = 1_500 } = limits;
  const { client: first, isPooled, isUnprotected } = readAddress(address());
  if (isUnprotected) {
    warn?.(
      'The address of the database has no sslmode, so the connection to ' +
        `${first.host} is not encrypted: write sslmode=require for TLS, or sslmode=disable`,
    );
  }
  const maxWaitMs = isTimed ? statementTimeoutMs + CANCELLATION_MS : 0;
  // The statements that begin a session wait for no lock: they are timed in commands, too.
  const query_timeout = maxWaitMs || connectTimeoutMs;
  const timeouts = { connectionTimeoutMillis: connectTimeoutMs, query_timeout };
  const schema = await inspectServer({ ...first, ...timeouts }, isPooled);
  const text = sessionSettings({
    schema,
    statementTimeoutMs: isTimed ? statementTimeoutMs : 0,
    isPooled,
  });
  const settings = { text, query_timeout };
  const Client = currentClient(address, first, maxWaitMs);
  const createPool = (max: number) =>
    new pg.Pool({
      connectionTimeoutMillis: connectTimeoutMs,
      Client,
      pipeline: true,
      max,
      // The pool awaits the result, though its type does not say so.
      onConnect: (client) => client.query(settings),
    });
  const options = { schema, hasSessions: !isPooled, maxWaitMs };
  // It connects only when it is used, and disconnects soon after.
  const spare = await openAdapter(createPool(1), options);
  return openAdapter(createPool(poolSize), { ...options, spare });
}

interface AdapterOptions extends StatementOptions {
  readonly schema: string;
  readonly spare?: Adapter;
}

async function openAdapter(pool: pg.Pool, options: AdapterOptions): Promise<Adapter> {
  const { schema, spare } = options;
  const adapter = await new PrismaPg(pool, { schema }).connect();
  const { query, queryAlone } = openStatements(pool, options);
  // The pool waits for ever for a statement without a time limit.
  const end = () => withTimeout(pool.end(), CLOSING_MS).catch(() => undefined);
  return Object.assign(adapter, {
    query,
    queryAlone,
    insert: postgresqlInserts(query, queryAlone),
    ...(spare && { spare }),
    dispose: async () => void (await Promise.all([end(), spare?.dispose()])),
    pool: () => ({
      size: pool.options.max,
      used: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
  });
}
