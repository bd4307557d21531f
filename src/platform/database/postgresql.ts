// PostgreSQL over one pool of connections, which Prisma and prepared SQL share.

import { PrismaPg } from '@prisma/adapter-pg';
import type { IsolationLevel, Transaction } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { withTimeout } from '../async/with-timeout.ts';
import type { Adapter } from './adapter.ts';
import { type DatabaseOptions, timeLimits } from './options.ts';
import { readAddress } from './postgresql-address.ts';
import { currentClient } from './postgresql-client.ts';
import {
  inspectServer,
  inspectSessions,
  NEEDS_PARAMETER,
  sessionSettings,
} from './postgresql-sessions.ts';
import { openStatements, type StatementOptions } from './prepared-statements.ts';
import { guardTransaction, statementOf } from './transactions.ts';

/** How long PostgreSQL may take to cancel a slow statement, before the client gives up. */
const CANCELLATION_MS = 250;
/** How long closing waits for statements in progress. */
const CLOSING_MS = 300;

/** @param address is called for each connection. @throws one clear line if it cannot be used */
export async function connect(
  address: () => string,
  options: DatabaseOptions = {},
): Promise<Adapter> {
  const { poolSize = 10, warn } = options;
  const { connectMs, statementMs } = timeLimits(options);
  const { client: first, isPooled, isUnprotected } = readAddress(address());
  if (isUnprotected) {
    warn?.(
      'The address of the database has no sslmode, so the connection to ' +
        `${first.host} is not encrypted: write sslmode=require for TLS, or sslmode=disable`,
    );
  }
  const maxWaitMs = statementMs && statementMs + CANCELLATION_MS;
  // The statements that begin a session wait for no lock: they are timed in commands, too.
  const query_timeout = maxWaitMs || connectMs;
  const timeouts = { connectionTimeoutMillis: connectMs, query_timeout };
  const config = { ...first, ...timeouts };
  const { schema, isKept } = isPooled
    ? { schema: await inspectServer(config, isPooled), isKept: true }
    : await inspectSessions(config);
  if (!isKept) warn?.(`Connections to the database share sessions. ${NEEDS_PARAMETER}`);
  const text = sessionSettings({
    schema,
    statementTimeoutMs: statementMs,
    isPooled,
  });
  const settings = { text, query_timeout };
  const Client = currentClient(address, first, maxWaitMs);
  const createPool = (max: number) =>
    new pg.Pool({
      connectionTimeoutMillis: connectMs,
      Client,
      pipeline: true,
      max,
      // The pool awaits the result, though its type does not say so.
      onConnect: (client) => client.query(settings),
    });
  const adapterOptions = { schema, hasSessions: !isPooled, maxWaitMs, statementMs };
  // It connects only when it is used, and disconnects soon after.
  const spare = await openAdapter(createPool(1), adapterOptions);
  return openAdapter(createPool(poolSize), { ...adapterOptions, spare });
}

interface AdapterOptions extends StatementOptions {
  readonly schema: string;
  readonly statementMs: number;
  readonly spare?: Adapter;
}

async function openAdapter(pool: pg.Pool, options: AdapterOptions): Promise<Adapter> {
  const { schema, spare, statementMs } = options;
  const adapter = await new PrismaPg(pool, { schema }).connect();
  pool.on('release', closeUnlessIdle);
  const begin = adapter.startTransaction.bind(adapter);
  const { query, queryAlone } = openStatements(pool, options);
  // The pool waits for ever for a statement without a time limit.
  const end = () => withTimeout(pool.end(), CLOSING_MS).catch(() => undefined);
  return Object.assign(adapter, {
    startTransaction: async (level?: IsolationLevel) => guard(await begin(level)),
    query,
    queryAlone,
    maxWaitMs: statementMs || Number.POSITIVE_INFINITY,
    delays: { latestAtMs: Number.NEGATIVE_INFINITY },
    ...(spare && { spare }),
    dispose: async () => void (await Promise.all([end(), spare?.dispose()])),
    pool: () => ({
      size: pool.options.max,
      used: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
  });
}

/**
 * Keeps a connection whose transaction may still be open, or in an unknown state, out of the pool.
 */
function closeUnlessIdle(error: unknown, client: pg.PoolClient) {
  // The pool removes a connection that is being closed, as one that is released with an error.
  if (!error && client.getTransactionStatus() !== 'I') void (client as pg.Client).end();
}

function guard(transaction: Transaction) {
  const { provider, adapterName } = transaction;
  async function end(sql: string) {
    try {
      await transaction.executeRaw(statementOf(sql));
    } finally {
      // Only releases the connection.
      await transaction.rollback();
    }
  }
  return guardTransaction({
    provider,
    adapterName,
    queryRaw: (query) => transaction.queryRaw(query),
    executeRaw: (query) => transaction.executeRaw(query),
    isOpen: () => true,
    commit: () => end('COMMIT'),
    rollback: () => end('ROLLBACK'),
  });
}
