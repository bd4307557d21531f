import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
// SQLite's client is the narrower of the two: what compiles against it also exists on PostgreSQL.
import type { PrismaClient } from '../../generated/prisma/sqlite/client.ts';
import { cannotBeOpened } from './faults.ts';
import type { DatabaseOptions } from './postgresql.ts';
import type { Adapter } from './statements.ts';

export type { PrismaClient };

export type Provider = 'sqlite' | 'postgresql';

export interface Database extends Pick<Adapter, 'insert' | 'query'> {
  readonly provider: Provider;
  readonly client: PrismaClient;
  /** What the client, `query` and `insert` are connected through. */
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
  const { connect, PrismaClient } = await importDriver(provider);
  try {
    const adapter = await connect(currentAddress, options);
    const { provider: kind, adapterName } = adapter;
    // The client connects, and loads its query compiler, when it is first used: the start is a sixth shorter without.
    let end = () => adapter.dispose();
    const connectClient = async () => {
      end = () => client.$disconnect();
      return adapter;
    };
    const client = new PrismaClient({
      adapter: { provider: kind, adapterName, connect: connectClient },
    });
    const close = () => end();
    // Prisma's errors name the server, those of the driver may not.
    const probe = adapter.query('SELECT 1', []).catch(() => client.$queryRaw`SELECT 1`);
    await probe.catch((error) => close().then(() => Promise.reject(error)));
    return {
      ...{ provider, client, adapter, close },
      // Observers replace those of the adapter, before anything takes them from here.
      get query() {
        return adapter.query;
      },
      get insert() {
        return adapter.insert;
      },
    };
  } catch (error) {
    throw cannotBeOpened(error);
  }
}

/** The kind of database an address names. The address may hold a password, so no error repeats it. */
export function providerOf(url: string): Provider {
  if (url.startsWith('file:')) return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(url)) return 'postgresql';
  throw new Error('The database address must start with "file:" or "postgresql://"');
}

// Only the one that is needed is imported, since each contains a query compiler of 2 MB.
function importDriver(provider: Provider): Promise<Driver> {
  if (provider === 'sqlite') return import('./sqlite.ts');
  // The wider client is used as the narrower one. TypeScript rejects that, since `$transaction` passes the
  // client to a function, which makes it compare the two in both directions.
  return import('./postgresql.ts') as Promise<unknown> as Promise<Driver>;
}
