import pg from 'pg';
import type { DatabaseOptions } from '../options.ts';
import { type Address, readAddress } from './address.ts';
import { type Attempt, Connection } from './connection.ts';
import { requireSession, rounds } from './session.ts';

/*
 * A connection of the pool, made with the address of that moment: a password can be changed while the
 * service runs.
 */

export type ConnectionOptions = Required<Omit<DatabaseOptions, 'beforeQuery'>>;
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

/** What PostgreSQL reports for a write on a server that has become read-only. */
const READ_ONLY = '25006';
const WRITABLE = 'read-write';

/** What a client is before it is connected. */
const UNUSED = {
  _connecting: false,
  _connected: false,
  _connectionError: false,
  _ended: false,
  _queryable: true,
  readyForQuery: false,
};

export class Client extends BaseClient {
  readonly #address: Address | Error;
  readonly #onReadOnly: (client: Client) => void;
  #connection: Connection | undefined;

  /**
   * Does not throw, since nobody would catch it in the pool: `connect` fails instead.
   *
   * @param onReadOnly is called when a server that was to take writes does not any more
   */
  constructor(
    address: () => string,
    options: ConnectionOptions,
    onReadOnly: (client: Client) => void,
  ) {
    const read = tryToRead(address);
    super(read instanceof Error ? {} : configOf(read, options));
    this.#address = read;
    this.#onReadOnly = onReadOnly;
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
    const { tls, keepAlive } = this.#address;
    const attempts = attemptsOf(this.#address);
    for (const [i, { wanted, ...host }] of attempts.entries()) {
      try {
        await this.#tryEncryptions({ ...host, tls, keepAlive });
        return await this.#check(wanted, `${host.host}:${host.port}`);
      } catch (error) {
        const isRefused = error instanceof pg.DatabaseError && error.code !== NOT_READY;
        if (isRefused || i === attempts.length - 1) throw error;
      }
    }
  }

  async #check(wanted: string, server: string) {
    // A connection that breaks meanwhile fails the check; nobody else listens yet.
    const ignore = () => undefined;
    this.on('error', ignore);
    try {
      await requireSession(this, wanted, server);
    } catch (error) {
      this.#connection?.abandon();
      throw error;
    } finally {
      this.off('error', ignore);
    }
    if (wanted === WRITABLE) this.#connection?.on('errorMessage', this.#noteError);
  }

  readonly #noteError = ({ code }: { readonly code?: string }) => {
    if (code === READ_ONLY) this.#onReadOnly(this);
  };

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
    this.#connection = connection;
    Object.assign(this, { ...UNUSED, connection });
    return new Promise((resolve, reject) => {
      super.connect((error: Error | null) => (error ? reject(error) : resolve()));
    });
  }
}

/** Every host in the order in which to try them, and which kind of server it has to be. */
function attemptsOf({ hosts, targetSessionAttrs, loadBalanceHosts }: Address) {
  const order = loadBalanceHosts === 'random' ? shuffled(hosts) : hosts;
  return rounds(targetSessionAttrs).flatMap((wanted) => order.map((host) => ({ ...host, wanted })));
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const order = items.map((item) => ({ item, place: Math.random() }));
  return order.sort((a, b) => a.place - b.place).map(({ item }) => item);
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
  { isTimed, connectTimeoutMs, statementTimeoutMs }: ConnectionOptions,
): pg.ClientConfig {
  const { user, password, database, applicationName, options } = address;
  const ownTimeoutMs = (address.connectTimeoutSeconds ?? Number.POSITIVE_INFINITY) * 1_000;
  return {
    user,
    password,
    database,
    options,
    application_name: applicationName,
    connectionTimeoutMillis: Math.min(connectTimeoutMs / attemptsOf(address).length, ownTimeoutMs),
    ...(isTimed && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + RESPONSE_MS,
    }),
    // Its own, which also depends on the environment, is replaced by `Connection`.
    ssl: false,
  };
}
