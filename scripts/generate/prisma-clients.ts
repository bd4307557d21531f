// The Prisma clients: for each database one of the service, and one of the platform alone.
//
// `prisma generate` would download a schema engine, although it never starts one. It downloads none
// if an environment variable names an executable as the engine: any executable will do.

import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inTemporaryFolder } from '../temporary-folder.ts';

const PRISMA = fileURLToPath(import.meta.resolve('prisma/build/index.js'));

/** Changes the text of a file of models. */
type Change = (models: string) => string;

/**
 * Writes the clients of models to `<target>/sqlite` and `<target>/postgresql`, and replaces the
 * files there. The same models always give the same bytes.
 *
 * @param models the files, of which one has the generator and the database
 * @throws with the output of `prisma generate` if the models are not valid
 */
export async function generatePrismaClients(
  models: readonly string[],
  target: string,
): Promise<void> {
  await Promise.all([
    generateClient(models, (text) => text, join(target, 'postgresql')),
    generateClient(models, sqliteSchema, join(target, 'sqlite')),
  ]);
}

/**
 * Writes SQLite's client of models to a folder. It is the narrower of the two: what compiles
 * against it also exists on PostgreSQL.
 */
export async function generateNarrowClient(
  models: readonly string[],
  target: string,
): Promise<void> {
  await generateClient(models, sqliteSchema, target);
}

/** The same models for SQLite, which has no native types such as `@db.VarChar`. */
export function sqliteSchema(postgresqlSchema: string): string {
  return postgresqlSchema
    .replace('provider = "postgresql"', 'provider = "sqlite"')
    .replaceAll(/ @db\.\w+(\(\d+\))?/g, '');
}

async function generateClient(models: readonly string[], change: Change, target: string) {
  // A folder of its own, in which Prisma finds no `.env` and no `prisma.config.ts`.
  await inTemporaryFolder(async (folder) => {
    await mkdir(join(folder, 'schema'));
    for (const file of models) {
      const text = change(await readFile(file, 'utf8'));
      await writeFile(join(folder, 'schema', basename(file)), text);
    }
    const args = [PRISMA, 'generate', '--no-hints', '--schema=schema'];
    const env = {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
    };
    await promisify(execFile)(process.execPath, args, { cwd: folder, env });
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { recursive: true });
    await cp(join(folder, 'schema/client'), target, { recursive: true });
  });
}
