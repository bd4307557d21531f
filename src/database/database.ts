// One database for the whole service, behind one address: a SQLite file or a PostgreSQL server.

import {
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
// SQLite's client is the narrower of the two: what compiles against it exists on PostgreSQL as well.
import type { PrismaClient } from '../../generated/prisma/sqlite/client.ts';

export type { PrismaClient };

export type Provider = 'sqlite' | 'postgresql';

export interface Database {
  readonly provider: Provider;
  readonly client: PrismaClient;
  readonly query: Query;
  close(): Promise<void>;
}

/**
 * Runs one statement on the connections of the client, past its query builder. It stays prepared for
 * as long as the process lives, so that no value may stand in it: its parameters are $1, $2 ... in
 * this order.
 *
 * @returns the rows as arrays of columns, whose types only the caller knows
 */
export type Query = <Row extends unknown[]>(
  sql: string,
  values: readonly (string | number | bigint)[],
) => Promise<Row[]>;
/** As SQLite and as PostgreSQL give them. */
export type Int32 = bigint | number;
export type Int64 = bigint | string;

/** What the client talks to its database through. */
export interface QueryingAdapter extends SqlDriverAdapter {
  readonly query: Query;
}

export interface QueryingFactory extends SqlMigrationAwareDriverAdapterFactory {
  connect(): Promise<QueryingAdapter>;
}

/**
 * Opens the database and proves that it answers.
 *
 * @param url `file:` and a path relative to the working directory, or the `postgresql://` address of a database
 * @throws one clear line when there is no such database, or it is not fit for use
 */
export async function openDatabase(url: string): Promise<Database> {
  const provider = providerOf(url);
  const { factory, query } = await openConnections(url);
  const client = await createClient(provider, factory);
  try {
    await client.$queryRaw`SELECT 1`;
  } catch (error) {
    await client.$disconnect();
    throw new Error(`The database cannot be opened: ${reason(error)}`, { cause: error });
  }
  return { provider, client, query, close: () => client.$disconnect() };
}

/** How long a request waits for a connection, and then for a statement, before it is told to come back later. */
const MAX_WAIT_MS = 1_500;

/** PostgreSQL ends a statement that takes too long; the client gives up where PostgreSQL does not answer at all. */
const STATEMENT_TIMEOUTS = { statement_timeout: MAX_WAIT_MS, query_timeout: MAX_WAIT_MS + 250 };

/** The kind of database an address names. The address may hold a password, so no error repeats it. */
export function providerOf(url: string): Provider {
  if (url.startsWith('file:')) return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(url)) return 'postgresql';
  throw new Error('The database address must start with "file:" or "postgresql://"');
}

/** What connects Prisma, and Prisma's migrations, to the database at this address. */
export async function adapterFactory(url: string, timeouts: object = {}): Promise<QueryingFactory> {
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

/** The client connects when it is first used, and what it is connected by then is what `query` uses. */
async function openConnections(url: string) {
  const factory = await adapterFactory(url, STATEMENT_TIMEOUTS);
  const { provider, adapterName } = factory;
  let adapter: QueryingAdapter;
  const connect = async () => {
    adapter = await factory.connect();
    return adapter;
  };
  const query: Query = (sql, values) => adapter.query(sql, values);
  return { factory: { provider, adapterName, connect }, query };
}

// Imported when it is known which one is needed, since each brings a query compiler of 2 MB.
async function createClient(
  provider: Provider,
  adapter: SqlDriverAdapterFactory,
): Promise<PrismaClient> {
  if (provider === 'sqlite') {
    const { PrismaClient } = await import('../../generated/prisma/sqlite/client.ts');
    return new PrismaClient({ adapter });
  }
  const { PrismaClient } = await import('../../generated/prisma/postgresql/client.ts');
  // The wider client stands in for the narrower one. TypeScript cannot see that, since the client is also the
  // argument of the functions given to `$transaction`, so that it compares the two in both directions.
  return new PrismaClient({ adapter }) as unknown as Database['client'];
}

/** What happened, in one line: Prisma's errors wrap it in several, or have it in their cause only. */
export function reason(error: unknown): string {
  if (error instanceof DriverAdapterError) return error.cause.originalMessage ?? error.message;
  // Of several addresses that could not be reached there is only a code.
  const message = error instanceof Error ? error.message || readCode(error) : String(error);
  const [line = message] = message
    .trim()
    .replace(/^Invalid `.*` invocation:\s+/, '')
    .split('\n');
  return /Message: `(.*)`$/.exec(line)?.[1] ?? line;
}

function readCode(error: Error): string {
  return String((error as NodeJS.ErrnoException).code);
}
