// What a service has of its database: clients of its models, and the migrations of their tables.

import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';

export type Provider = 'sqlite' | 'postgresql';

/** All of it is imported only when it is needed: a client contains a query compiler of 2 MB. */
export interface ServiceDatabase<Client = unknown> {
  /** The narrower of the two: what compiles against it also exists on PostgreSQL. */
  sqlite(): Promise<{ readonly PrismaClient: ClientClass<Client> }>;
  postgresql(): Promise<{ readonly PrismaClient: ClientClass<unknown> }>;
  migrations(): Promise<{ readonly migrations: Migrations }>;
}

type ClientClass<Client> = new (options: {
  adapter: SqlDriverAdapterFactory;
  transactionOptions: { readonly maxWait: number; readonly timeout: number };
}) => Client;

/** Those of one owner, in their order. */
export type Migrations = Readonly<Record<Provider, readonly Migration[]>>;

export interface Migration {
  /** The name of its folder: when it was written, and what it does. */
  readonly name: string;
  readonly script: string;
}

/** What a database of a service goes through. */
export interface History {
  /** In the order in which they are applied. */
  readonly all: readonly Migration[];
  /** Those that no other service has. */
  readonly own: readonly Migration[];
}

/** The history of a service's databases: the platform's migrations, then its own. */
export async function historyOf(
  { migrations }: Pick<ServiceDatabase, 'migrations'>,
  provider: Provider,
): Promise<History> {
  const [platform, service] = await Promise.all([
    import('../../../generated/platform/prisma/migrations.ts'),
    migrations(),
  ]);
  return joinHistories(platform.migrations[provider], service.migrations[provider]);
}

/**
 * Each is applied in its own order, whatever the other has applied already: a newer platform brings
 * migrations that are older than a service's. A service from before the platform had migrations has
 * a first one with all tables: it stands in the place of the platform's of the same name.
 */
export function joinHistories(platform: readonly Migration[], own: readonly Migration[]): History {
  const byName = new Map(own.map((one) => [one.name, one]));
  const first = platform.map((one) => byName.get(one.name) ?? one);
  return { all: [...new Set([...first, ...own])], own };
}
