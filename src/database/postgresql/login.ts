import pg from 'pg';
import type { ConnectionSettings } from '../options.ts';
import { type Address, readAddress } from './address.ts';
import { type Attempt, Connection } from './connection.ts';

/*
 * Logs in to one of the hosts of an address, the way libpq does. The address is that of the moment: a
 * password can be changed while the service runs.
 */

export interface Statement {
  readonly text: string;
  readonly name?: string;
}

export type OnResult = (error: Error | null | undefined, result?: unknown) => void;

/** What the types of the client leave out, or have in other ways. */
interface Internals {
  /** The process of the server, and with which secret to end its statement. */
  readonly processID: number;
  readonly secretKey: number;
  getStartupConf(): Record<string, string>;
  connect(callback: (error: Error | null) => void): void;
  query(statement: Statement, values?: unknown, onResult?: OnResult): unknown;
}

const BaseClient = pg.Client as unknown as new (
  config: pg.ClientConfig,
) => Omit<pg.Client, 'connect' | 'query'> & Internals;

/** PostgreSQL ends a slow statement; the client gives up when PostgreSQL does not respond at all. */
const RESPONSE_MS = 250;

/** PostgreSQL's code for an account, a host or a kind of connection that it does not let in. */
const NOT_LET_IN = '28000';
/** What makes the next host worth a try: no response from PostgreSQL at all, or that it starts or stops. */
const MAY_DIFFER = new Set([undefined, '57P03']);

export class Login extends BaseClient {
  protected readonly settings: ConnectionSettings;
  readonly #address: Address | Error;
  #attempt: Attempt | undefined;

  /** Does not throw, since nobody would catch it in the pool: `reach` fails instead. */
  constructor(address: () => string, settings: ConnectionSettings) {
    const read = tryToRead(address);
    super(read instanceof Error ? {} : configOf(read, settings));
    this.#address = read;
    this.settings = settings;
  }

  /**
   * The parameters of the session. The adapter writes and reads times as UTC without saying so, whatever
   * the server's time zone is. As a parameter of the start, poolers keep it for each of their clients.
   */
  override getStartupConf() {
    return { ...super.getStartupConf(), TimeZone: 'UTC' };
  }

  /** Tries one host after the other, until one responds: when it lets nobody in, the others would not either. */
  protected async reach(): Promise<void> {
    if (this.#address instanceof Error) throw this.#address;
    const { hosts, tls, keepAlive } = this.#address;
    const lastStartMs = performance.now() + 0.95 * this.settings.connectTimeoutMs;
    let failure: unknown;
    for (const host of hosts) {
      for (const encryption of tls.encryptions) {
        // The pool has given up.
        if (performance.now() > lastStartMs) throw failure;
        this.#attempt = { ...host, tls, keepAlive, encryption };
        const connection = new Connection(this.#attempt);
        try {
          return await this.#logIn(connection);
        } catch (error) {
          connection.abandon();
          failure = error;
          if (!connection.hasFailedTls && codeOf(error) !== NOT_LET_IN) break;
        }
      }
      if (!MAY_DIFFER.has(codeOf(failure))) break;
    }
    throw failure;
  }

  /** The client is made for one attempt: this is what it was before the first one. */
  #logIn(connection: Connection): Promise<void> {
    Object.assign(this, { connection, _connecting: false, _connectionError: false, _ended: false });
    return new Promise((resolve, reject) => {
      super.connect((error) => (error ? reject(error) : resolve()));
    });
  }

  /** Asks the server to end what it runs for this connection: on another one, as the protocol has it. */
  protected cancelStatement(): void {
    // There is one, since a statement is running.
    const request = new Connection(this.#attempt as Attempt);
    request.on('error', () => undefined);
    request.once('connect', () => request.cancel(this.processID, this.secretKey));
    request.connect();
    request.stream.setTimeout(this.settings.connectTimeoutMs, () => request.abandon());
  }
}

/** PostgreSQL's own code, if the error comes from there. */
function codeOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
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
  { isTimed, connectTimeoutMs, statementTimeoutMs }: ConnectionSettings,
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
    ...(isTimed && { query_timeout: statementTimeoutMs + RESPONSE_MS }),
    // Its own, which also depends on the environment, is replaced by `Connection`.
    ssl: false,
  };
}
