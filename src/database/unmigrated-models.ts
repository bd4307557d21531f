import { readFile } from 'node:fs/promises';
import { MODELS_DIGEST } from '../../generated/prisma/models-digest.ts';
import { modelsDigest, UNMIGRATED } from './models-digest.ts';

/**
 * Compares the models that this process was built with to those of the last migration.
 *
 * @param migrated the schema of the last migration: this service's own, unless given
 * @returns one clear line when they differ
 */
export async function unmigratedModels(
  // By its name in package.json, so that src/ and dist/bundle/ find the same file.
  migrated = new URL(import.meta.resolve('#migrations/schema.prisma')),
): Promise<string | undefined> {
  const schema = await readFile(migrated, 'utf8').catch(() => '');
  return modelsDigest(schema) === MODELS_DIGEST ? undefined : UNMIGRATED;
}
