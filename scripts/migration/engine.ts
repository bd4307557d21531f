import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import { type DiffTarget, SchemaEngine } from '@prisma/schema-engine-wasm';
import { sqliteSchema } from '../generate/prisma-clients.ts';
import { MODELS } from '../generate/sources.ts';

/*
 * Prisma's schema engine, which runs in WebAssembly and compares models with models: no database
 * takes part.
 */

type EngineProvider = 'sqlite' | 'postgres';

/**
 * The SQL that leads from the tables of one schema to those of another, as Prisma writes it.
 *
 * @param before the text of a schema for PostgreSQL; empty where there are no tables yet
 * @param after the same
 * @throws with the place of what is not valid in a schema
 */
export async function compareModels(
  provider: EngineProvider,
  before: string,
  after: string,
): Promise<string> {
  const engine = await openEngine(provider);
  const target = (models: string): DiffTarget => {
    if (models === '') return { tag: 'empty' };
    const content = provider === 'sqlite' ? sqliteSchema(models) : models;
    return { tag: 'schemaDatamodel', files: [{ path: MODELS, content }] };
  };
  const { stdout } = await engine.diff({
    from: target(before),
    to: target(after),
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return stdout ?? '';
}

/** An engine on a database that is not there. It asks PostgreSQL for its version, and does without. */
function openEngine(provider: EngineProvider): Promise<SchemaEngine> {
  const adapterName = 'none';
  const connect = async (): Promise<SqlDriverAdapter> => ({
    provider,
    adapterName,
    queryRaw: async () => ({ columnNames: [], columnTypes: [], rows: [] }),
    executeRaw: async () => 0,
    executeScript: async () => undefined,
    startTransaction: () => Promise.reject(new Error('There is no database.')),
    dispose: async () => undefined,
  });
  return SchemaEngine.new(
    { datamodels: undefined },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory({
      provider,
      adapterName,
      connect,
      connectToShadowDb: connect,
    }),
  );
}
