import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Provider } from '../../src/database/index.ts';
import { MIGRATED_MODELS } from '../generate/sources.ts';

/*
 * The files of migrations: a folder for each database, and beside them the models of the last one.
 */

export const PROVIDERS = ['sqlite', 'postgresql'] as const;

const HEADER = `// The models as of the last migration. \`npm run migration\` compares prisma/schema.prisma with them, and
// replaces them with it. Never edited, except to merge what was merged there.

`;

export type MigrationFiles = ReturnType<typeof migrationFiles>;

/** @param folder where the models and migrations are, usually `prisma` */
export function migrationFiles(folder: string) {
  const models = join(folder, 'schema.prisma');
  const migrated = join(folder, 'migrations/schema.prisma');
  const folderOf = (provider: Provider) => join(folder, 'migrations', provider);

  async function names(provider: Provider): Promise<string[]> {
    const entries = await readdir(folderOf(provider), { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
  }

  return {
    names,
    readModels: () => readFile(models, 'utf8'),

    /** @throws one clear line when they are not there */
    async readMigratedModels(): Promise<string> {
      if (existsSync(migrated)) return readFile(migrated, 'utf8');
      throw new Error(
        `${MIGRATED_MODELS} is missing. Restore it: it has the last migration's models.`,
      );
    },

    async writeMigratedModels(): Promise<void> {
      await writeFile(migrated, `${HEADER}${await readFile(models, 'utf8')}`);
    },

    /** The scripts of a database's migrations by their names, in their order. */
    async readScripts(provider: Provider): Promise<ReadonlyMap<string, string>> {
      const path = (name: string) => join(folderOf(provider), name, 'migration.sql');
      const scripts = (await names(provider)).map(
        async (name) => [name, await readFile(path(name), 'utf8')] as const,
      );
      return new Map(await Promise.all(scripts));
    },

    /**
     * Writes a migration together with its models: all of it, or nothing.
     *
     * @returns the paths of the scripts
     */
    async write(name: string, scripts: Record<Provider, string>): Promise<string[]> {
      const made: string[] = [];
      try {
        for (const provider of PROVIDERS) {
          const target = join(folderOf(provider), name);
          await mkdir(target);
          made.push(target);
          await writeFile(join(target, 'migration.sql'), scripts[provider]);
        }
        await this.writeMigratedModels();
      } catch (error) {
        for (const target of made) await rm(target, { recursive: true });
        throw error;
      }
      return made.map((target) => join(target, 'migration.sql'));
    },
  };
}
