import pg from 'pg';
import type { ConnectionSettings } from '../options.ts';
import { type Address, type Host, readAddress } from './address.ts';
import { type Attempt, Connection } from './connection.ts';
import { attemptsOf, requireSession } from './session.ts';

/*
 * Logs in to one of the hosts of an address, the way libpq does. The address is that of the moment: a
 * password can be changed while the service runs.
 */

export interface Statement {
  readonly text: string;
  readonly name?: string;
}

type OnReadOnly = (client: object, isUnwanted: boolean) => void;
export type OnResult = (error: Error | null | undefined, result?: unknown) => void;

/** What the types of the client leave out, or have in other ways. */
interface Internals {
  /** The process of the server, and with which secret to end its statement. */
  readonly processID: number;
  readonly secretKey: number;
  readonly connection: Connection;
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

/** What PostgreSQL reports for a write where it takes none. */
const READ_ONLY = '25006';

/** What a client is before it is connected. */
const UNUSED = {
  _connecting: false,
  _connected: false,
  _connectionError: false,
  _ended: false,
  _queryable: true,
  readyForQuery: false,
};

export class Login extends BaseClient {
  protected readonly settings: ConnectionSettings;
  readonly #address: Address | Error;
  readonly #onReadOnly: OnReadOnly;
  #attempt: Attempt | undefined;
  #running = 0;
  #watchdog: NodeJS.Timeout | undefined;

  /**
   * Does not throw, since nobody would catch it in the pool: `reach` fails instead.
   *
   * @param onReadOnly is called when a write was rejected as such, with whether the server has to take writes
   */
  constructor(address: () => string, settings: ConnectionSettings, onReadOnly: OnReadOnly) {
    const read = tryToRead(address);
    super(read instanceof Error ? {} : configOf(read, settings));
    this.#address = read;
    this.settings = settings;
    this.#onReadOnly = onReadOnly;
  }

  /**
   * The parameters of the session. The adapter writes and reads times as UTC without saying so, whatever
   * the server's time zone is. As a parameter of the start, poolers keep it for each of their clients.
   */
  override getStartupConf() {
    return { ...super.getStartupConf(), TimeZone: 'UTC' };
  }

  /**
   * Tries one host after the other, until one is the wanted kind of server. When one lets nobody in, the
   * others would not either.
   */
  protected async reach(): Promise<void> {
    if (this.#address instanceof Error) throw this.#address;
    const { tls, keepAlive } = this.#address;
    const lastStartMs = performance.now() + 0.95 * this.settings.connectTimeoutMs;
    let failure: unknown;
    for (const { host, wanted } of attemptsOf(this.#address)) {
      for (const encryption of tls.encryptions) {
        // The pool has given up.
        if (performance.now() > lastStartMs) throw failure;
        this.#attempt = { ...host, tls, keepAlive, encryption };
        const connection = new Connection(this.#attempt);
        try {
          await this.#logIn(connection);
          return await this.#check(connection, host, wanted);
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
  async #logIn(connection: Connection) {
    Object.assign(this, { ...UNUSED, connection });
    await promised((onResult) => super.connect(onResult));
  }

  /** Whether the server is of the wanted kind; and notices when it takes no more writes. */
  async #check(connection: Connection, host: Host, wanted: string) {
    // Until the pool listens.
    const { promise: broken, reject } = Promise.withResolvers<never>();
    this.on('error', reject);
    const ask = (statement: Statement) =>
      promised((onResult) => this.run(statement, undefined, onResult));
    const required = requireSession(ask, wanted, host);
    await Promise.race([required, broken]).finally(() => this.off('error', reject));
    connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === READ_ONLY) this.#onReadOnly(this, wanted === 'read-write');
    });
  }

  /**
   * Runs a statement, and ends the connection when PostgreSQL does not respond. With one timer for the
   * connection: one for each statement, as the client has, costs several µs, and keeps the results
   * from being collected while they are young.
   */
  protected run(statement: Statement, values: unknown, onResult: OnResult): void {
    this.#running += 1;
    // Those that are sent together have to end together.
    if (this.#running === 1) this.#watch();
    super.query(statement, values, (error, result) => {
      this.#running -= 1;
      onResult(error, result);
    });
  }

  #watch() {
    const { isTimed, statementTimeoutMs } = this.settings;
    if (!isTimed) return;
    this.#watchdog ??= setTimeout(() => this.#giveUp(), statementTimeoutMs + RESPONSE_MS).unref();
    this.#watchdog.refresh();
  }

  #giveUp() {
    if (this.#running > 0) this.connection.stream.destroy(new Error('Query read timeout'));
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

/** The result of what calls back. */
export function promised(begin: (onResult: OnResult) => unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    begin((error, result) => (error ? reject(error) : resolve(result)));
  });
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

function configOf(address: Address, { connectTimeoutMs }: ConnectionSettings): pg.ClientConfig {
  const { user, password, database, applicationName, options } = address;
  const ownTimeoutMs = (address.connectTimeoutSeconds ?? Number.POSITIVE_INFINITY) * 1_000;
  return {
    user,
    password,
    database,
    options,
    application_name: applicationName,
    connectionTimeoutMillis: Math.min(connectTimeoutMs / attemptsOf(address).length, ownTimeoutMs),
    pipeline: true,
    // Its own, which also depends on the environment, is replaced by `Connection`.
    ssl: false,
  };
}
