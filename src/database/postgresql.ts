import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { readAddress } from './postgresql-address.ts';
import { openStatements, streamOf } from './prepared-statements.ts';
import { postgresqlInserts } from './row-inserts.ts';
import type { Adapter } from './statements.ts';

export { PrismaClient } from '../../generated/prisma/postgresql/client.ts';

/*
 * PostgreSQL over one pool of connections, which Prisma and prepared SQL share.
 */

/** What a database can be opened with. SQLite needs none of it: it has one connection, without a network. */
export interface DatabaseOptions {
  /** Whether statements have a time limit; those of requests have one. */
  readonly isTimed?: boolean;
  readonly poolSize?: number;
  readonly connectTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  /** Is told in one line what the operator should know. */
  readonly warn?: (message: string) => void;
}

/** PostgreSQL cancels a slow statement; the client gives up when PostgreSQL does not respond at all. */
const CANCELLATION_MS = 250;
const KEEP_ALIVE_MS = 60_000;

/** @param address is asked for each connection. @throws one clear line if it cannot be read */
export async function connect(
  address: () => string,
  { isTimed = true, poolSize = 10, warn, ...limits }: DatabaseOptions = {},
): Promise<Adapter> {
  // No request waits for a command, whose statements have no time limit.
  const { connectTimeoutMs = isTimed ? 1_500 : 15_000, statementTimeoutMs = 1_500 } = limits;
  const { client, isPooled, isUnprotected } = readAddress(address());
  if (isUnprotected) {
    warn?.(
      `The address of the database has no sslmode, so the connection to ${client.host} is not encrypted: write sslmode=require for TLS, or sslmode=disable`,
    );
  }
  const maxSilenceMs = isTimed ? statementTimeoutMs + CANCELLATION_MS : 0;
  // A timer for each statement, as query_timeout has, would keep its rows in memory.
  const bound = (client: pg.ClientBase) => void streamOf(client).setTimeout(maxSilenceMs);
  const settings = sessionSettings(isPooled, isTimed ? statementTimeoutMs : 0);
  const pool = new pg.Pool({
    Client: currentClient(address, client),
    pipeline: true,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // Awaited, which the type does not say.
    onConnect(client) {
      const stream = streamOf(client);
      stream.on('timeout', () =>
        stream.destroy(new Error(`There was no answer within ${maxSilenceMs} ms.`)),
      );
      bound(client);
      return client.query(settings);
    },
  });
  pool.on('acquire', bound);
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

/** Connects to the current address. While a file that it names cannot be read, the last usable one applies. */
function currentClient(address: () => string, first: pg.ClientConfig): typeof pg.Client {
  let current = first;
  return class extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      try {
        current = readAddress(address()).client;
      } catch {
        // The pool would not catch it. What is wrong with the address itself is logged where it is read.
      }
      super({ ...options, ...current });
    }
  };
}

/**
 * The adapter writes and reads times as UTC without saying so; a pooler keeps the time zone for each of its clients.
 * Everything else would be set for the clients of others there. Indexes are preferred, since a plan that was made
 * while a table was empty would read all of it when it has grown, until PostgreSQL takes statistics again; without
 * JIT, since what has no index to use counts as so expensive then that PostgreSQL would compile it.
 */
function sessionSettings(isPooled: boolean, statementTimeoutMs: number): string {
  const timeZone = "SET TIME ZONE 'UTC'";
  if (isPooled) return timeZone;
  return `${timeZone}; SET statement_timeout = ${statementTimeoutMs}; SET enable_seqscan = off; SET jit = off`;
}
