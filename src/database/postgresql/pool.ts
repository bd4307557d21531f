import pg from 'pg';
import type { DatabaseOptions, PoolState } from '../options.ts';
import { Client } from './client.ts';

/**
 * Makes connections to PostgreSQL when they are needed.
 *
 * @param address gives the address, for each connection anew
 */
export function openPool(address: () => string, options: Required<DatabaseOptions>): pg.Pool {
  return new pg.Pool({
    Client: class extends Client {
      constructor() {
        super(address, options);
      }
    },
    max: options.poolSize,
    connectionTimeoutMillis: options.connectTimeoutMs,
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
