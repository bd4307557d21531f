import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
// SQLite's client is the narrower of the two: what compiles against it also exists on PostgreSQL.
import type { PrismaClient } from '../../generated/prisma/sqlite/client.ts';
import { reason } from './faults.ts';
import type { Adapter, AdapterFactory, Query } from './statements.ts';

/*
 * One database for the whole service, behind one address: a SQLite file or a PostgreSQL server.
 */

export type { PrismaClient };

export type Provider = 'sqlite' | 'postgresql';

export interface Database {
  readonly provider: Provider;
  readonly client: PrismaClient;
  readonly query: Query;
  /** What the client and `query` are connected through. */
  adapter(): Adapter;
  close(): Promise<void>;
}

/**
 * Opens the database and checks that it responds.
 *
 * @param url `file:` and a path relative to the working directory, or the `postgresql://` address of a database
 * @param timeouts for PostgreSQL's statements
 * @throws one clear line when there is no such database, or it is not fit for use
 */
export async function openDatabase(
  url: string,
  timeouts: object = STATEMENT_TIMEOUTS,
): Promise<Database> {
  const provider = providerOf(url);
  const factory = await adapterFactory(url, timeouts);
  const { connect } = factory;
  let adapter: Adapter;
  // The client connects when it is first used, and again when it is used after it was closed.
  factory.connect = async () => {
    adapter = await connect();
    return adapter;
  };
  const client = await createClient(provider, factory);
  try {
    await client.$queryRaw`SELECT 1`;
  } catch (error) {
    await client.$disconnect();
    throw new Error(`The database cannot be opened: ${reason(error)}`, { cause: error });
  }
  return {
    provider,
    client,
    query: (sql, values) => adapter.query(sql, values),
    adapter: () => adapter,
    close: () => client.$disconnect(),
  };
}

/** How long a request waits for a connection, and then for a statement, before it gets a 503. */
const MAX_WAIT_MS = 1_500;

/** PostgreSQL cancels a slow statement; the client gives up when PostgreSQL does not respond at all. */
const STATEMENT_TIMEOUTS = { statement_timeout: MAX_WAIT_MS, query_timeout: MAX_WAIT_MS + 250 };

/** The kind of database an address names. The address may hold a password, so no error repeats it. */
function providerOf(url: string): Provider {
  if (url.startsWith('file:')) return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(url)) return 'postgresql';
  throw new Error('The database address must start with "file:" or "postgresql://"');
}

async function adapterFactory(url: string, timeouts: object): Promise<AdapterFactory> {
  if (providerOf(url) === 'sqlite') {
    const { sqliteAdapterFactory } = await import('./sqlite.ts');
    return sqliteAdapterFactory(url);
  }
  const { postgresAdapterFactory } = await import('./postgresql.ts');
  return postgresAdapterFactory({
    connectionString: url,
    connectionTimeoutMillis: MAX_WAIT_MS,
    ...timeouts,
  });
}

// Only the one that is needed is imported, since each contains a query compiler of 2 MB.
async function createClient(
  provider: Provider,
  adapter: SqlDriverAdapterFactory,
): Promise<PrismaClient> {
  if (provider === 'sqlite') {
    const { PrismaClient } = await import('../../generated/prisma/sqlite/client.ts');
    return new PrismaClient({ adapter });
  }
  const { PrismaClient } = await import('../../generated/prisma/postgresql/client.ts');
  // The wider client is used as the narrower one. TypeScript refuses that, since `$transaction` passes the
  // client to a function, which makes it compare the two in both directions.
  return new PrismaClient({ adapter }) as unknown as PrismaClient;
}
