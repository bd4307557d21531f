// A client of PostgreSQL: one connection, which ends whenever it fails.

import pg from 'pg';
import { isDatabaseFault } from './faults.ts';
import { readAddress } from './postgresql-address.ts';

const KEEP_ALIVE_MS = 60_000;
/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CANNOT_CONNECT = '08001';
/** How long the server may take to close a connection. */
const CLOSING_MS = 300;

/**
 * As pg's, but a connection that fails is closed. A server refuses a certificate when the handshake
 * is over for the client: Node and pg then keep the connection for as long as the server does, and
 * `end` waits for it.
 */
export class Client extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super({ keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS, ...config });
    this.connection.on('error', () => this.connection.stream.destroy());
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  /** A server that begins no session is unavailable, also if it calls that an internal error. */
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    if (!callback) return super.connect();
    super.connect((error: Error) => {
      const isKnown = !error || isDatabaseFault(error);
      callback(isKnown ? error : Object.assign(error, { code: CANNOT_CONNECT }));
    });
    return undefined;
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  /** A server or a network that does not respond closes no connection: then it is cut off. */
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    setTimeout(() => this.connection.stream.destroy(), CLOSING_MS).unref();
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }
}

/**
 * A client that connects to the current address, or the last one whose files could be read.
 *
 * @param maxWaitMs how long to wait for the result of a statement that says nothing else, as those
 *   of Prisma; 0 for ever
 */
export function currentClient(
  address: () => string,
  first: pg.ClientConfig,
  maxWaitMs: number,
): typeof pg.Client {
  let current = first;
  return class extends Client {
    constructor(options?: pg.ClientConfig) {
      try {
        current = readAddress(address()).client;
      } catch {
        // The pool would not catch an error. The reason is logged where the address is read.
      }
      super({ ...options, ...current });
      const query = this.query.bind(this) as (...args: readonly unknown[]) => unknown;
      const limited = (statement: object, ...others: readonly unknown[]) =>
        'query_timeout' in statement
          ? query(statement, ...others)
          : query({ ...statement, query_timeout: maxWaitMs }, ...others);
      // It has nine signatures, of which Prisma and prepared SQL use those with an object.
      this.query = limited as typeof this.query;
    }
  };
}
