// The two Prisma clients, from one schema.
//
// `prisma generate` would download a schema engine, although it never starts one. It downloads none
// if an environment variable names an executable as the engine: any executable will do.

import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inTemporaryFolder } from '../temporary-folder.ts';

const PRISMA = fileURLToPath(import.meta.resolve('prisma/build/index.js'));

/**
 * Writes the clients of a schema to `<target>/sqlite` and `<target>/postgresql`, and replaces the
 * files there. The same schema always gives the same bytes.
 *
 * @throws with the output of `prisma generate` if the schema is not valid
 */
export async function generatePrismaClients(models: string, target: string): Promise<void> {
  const postgresql = await readFile(models, 'utf8');
  await Promise.all([
    generateClient(postgresql, join(target, 'postgresql')),
    generateClient(sqliteSchema(postgresql), join(target, 'sqlite')),
  ]);
}

/** The same models for SQLite, which has no native types such as `@db.VarChar`. */
export function sqliteSchema(postgresqlSchema: string): string {
  return postgresqlSchema
    .replace('provider = "postgresql"', 'provider = "sqlite"')
    .replaceAll(/ @db\.\w+(\(\d+\))?/g, '');
}

async function generateClient(schema: string, target: string): Promise<void> {
  // A folder of its own, in which Prisma finds no `.env` and no `prisma.config.ts`.
  await inTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'schema.prisma'), schema);
    const args = [PRISMA, 'generate', '--no-hints', '--schema=schema.prisma'];
    const env = {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
    };
    await promisify(execFile)(process.execPath, args, { cwd: folder, env });
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { recursive: true });
    await cp(join(folder, 'client'), target, { recursive: true });
  });
}
