import pg from 'pg';
import type { ConnectionSettings, PoolState } from '../options.ts';
import { Client } from './client.ts';
import type { Names } from './names.ts';

/**
 * Makes connections to PostgreSQL when they are needed.
 *
 * @param address gives the address, for each connection anew
 */
export function openPool(
  address: () => string,
  settings: ConnectionSettings,
  names: Names,
): pg.Pool {
  class OwnClient extends Client {
    constructor() {
      super(names, address, settings);
    }
  }
  const pool = new pg.Pool({
    Client: OwnClient as unknown as new () => pg.Client,
    max: settings.poolSize,
    connectionTimeoutMillis: settings.connectTimeoutMs,
  });
  discardReadOnly(pool);
  return pool;
}

const READ_ONLY = '25006';

/**
 * Closes connections that have rejected a write: whether they are read-only was decided when they were made,
 * and one that is made anew may be another server's.
 */
function discardReadOnly(pool: pg.Pool) {
  const readOnly = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: pg.Connection };
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) readOnly.add(client);
    });
  });
  pool.on('release', (_error, client) => {
    if (readOnly.has(client)) void client.end();
  });
}

export function stateOf({ options, totalCount, idleCount, waitingCount }: pg.Pool): PoolState {
  return {
    size: options.max,
    used: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  };
}
