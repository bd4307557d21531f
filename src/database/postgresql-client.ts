// A client of PostgreSQL: one connection, which ends whenever it fails.

import pg from 'pg';
import { readAddress } from './postgresql-address.ts';

/**
 * As pg's, but a connection that fails is closed. A server refuses a certificate when the handshake
 * is over for the client: Node and pg then keep the connection for as long as the server does, and
 * `end` waits for it.
 */
export class Client extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super(config);
    this.connection.on('error', () => this.connection.stream.destroy());
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
