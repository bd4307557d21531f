import pg from 'pg';
import type { DatabaseOptions } from '../options.ts';
import { type Address, readAddress } from './address.ts';
import { type Attempt, Connection } from './connection.ts';

/*
 * A connection of the pool, made with the address of that moment: a password can be changed while the
 * service runs.
 */

type Callback = (error?: Error) => void;

/** What the types of the client leave out. */
interface Internals {
  getStartupConf(): Record<string, string>;
}

const BaseClient = pg.Client as unknown as new (config: pg.ClientConfig) => pg.Client & Internals;

/** PostgreSQL cancels a slow statement; the client gives up when PostgreSQL does not respond at all. */
const RESPONSE_MS = 250;

/** PostgreSQL's code for an account, a host or a kind of connection that it does not let in. */
const NOT_LET_IN = '28000';
/** Its code while it starts or stops. */
const NOT_READY = '57P03';

export class Client extends BaseClient {
  readonly #address: Address | Error;

  /** Does not throw, since nobody would catch it in the pool: `connect` fails instead. */
  constructor(address: () => string, options: Required<DatabaseOptions>) {
    const read = tryToRead(address);
    super(read instanceof Error ? {} : configOf(read, options));
    this.#address = read;
  }

  /**
   * The parameters of the session. The adapter writes and reads times as UTC without saying so, whatever
   * the server's time zone is. As a parameter of the start, poolers keep it for each of their clients.
   */
  override getStartupConf() {
    return { ...super.getStartupConf(), TimeZone: 'UTC' };
  }

  /** The pool passes a callback. */
  override connect(): Promise<never>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback) {
    const connected = this.#tryHosts();
    return callback ? connected.then(() => callback(), callback) : connected;
  }

  /** Once a server has let nobody in, the others are left alone: they would do the same. */
  async #tryHosts() {
    if (this.#address instanceof Error) throw this.#address;
    const { hosts, tls, keepAlive } = this.#address;
    for (const [i, host] of hosts.entries()) {
      try {
        return await this.#tryEncryptions({ ...host, tls, keepAlive });
      } catch (error) {
        const isRefused = error instanceof pg.DatabaseError && error.code !== NOT_READY;
        if (isRefused || i === hosts.length - 1) throw error;
      }
    }
  }

  async #tryEncryptions(server: Omit<Attempt, 'encryption'>) {
    const { encryptions } = server.tls;
    for (const [i, encryption] of encryptions.entries()) {
      const connection = new Connection({ ...server, encryption });
      try {
        return await this.#logIn(connection);
      } catch (error) {
        connection.abandon();
        const isRefused = error instanceof pg.DatabaseError && error.code === NOT_LET_IN;
        const mayDiffer = connection.hasFailedTls || isRefused;
        if (!mayDiffer || i === encryptions.length - 1) throw error;
      }
    }
  }

  /** The client is made for one attempt: this is what it was before the first one. */
  #logIn(connection: Connection): Promise<void> {
    Object.assign(this, { connection, _connecting: false, _connectionError: false, _ended: false });
    return new Promise((resolve, reject) => {
      super.connect((error: Error | null) => (error ? reject(error) : resolve()));
    });
  }
}

function tryToRead(address: () => string): Address | Error {
  try {
    return readAddress(address());
  } catch (error) {
    return error as Error;
  }
}

function configOf(
  address: Address,
  { isTimed, connectTimeoutMs, statementTimeoutMs }: Required<DatabaseOptions>,
): pg.ClientConfig {
  const { user, password, database, applicationName, options } = address;
  const ownTimeoutMs = (address.connectTimeoutSeconds ?? Number.POSITIVE_INFINITY) * 1_000;
  return {
    user,
    password,
    database,
    options,
    application_name: applicationName,
    connectionTimeoutMillis: Math.min(connectTimeoutMs / address.hosts.length, ownTimeoutMs),
    ...(isTimed && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + RESPONSE_MS,
    }),
    // Its own, which also depends on the environment, is replaced by `Connection`.
    ssl: false,
  };
}
