// PostgreSQL as this service needs it: in UTC, and with the statements of every request prepared.

import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import type { PoolConfig } from 'pg';
import type { QueryingFactory } from './database.ts';

const ANY_TYPE = { scalarType: 'unknown', arity: 'scalar' } as const;

/** The adapter factory for one PostgreSQL database, with a pool of connections. */
export function postgresAdapterFactory(config: PoolConfig): QueryingFactory {
  /** Names by statement. One with a name is parsed and planned once on each connection. */
  const names = new Map<string, string>();
  const factory = new PrismaPg(
    {
      ...config,
      // The adapter writes and reads times as UTC without saying so, whatever the server's own time zone is.
      onConnect: (connection) => connection.query("SET TIME ZONE 'UTC'"),
    },
    // No name for those of the query builder, whose number has no bound.
    { statementNameGenerator: ({ sql }) => names.get(sql) ?? '' },
  );
  const connect = factory.connect.bind(factory);
  return Object.assign(factory, {
    async connect() {
      const adapter = await connect();
      const query = async <Row>(sql: string, args: readonly unknown[]) => {
        if (!names.has(sql)) names.set(sql, `s${names.size}`);
        const argTypes = args.map(() => ANY_TYPE);
        const result = adapter.queryRaw({ sql, args: [...args], argTypes });
        return (await result.catch(rethrow)).rows as Row[];
      };
      return Object.assign(adapter, { query });
    },
  });
}

/** With PostgreSQL's own words, which the log is to have and the adapter replaces by its own for their kind. */
function rethrow(error: unknown): never {
  if (error instanceof DriverAdapterError) {
    error.message = error.cause.originalMessage ?? error.message;
  }
  throw error;
}
