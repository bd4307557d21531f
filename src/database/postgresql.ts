import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import type { PoolConfig } from 'pg';
import type { AdapterFactory } from './statements.ts';

/*
 * PostgreSQL as this service needs it: in UTC, and with named statements, which stay prepared.
 */

const ANY_TYPE = { scalarType: 'unknown', arity: 'scalar' } as const;

/** The adapter factory for one PostgreSQL database, with a pool of connections. */
export function postgresAdapterFactory(config: PoolConfig): AdapterFactory {
  /** The name of each statement. A named one is parsed and planned once per connection. */
  const names = new Map<string, string>();
  const factory = new PrismaPg(
    {
      ...config,
      // The adapter writes and reads times as UTC without saying so, whatever the server's time zone is.
      onConnect: (connection) => connection.query("SET TIME ZONE 'UTC'"),
    },
    // None for the query builder's statements, whose number is unbounded.
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

/** With PostgreSQL's own message for the log, which the adapter replaces by the kind of error. */
function rethrow(error: unknown): never {
  if (error instanceof DriverAdapterError) {
    error.message = error.cause.originalMessage ?? error.message;
  }
  throw error;
}
