// SQLite's client is the narrower of the two: what compiles against it also exists on PostgreSQL.
import type { PrismaClient } from '../../generated/prisma/sqlite/client.ts';
import { reason } from './faults.ts';
import type { FindUses, InsertOnce } from './keyed-inserts.ts';
import type { DatabaseOptions, PoolState } from './options.ts';
import type { Adapter, AdapterFactory, Query } from './statements.ts';
import { type Writes, watchWrites } from './writes.ts';

/*
 * One database for the whole service, behind one address: a SQLite file or a PostgreSQL server.
 */

export type { PrismaClient };

export type Provider = 'sqlite' | 'postgresql';

export interface Database {
  readonly provider: Provider;
  readonly client: PrismaClient;
  readonly query: Query;
  readonly findUses: FindUses;
  readonly insertOnce: InsertOnce;
  /** What the client and `query` are connected through. */
  adapter(): Adapter;
  readonly writes: Writes;
  /** @returns undefined for SQLite, which has one connection */
  pool(): PoolState | undefined;
  close(): Promise<void>;
}

interface Driver {
  readonly PrismaClient: new (options: { adapter: AdapterFactory }) => PrismaClient;
  adapterFactory(address: () => string, options?: DatabaseOptions): AdapterFactory;
}

/**
 * Opens the database and checks that it responds.
 *
 * @param address `file:` and a path relative to the working directory, or the `postgresql://` address of a
 *   database; a function is asked anew for each connection, so that a password can change
 * @throws one clear line when there is no such database, or it is not fit for use
 */
export async function openDatabase(
  address: string | (() => string),
  options?: DatabaseOptions,
): Promise<Database> {
  const currentAddress = typeof address === 'string' ? () => address : address;
  const provider = providerOf(currentAddress());
  const { adapterFactory, PrismaClient } = await importDriver(provider);
  const factory = adapterFactory(currentAddress, options);
  const { connect } = factory;
  let adapter: Adapter;
  // The client connects when it is first used, and again when it is used after it was closed.
  factory.connect = async () => {
    adapter = await connect();
    return adapter;
  };
  const client = new PrismaClient({ adapter: factory });
  try {
    await client.$queryRaw`SELECT 1`;
  } catch (error) {
    await client.$disconnect();
    throw new Error(`The database cannot be opened: ${reason(error)}`, { cause: error });
  }
  const database: Omit<Database, 'writes'> = {
    provider,
    client,
    query: (sql, values) => adapter.query(sql, values),
    findUses: (...keys) => adapter.findUses(...keys),
    insertOnce: (...rows) => adapter.insertOnce(...rows),
    adapter: () => adapter,
    pool: () => adapter.pool?.(),
    close: () => client.$disconnect(),
  };
  return { ...database, writes: watchWrites(database) };
}

/** The kind of database an address names. The address may hold a password, so no error repeats it. */
function providerOf(url: string): Provider {
  if (url.startsWith('file:')) return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(url)) return 'postgresql';
  throw new Error('The database address must start with "file:" or "postgresql://"');
}

// Only the one that is needed is imported, since each contains a query compiler of 2 MB.
function importDriver(provider: Provider): Promise<Driver> {
  if (provider === 'sqlite') return import('./sqlite.ts');
  // The wider client is used as the narrower one. TypeScript rejects that, since `$transaction` passes the
  // client to a function, which makes it compare the two in both directions.
  return import('./postgresql/index.ts') as Promise<unknown> as Promise<Driver>;
}
