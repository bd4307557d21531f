import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import type { AdapterFactory } from './statements.ts';

export { PrismaClient } from '../../generated/prisma/postgresql/client.ts';

/*
 * PostgreSQL as this service needs it: in UTC, and with named statements, which stay prepared.
 */

const ANY_TYPE = { scalarType: 'unknown', arity: 'scalar' } as const;

/** How long a request waits for a connection, and then for a statement, before it gets a 503. */
const MAX_WAIT_MS = 1_500;

/** PostgreSQL cancels a slow statement; the client gives up when PostgreSQL does not respond at all. */
const STATEMENT_TIMEOUTS = { statement_timeout: MAX_WAIT_MS, query_timeout: MAX_WAIT_MS + 250 };

/** The adapter factory for one PostgreSQL database, with a pool of connections. */
export function adapterFactory(url: string, timeouts: object = STATEMENT_TIMEOUTS): AdapterFactory {
  /** The name of each statement. A named one is parsed and planned once per connection. */
  const names = new Map<string, string>();
  const factory = new PrismaPg(
    {
      connectionString: url,
      connectionTimeoutMillis: MAX_WAIT_MS,
      ...timeouts,
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
