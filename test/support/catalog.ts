// What a database has, and what the models say that it has.

import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { writeMigrations } from '../../scripts/migration.ts';
import { PLATFORM_MODELS, storeModels } from '../../scripts/sources.ts';
import type { Database, Provider } from '../../src/platform/database/index.ts';
import type { History } from '../../src/platform/database/service-database.ts';
import { historyIn } from './both-databases.ts';
import { temporaryFolder } from './databases.ts';
import { root } from './scripts.ts';

const CATALOG = {
  sqlite: [
    `SELECT t.name AS table_name, c.name, c.type, c."notnull", c.dflt_value, c.pk
      FROM sqlite_master t, pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.name NOT IN ('_prisma_migrations', 'sqlite_sequence')
      ORDER BY t.name, c.name`,
    `SELECT t.name AS table_name, f.* FROM sqlite_master t, pragma_foreign_key_list(t.name) f
      ORDER BY t.name, f."from"`,
    `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name <> '_prisma_migrations'
      ORDER BY name`,
  ],
  postgresql: [
    `SELECT table_name, column_name, is_nullable, column_default, udt_name, datetime_precision
      FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
      ORDER BY table_name, column_name`,
    `SELECT conrelid::regclass::text AS table_name, conname, pg_get_constraintdef(oid)
      FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND conrelid <> '_prisma_migrations'::regclass
        -- The models have no words for a CHECK.
        AND contype <> 'c'
      ORDER BY table_name, conname`,
    `SELECT indexdef FROM pg_indexes
      WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY indexdef`,
    // A value that is added later comes last, wherever the models have it.
    // Version 1.0 casts to the type of plans.
    `SELECT typname, enumlabel FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid
      WHERE typname <> 'plan' ORDER BY typname, enumlabel`,
  ],
};

/** Reads columns, references, indexes and enums of a database. */
export function readCatalog({
  client,
  provider,
}: Pick<Database, 'client' | 'provider'>): Promise<unknown[]> {
  return Promise.all(CATALOG[provider].map((sql) => client.$queryRawUnsafe(sql)));
}

/**
 * The migrations that `npm run migration` writes for an empty database.
 *
 * @param service the folder of the service
 */
export async function historyOfModels(
  t: Test,
  provider: Provider,
  service = root,
): Promise<History> {
  const cwd = await temporaryFolder(t);
  await mkdir(join(cwd, 'prisma/schema'), { recursive: true });
  await cp(join(root, PLATFORM_MODELS.file), join(cwd, PLATFORM_MODELS.file));
  await cp(storeModels(service).file, join(cwd, storeModels('.').file));
  await writeMigrations('all', { root: cwd });
  return historyIn(cwd, provider);
}
