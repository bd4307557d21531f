import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { timeoutError } from '../async/with-timeout.ts';
import { readAddress } from './postgresql-address.ts';
import { openStatements, streamOf } from './prepared-statements.ts';
import { postgresqlInserts } from './row-inserts.ts';
import type { Adapter } from './statements.ts';

export { PrismaClient } from '../../generated/prisma/postgresql/client.ts';

// PostgreSQL over one pool of connections, which Prisma and prepared SQL share.

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
const KEEP_ALIVE_MS = 60_000;

/** @param address is called for each connection. @throws one clear line if it cannot be read */
export async function connect(
  address: () => string,
  { isTimed = true, poolSize = 10, warn, ...limits }: DatabaseOptions = {},
): Promise<Adapter> {
  // No request waits for `npm run keys` and the like: they have no limit, and may connect slowly.
  const { connectTimeoutMs = isTimed ? 1_500 : 15_000, statementTimeoutMs = 1_500 } = limits;
  const { client, isPooled, isUnprotected } = readAddress(address());
  if (isUnprotected) {
    warn?.(
      'The address of the database has no sslmode, so the connection to ' +
        `${client.host} is not encrypted: write sslmode=require for TLS, or sslmode=disable`,
    );
  }
  const maxSilenceMs = isTimed ? statementTimeoutMs + CANCELLATION_MS : 0;
  // A timer for each statement, as query_timeout has, would keep its rows in memory.
  const limitSilence = (client: pg.ClientBase) => void streamOf(client).setTimeout(maxSilenceMs);
  const settings = sessionSettings(isPooled, isTimed ? statementTimeoutMs : 0);
  const pool = new pg.Pool({
    Client: currentClient(address, client),
    pipeline: true,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // The pool awaits the result, though its type does not say so.
    onConnect(client) {
      const stream = streamOf(client);
      stream.on('timeout', () => stream.destroy(timeoutError(maxSilenceMs)));
      limitSilence(client);
      return client.query(settings);
    },
  });
  pool.on('acquire', limitSilence);
  pool.on('release', (_error, client) => streamOf(client).setTimeout(0));
  const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
  const { query, queryAlone } = openStatements(pool, !isPooled);
  return Object.assign(adapter, {
    query,
    insert: postgresqlInserts(query, queryAlone),
    pool: () => ({
      size: pool.options.max,
      used: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
  });
}

/** Connects to the current address, or the last one whose files could be read. */
function currentClient(address: () => string, first: pg.ClientConfig): typeof pg.Client {
  let current = first;
  return class extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      try {
        current = readAddress(address()).client;
      } catch {
        // The pool would not catch an error. The reason is logged where the address is read.
      }
      super({ ...options, ...current });
    }
  };
}

/**
 * The adapter writes and reads times as UTC without saying so. A pooler keeps the time zone for
 * each of its clients; other settings would apply to other clients too. Indexes are preferred: a
 * plan that was made for an empty table would read or sort all of it when it has grown. JIT is off:
 * with that preference, PostgreSQL overrates queries without an index, and would compile them.
 */
function sessionSettings(isPooled: boolean, statementTimeoutMs: number): string {
  const settings = ["SET TIME ZONE 'UTC'"];
  if (!isPooled) {
    settings.push(`SET statement_timeout = ${statementTimeoutMs}`);
    settings.push('SET enable_seqscan = off', 'SET enable_sort = off', 'SET jit = off');
  }
  return settings.join('; ');
}
