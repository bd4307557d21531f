import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import type { Database } from '../../src/database/database.ts';

export const NO_FILTERS = { externalTables: [], externalEnums: [] };

/** Prisma's own schema engine on a database. */
export function openEngine({ adapter }: Database): Promise<SchemaEngine> {
  const own = adapter;
  const { provider, adapterName } = own;
  const connect = async (): Promise<SqlDriverAdapter> => ({
    provider,
    adapterName,
    queryRaw: (query) => own.queryRaw(query),
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
