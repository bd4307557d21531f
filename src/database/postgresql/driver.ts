import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError, type SqlQuery } from '@prisma/driver-adapter-utils';
import { type DatabaseOptions, withDefaults } from '../options.ts';
import type { AdapterFactory } from '../statements.ts';
import { observeNames, statementName } from './names.ts';
import { openPool, stateOf } from './pool.ts';

const ANY_TYPE = { scalarType: 'unknown', arity: 'scalar' } as const;

/** The adapter passes it on as it is. */
interface NamedQuery extends SqlQuery {
  readonly name?: string;
}

/**
 * The adapter factory for one PostgreSQL database, with a pool of connections.
 *
 * @param address gives the address, for each connection anew
 */
export function adapterFactory(
  address: () => string,
  { warn, beforeQuery, ...settings }: DatabaseOptions = {},
): AdapterFactory {
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    async connect() {
      const names = observeNames((message) => warn?.(message));
      const pool = openPool(address, withDefaults(settings), names, beforeQuery);
      const adapter = await new PrismaPg(pool, {
        disposeExternalPool: true,
        // The query builder's have none, since their number is unbounded.
        statementNameGenerator: ({ name = '' }: NamedQuery) => name,
      }).connect();
      const query = async <Row>(sql: string, args: readonly unknown[]) => {
        const argTypes = args.map(() => ANY_TYPE);
        const named: NamedQuery = { name: statementName(sql), sql, args: [...args], argTypes };
        return (await adapter.queryRaw(named).catch(rethrow)).rows as Row[];
      };
      return Object.assign(adapter, { query, pool: () => stateOf(pool) });
    },
  };
}

/** With PostgreSQL's own message for the log, which the adapter replaces by the kind of error. */
function rethrow(error: unknown): never {
  if (error instanceof DriverAdapterError) {
    error.message = error.cause.originalMessage ?? error.message;
  }
  throw error;
}
