// PostgreSQL as this service needs it: in UTC, and with the statements of every request prepared.

import { PrismaPg } from '@prisma/adapter-pg';
import type { PoolConfig } from 'pg';
import type { QueryingFactory } from './database.js';

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
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    async connect() {
      const adapter = await factory.connect();
      const query = async <Row>(sql: string, args: readonly unknown[]) => {
        if (!names.has(sql)) names.set(sql, `s${names.size}`);
        const argTypes = args.map(() => ANY_TYPE);
        return (await adapter.queryRaw({ sql, args: [...args], argTypes })).rows as Row[];
      };
      return Object.assign(adapter, { query });
    },
  };
}
