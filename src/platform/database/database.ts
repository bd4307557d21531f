// Opens a database, of either kind.

import { resolve } from 'node:path';
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
// SQLite's client is the narrower of the two: what compiles against it also exists on PostgreSQL.
import type { Prisma, PrismaClient } from '../../../generated/prisma/sqlite/client.ts';
import { type CallObserver, createObservedCalls, type Observe } from '../async/observed-calls.ts';
import { type Adapter, observedAdapter } from './adapter.ts';
import { cannotBeOpened } from './faults.ts';
import { type DatabaseOptions, timeLimits } from './options.ts';
import { readAddress } from './postgresql-address.ts';
import { sqlitePath } from './private-files.ts';
import type { Query } from './statements.ts';

export type { PrismaClient };

/** What a transaction of the client, or the client itself, reads and writes. */
export type Transaction = Prisma.TransactionClient;

export type Provider = 'sqlite' | 'postgresql';

/**
 * `file:` and a path from the working directory, or a `postgresql://` address. A function where it
 * can change: a `Secret` of the settings, which this folder does not import.
 */
export type Address = string | (() => string);

export interface Database {
  readonly provider: Provider;
  readonly client: PrismaClient;
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
  readonly PrismaClient: new (options: {
    adapter: SqlDriverAdapterFactory;
    transactionOptions: { readonly maxWait: number; readonly timeout: number };
  }) => PrismaClient;
  connect(address: () => string, options?: DatabaseOptions): Promise<Adapter>;
}

/**
 * Opens the database, and checks that it is fit for use.
 *
 * @param address a function is called for each connection, so that a password can change
 * @throws one clear line when there is no such database, or it is not fit for use
 */
export async function openDatabase(address: Address, options?: DatabaseOptions): Promise<Database> {
  const provider = providerOf(currentAddress(address));
  const { connect, PrismaClient } = await importDriver(provider);
  const connecting = connect(() => currentAddress(address), options);
  const adapter = await connecting.catch((cause: unknown) => {
    throw cannotBeOpened(cause);
  });
  const { observe, add } = createObservedCalls<string>();
  const { connect: connectMs, statement: statementMs, transaction } = timeLimits(options);
  const client = new PrismaClient({
    adapter: {
      provider: adapter.provider,
      adapterName: adapter.adapterName,
      connect: async () => observedAdapter(adapter, observe),
    },
    transactionOptions: {
      // For a connection, and for its BEGIN.
      maxWait: connectMs + (statementMs || transaction),
      timeout: transaction,
    },
  });
  return {
    provider,
    client,
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

// Imports only the driver that is needed, since each contains a query compiler of 2 MB.
function importDriver(provider: Provider): Promise<Driver> {
  if (provider === 'sqlite') return import('./sqlite.ts');
  // The wider client is used as the narrower one. TypeScript rejects that, since `$transaction`
  // passes the client to a function, which makes it compare the two in both directions.
  return import('./postgresql.ts') as Promise<unknown> as Promise<Driver>;
}
