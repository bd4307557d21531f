import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import type { Database } from '../../src/database/database.ts';

export const NO_FILTERS = { externalTables: [], externalEnums: [] };

/** Columns of PostgreSQL's catalog in the type "char", which its adapter cannot read. */
const CHAR = /\b(con\.conf(?:del|upd)type|constr\.contype)\b(?= *(?:AS|,))/gi;

/** Prisma's own schema engine on a database. */
export function openEngine({ adapter }: Database): Promise<SchemaEngine> {
  const own = adapter();
  const { provider, adapterName } = own;
  const connect = async (): Promise<SqlDriverAdapter> => ({
    provider,
    adapterName,
    queryRaw: (query) => own.queryRaw({ ...query, sql: query.sql.replaceAll(CHAR, '$&::text') }),
    executeRaw: (query) => own.executeRaw(query),
    executeScript: (script) => own.executeScript(script),
    startTransaction: (isolationLevel) => own.startTransaction(isolationLevel),
    // The database is closed by whoever opened it.
    dispose: async () => {},
  });
  const factory = { provider, adapterName, connect, connectToShadowDb: connect };
  return SchemaEngine.new(
    { datamodels: undefined },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  );
}

/** What Prisma would change in a PostgreSQL database until it has the tables of these models. */
export async function driftFrom(models: string, database: Database): Promise<string> {
  const files = [{ path: 'schema.prisma', content: models }];
  const { stdout } = await (await openEngine(database)).diff({
    from: { tag: 'schemaDatasource', files, configDir: '' },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    filters: NO_FILTERS,
  });
  return stdout?.replace('-- This is an empty migration.', '').trim() ?? '';
}
