import pg from 'pg';
import type { ConnectionSettings, PoolState } from '../options.ts';
import { Client } from './client.ts';
import type { Names } from './names.ts';

type Callback = Parameters<pg.Pool['connect']>[0];

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
      super(names, address, settings, (...rejection) => pool.onReadOnly(...rejection));
    }
  }
  const pool = new Pool({
    Client: OwnClient as unknown as new () => pg.Client,
    max: settings.poolSize,
    connectionTimeoutMillis: settings.connectTimeoutMs,
  });
  return pool;
}

/**
 * A pool that replaces connections that have rejected a write, each before it is used again: the next one may
 * be another server's.
 */
class Pool extends pg.Pool {
  #generation = 0;
  readonly #generations = new WeakMap<object, number>();

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('connect', (client) => this.#generations.set(client, this.#generation));
  }

  /** @param isUnwanted whether the others, which lead to the same server, are to be replaced too */
  onReadOnly(client: object, isUnwanted: boolean) {
    // Several of them notice the same.
    const isFirst = this.#generations.get(client) === this.#generation;
    if (isUnwanted && isFirst) this.#generation += 1;
    this.#generations.delete(client);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback) {
    if (callback) return this.#connectCurrent(callback);
    return new Promise<pg.PoolClient>((resolve, reject) => {
      this.#connectCurrent((error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  #connectCurrent(callback: Callback) {
    super.connect((error, client, release) => {
      const isCurrent = !client || this.#generations.get(client) === this.#generation;
      if (isCurrent) return callback(error, client, release);
      release(true);
      this.#connectCurrent(callback);
    });
  }
}

export function stateOf({ options, totalCount, idleCount, waitingCount }: pg.Pool): PoolState {
  return {
    size: options.max,
    used: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  };
}
