import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
// SQLite's client is the narrower of the two: what compiles against it also exists on PostgreSQL.
import type { PrismaClient } from '../../generated/prisma/sqlite/client.ts';
import { currentValue, type Secret } from '../config/index.ts';
import { cannotBeOpened } from './faults.ts';
import type { DatabaseOptions } from './postgresql.ts';
import type { Adapter } from './statements.ts';

export type { PrismaClient };

export type Provider = 'sqlite' | 'postgresql';

export interface Database extends Pick<Adapter, 'insert' | 'query' | 'queryAlone'> {
  readonly provider: Provider;
  readonly client: PrismaClient;
  /** The connections of the client, `query` and `insert`. */
  readonly adapter: Adapter;
  close(): Promise<void>;
}

interface Driver {
  readonly PrismaClient: new (options: { adapter: SqlDriverAdapterFactory }) => PrismaClient;
  connect(address: () => string, options?: DatabaseOptions): Promise<Adapter>;
}

/**
 * Opens the database and checks that it responds.
 *
 * @param address `file:` and a path from the working directory, or a `postgresql://` address. A
 *   function is called for each connection, so that a password can change
 * @throws one clear line when there is no such database, or it is not fit for use
 */
export async function openDatabase(address: Secret, options?: DatabaseOptions): Promise<Database> {
  const provider = providerOf(currentValue(address));
  const { connect, PrismaClient } = await importDriver(provider);
  try {
    const adapter = await connect(() => currentValue(address), options);
    let close = () => adapter.dispose();
    const factory = {
      provider: adapter.provider,
      adapterName: adapter.adapterName,
      // At the client's first use, not at start: loading its compiler takes a sixth of a start.
      async connect() {
        close = () => client.$disconnect();
        return adapter;
      },
    };
    const client = new PrismaClient({ adapter: factory });
    try {
      await adapter.query('SELECT 1', []);
    } catch (error) {
      await close();
      throw error;
    }
    return {
      provider,
      client,
      adapter,
      close: () => close(),
      // Looked up at each call, since observers replace these functions of the adapter later.
      query: (sql, values) => adapter.query(sql, values),
      queryAlone: (sql, values) => adapter.queryAlone(sql, values),
      insert: (table, rows, nowMs) => adapter.insert(table, rows, nowMs),
    };
  } catch (error) {
    throw cannotBeOpened(error);
  }
}

/** The kind of database of an address. No error quotes the address: it may hold a password. */
export function providerOf(url: string): Provider {
  if (url.startsWith('file:')) return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(url)) return 'postgresql';
  throw new Error('The database address must start with "file:" or "postgresql://"');
}

// Imports only the driver that is needed, since each contains a query compiler of 2 MB.
function importDriver(provider: Provider): Promise<Driver> {
  if (provider === 'sqlite') return import('./sqlite.ts');
  // The wider client is used as the narrower one. TypeScript rejects that, since `$transaction`
  // passes the client to a function, which makes it compare the two in both directions.
  return import('./postgresql.ts') as Promise<unknown> as Promise<Driver>;
}
