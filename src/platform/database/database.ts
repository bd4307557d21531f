// Opens a database, of either kind.

import { resolve } from 'node:path';
import type { Prisma, PrismaClient } from '../../../generated/platform/prisma/client.ts';
import { type CallObserver, createObservedCalls, type Observe } from '../async/observed-calls.ts';
import { type Adapter, observedAdapter } from './adapter.ts';
import { cannotBeOpened } from './faults.ts';
import { type DatabaseOptions, timeLimits } from './options.ts';
import { readAddress } from './postgresql-address.ts';
import { sqlitePath } from './private-files.ts';
import {
  type History,
  historyOf,
  type Provider,
  type ServiceDatabase,
} from './service-database.ts';
import type { Query } from './statements.ts';

export type { PrismaClient };

/** What a transaction of the client, or the client itself, reads and writes. */
export type Transaction = Prisma.TransactionClient;

/**
 * `file:` and a path from the working directory, or a `postgresql://` address. A function where it
 * can change: a `Secret` of the settings, which this folder does not import.
 */
export type Address = string | (() => string);

/** The platform knows no models but its own; a service names its client, which has more. */
export interface Database<Client = unknown> {
  readonly provider: Provider;
  readonly client: Client & PrismaClient;
  readonly history: History;
  readonly query: Query;
  readonly queryAlone: Query;
  /** The connections themselves. Calls that go to them directly are not observed. */
  readonly adapter: Adapter;
  /** Shows observers what is one statement for its caller. */
  readonly observe: Observe<string>;
  /** Observes the SQL of each statement from now on, without values, in its caller's context. */
  onStatement(observer: CallObserver<string>): void;
  close(): Promise<void>;
}

interface Driver {
  connect(address: () => string, options?: DatabaseOptions): Promise<Adapter>;
}

/**
 * Opens the database, and checks that it is fit for use.
 *
 * @param address a function is called for each connection, so that a password can change
 * @throws one clear line when there is no such database, or it is not fit for use
 */
export async function openDatabase<Client>(
  service: ServiceDatabase<Client>,
  address: Address,
  options?: DatabaseOptions,
): Promise<Database<Client>> {
  const provider = providerOf(currentAddress(address));
  const [{ connect }, { PrismaClient }, history] = await Promise.all([
    importDriver(provider),
    service[provider](),
    historyOf(service, provider),
  ]);
  const connecting = connect(() => currentAddress(address), options);
  const adapter = await connecting.catch((cause: unknown) => {
    throw cannotBeOpened(cause);
  });
  const { observe, add } = createObservedCalls<string>();
  const { connectMs, statementMs, transactionMs } = timeLimits(options);
  const made = new PrismaClient({
    adapter: {
      provider: adapter.provider,
      adapterName: adapter.adapterName,
      connect: async () => observedAdapter(adapter, observe),
    },
    transactionOptions: {
      // For a connection, and for its BEGIN.
      maxWait: connectMs + (statementMs || transactionMs),
      timeout: transactionMs,
    },
  });
  // A client has the models of the platform, and on PostgreSQL all that SQLite's has. The compiler
  // does not see it: `$transaction` passes the client to a function, which makes the compiler
  // compare two clients in both directions.
  const client = made as Client & PrismaClient;
  return {
    provider,
    client,
    history,
    adapter,
    query: (sql, values) => observe(sql, () => adapter.query(sql, values)),
    queryAlone: (sql, values) => observe(sql, () => adapter.queryAlone(sql, values)),
    observe,
    onStatement: add,
    async close() {
      await client.$disconnect();
      await adapter.dispose();
    },
  };
}

/** The address now, if it can change. */
export function currentAddress(address: Address): string {
  return typeof address === 'function' ? address() : address;
}

/** The kind of database of an address. No error quotes the address: it may hold a password. */
export function providerOf(url: string): Provider {
  if (url.startsWith('file:')) return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(url)) return 'postgresql';
  throw new Error('The database address must start with "file:" or "postgresql://"');
}

/** Says for the log where a database is, without a user, a password or other parameters. */
export function describeDatabase(url: string): string {
  if (providerOf(url) === 'sqlite') return `SQLite ${resolve(sqlitePath(url))}`;
  const { host, port, database = '' } = readAddress(url).client;
  const server = host.includes(':') ? `[${host}]` : host;
  return `PostgreSQL ${server}:${port}/${database}`;
}

// Imports only the driver that is needed.
function importDriver(provider: Provider): Promise<Driver> {
  return provider === 'sqlite' ? import('./sqlite.ts') : import('./postgresql.ts');
}
