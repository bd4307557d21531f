import type { Provider } from '../../src/database/index.ts';
import { whatBreaks } from './breaking.ts';
import { compareModels } from './engine.ts';
import type { ExistingTables } from './existing-tables.ts';
import { postgresqlStatements } from './postgresql.ts';
import { sqliteStatements } from './sqlite.ts';
import { sqliteTables } from './sqlite-tables.ts';
import { readTables, type Tables } from './tables.ts';
import { findWarnings, type Warning } from './warnings.ts';

/*
 * What leads from models to other models, on both databases.
 */

export interface Plan {
  /** None where nothing changes. */
  readonly statements: readonly string[];
  readonly warnings: readonly Warning[];
  /** Why the version before cannot run on the new schema, if it cannot. */
  readonly breaks: string | undefined;
}

/**
 * Plans a migration. Models are the text of prisma/schema.prisma.
 *
 * @param existing what the migrations so far make of a SQLite database
 * @throws with the place of what is not valid in the models
 */
export async function planMigration(
  before: string,
  after: string,
  existing: ExistingTables,
): Promise<Record<Provider, Plan>> {
  const [old, wanted] = [await tablesOf(before), await tablesOf(after)];
  const script = await compareModels('postgres', before, after);
  const plan = (provider: Provider, statements: string[]): Plan => {
    const tables = [old[provider], wanted[provider]] as const;
    const warnings = findWarnings(provider, ...tables);
    return { statements, warnings, breaks: whatBreaks(...tables, warnings) };
  };
  return {
    sqlite: plan('sqlite', sqliteStatements(old.sqlite, wanted.sqlite, existing)),
    postgresql: plan('postgresql', postgresqlStatements(script, old.postgresql, wanted.postgresql)),
  };
}

/** A name in the database. */
const APOSTROPHE = /map(?:\(|: *)("[^"\n]*'[^"\n]*")/;

/** The tables that models make, in this project's forms. */
export async function tablesOf(models: string): Promise<Record<Provider, Tables>> {
  const [, name] = APOSTROPHE.exec(models) ?? [];
  if (name) throw new Error(`Take the apostrophe out of ${name}: Prisma writes SQL that is none.`);
  const postgresql = readTables(await compareModels('postgres', '', models));
  const prismas = readTables(await compareModels('sqlite', '', models));
  return { postgresql, sqlite: sqliteTables(prismas, postgresql) };
}
