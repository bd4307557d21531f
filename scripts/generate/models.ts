// Makes what programs need of prisma/: the clients of the models, and the migrations as a module,
// so that a program finds those that it was built with.

import { existsSync, globSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Migration, Provider } from '../../src/platform/database/index.ts';
import { type Models, PLATFORM_MODELS, storeModels } from '../sources.ts';
import { digestsOf, INSTALLED, makeUnlessUpToDate } from '../up-to-date.ts';
import { generateNarrowClient, generatePrismaClients } from './prisma-clients.ts';

const PROVIDERS: readonly Provider[] = ['sqlite', 'postgresql'];
/** What makes them. */
const MAKERS = ['scripts/generate/models.ts', 'scripts/generate/prisma-clients.ts', INSTALLED];

/**
 * Brings up to date what the platform is typed with, whatever the service is, and what a service
 * runs with.
 *
 * @param service its folder
 */
export async function updateModels(service: string): Promise<void> {
  const own = storeModels(service);
  const platform = [PLATFORM_MODELS.file];
  await updateFrom(PLATFORM_MODELS, 'generated/platform/prisma', (target) =>
    generateNarrowClient(platform, target),
  );
  await updateFrom(own, join(service, 'generated/prisma'), (target) =>
    generatePrismaClients([...platform, own.file], target),
  );
}

async function updateFrom(
  models: Models,
  target: string,
  generate: (target: string) => Promise<void>,
) {
  const scripts = globSync(`${models.migrations}/*/*/migration.sql`);
  await makeUnlessUpToDate({
    name: `${target}/, the database clients`,
    record: join(target, 'digests.json'),
    sources: () => digestsOf([PLATFORM_MODELS.file, models.file, ...scripts, ...MAKERS]),
    made: () => globSync(`${target}/**/*.*`),
    async make() {
      await generate(target);
      await writeFile(join(target, 'migrations.ts'), await migrationsModule(models));
    },
  });
}

async function migrationsModule({ migrations }: Models): Promise<string> {
  const read = PROVIDERS.map(async (one) => [one, await readMigrations(join(migrations, one))]);
  const value = JSON.stringify(Object.fromEntries(await Promise.all(read)), null, 2);
  return `// Made from ${migrations}/ by \`npm run generate\`.\n\nexport const migrations = ${value};\n`;
}

/** @returns the migrations of a folder in their order; none if there is no folder */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = existsSync(folder) ? await readdir(folder, { withFileTypes: true }) : [];
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => {
      return { name, script: await readFile(join(folder, name, 'migration.sql'), 'utf8') };
    }),
  );
}

/** Says which models have no migration yet. */
export async function reportUnmigrated(service: string): Promise<void> {
  for (const { file, migrated } of [PLATFORM_MODELS, storeModels(service)]) {
    // Compared without comments and white space.
    if ((await readModels(file)) === (await readModels(migrated))) continue;
    console.error(
      `The models in ${file} have changed since the last migration. ` +
        'Run: npm run migration -- NAME',
    );
  }
}

async function readModels(file: string): Promise<string> {
  const schema = await readFile(file, 'utf8').catch(() => '');
  return schema.replaceAll(/\/\/.*|\bgenerator \w+ \{[^}]*\}|\s+/g, ' ').replaceAll(/ +/g, ' ');
}
