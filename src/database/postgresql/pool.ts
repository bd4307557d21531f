import pg from 'pg';
import type { ConnectionSettings, PoolState } from '../options.ts';
import { Client } from './client.ts';
import type { Names } from './names.ts';
import { discardReadOnly } from './read-only.ts';

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

export function stateOf({ options, totalCount, idleCount, waitingCount }: pg.Pool): PoolState {
  return {
    size: options.max,
    used: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  };
}
