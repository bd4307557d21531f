import { modelsDigest } from '../../src/database/models-digest.ts';
import { MIGRATED_MODELS } from '../generate/sources.ts';
import { applyInMemory, type ExistingTables } from './existing-tables.ts';
import { type MigrationFiles, PROVIDERS } from './files.ts';
import { nameMigration } from './name.ts';
import { planMigration } from './plan.ts';
import { migrationScript } from './script.ts';

export interface Outcome {
  /** None when no database has to change. */
  readonly paths: readonly string[];
  /** What a person has to look at before it is applied. */
  readonly dangers: readonly string[];
}

/**
 * Writes a migration out of what has changed in the models since the last one.
 *
 * @param purpose what it does, such as `add_breed`
 * @returns undefined when nothing has changed
 * @throws one clear line when the purpose cannot be its name, or SQLite could not run it
 */
export async function createMigration(
  files: MigrationFiles,
  purpose: string,
  now: Date,
): Promise<Outcome | undefined> {
  const names = (await Promise.all(PROVIDERS.map(files.names))).flat();
  const name = nameMigration(purpose, names, now);
  const [before, after] = [await files.readMigratedModels(), await files.readModels()];
  if (modelsDigest(before) === modelsDigest(after)) return undefined;
  const existing = applyInMemory(await files.readScripts('sqlite'));
  const { sqlite, postgresql } = await planMigration(before, after, existing);
  if (sqlite.statements.length + postgresql.statements.length === 0) {
    await files.writeMigratedModels();
    return { paths: [], dangers: [] };
  }
  const scripts = { sqlite: migrationScript(sqlite), postgresql: migrationScript(postgresql) };
  tryOut(existing, scripts.sqlite);
  const paths = await files.write(name, scripts);
  const warnings = [...sqlite.warnings, ...postgresql.warnings];
  return { paths, dangers: [...new Set(warnings.map(({ danger }) => danger))] };
}

function tryOut(existing: ExistingTables, script: string) {
  try {
    existing.run(script);
  } catch (error) {
    throw new Error(
      `SQLite cannot change the tables of the migrations so far into those of the models: ${(error as Error).message}. Are they those of ${MIGRATED_MODELS}?`,
    );
  }
}
