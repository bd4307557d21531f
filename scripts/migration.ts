// `npm run migration`: writes the migrations that changed models need, for both databases.

import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { compareModels, enumColumns, type Files, lostChecks } from './migration-scripts.ts';
import { type Models, platformModels, storeModels } from './sources.ts';

const READ_IT = `Read both scripts before they are applied: a renamed column is dropped and added,
and a required column needs a value for the rows that exist.
`;

/** Finds lost data in PostgreSQL's script. SQLite's script drops every table that it copies. */
const DROPS = /\bDROP (?:TABLE|COLUMN)\b/;
const DROPS_DATA = '-- drops data\n';
const DROPS_IT = `The migration drops data, as its first line says. A service with an embedded database
does not apply it at start, but stops. npm run migrate applies it.
`;

export async function main() {
  const command = new Command('npm run migration --')
    .description('Writes the next migration for both databases, from the models in prisma/schema/.')
    .option('--service <folder>', 'the folder of the service', '.')
    .argument('<name>', 'what it does, such as add_colour', readName);
  const [name] = command.parse().processedArgs;
  const { service } = command.opts<{ service: string }>();
  const written = await writeMigrations(name, { service });
  process.stdout.write(
    written || 'There is nothing to write: the models have not changed since the last migration.\n',
  );
}

interface MigrationOptions {
  /** The folder of the project. */
  readonly root?: string;
  /** The folder of the service. */
  readonly service?: string;
}

/** @returns what was written, and how to read it; nothing if no models have changed */
export async function writeMigrations(
  name: string,
  { root = '.', service = root }: MigrationOptions,
): Promise<string> {
  const models = platformModels(root);
  const platform = { [models.file]: await readFile(models.file, 'utf8') };
  const now = Date.now();
  const ofPlatform = await writeMigration(models, {}, folderName(now, name));
  // Of another time, since the name of a migration is its own in both histories.
  const ofStore = await writeMigration(
    storeModels(service),
    platform,
    folderName(now + 1_000, name),
  );
  return ofPlatform + ofStore;
}

function folderName(atMs: number, name: string): string {
  return `${new Date(atMs).toISOString().replaceAll(/\D/g, '').slice(0, 14)}_${name}`;
}

/**
 * @param others the models that theirs stand beside
 * @returns what was written; nothing if they have not changed since their last migration
 */
async function writeMigration(
  { file, migrations, migrated }: Models,
  others: Files,
  folder: string,
): Promise<string> {
  const models = await readFile(file, 'utf8');
  // Missing before their first migration.
  const last = existsSync(migrated) ? { [file]: await readFile(migrated, 'utf8') } : {};
  const before = { ...others, ...last };
  const after = { ...others, [file]: models };
  const scripts = {
    sqlite: await compareModels('sqlite', before, after),
    postgresql: await compareModels('postgresql', before, after),
  };
  if (Object.values(scripts).every((sql) => sql.startsWith('-- This is an empty migration.'))) {
    return '';
  }
  const dropsData = DROPS.test(scripts.postgresql);
  const lost = await lostChecks(scripts.sqlite, migrations, enumColumns(models));
  scripts.sqlite = `${lost.map((line) => `-- ${line}\n`).join('')}${scripts.sqlite}`;
  const written: string[] = [];
  for (const [provider, sql] of Object.entries(scripts)) {
    const path = `${migrations}/${provider}/${folder}`;
    await mkdir(path, { recursive: true });
    await writeFile(`${path}/migration.sql`, dropsData ? `${DROPS_DATA}${sql}` : sql);
    written.push(`Wrote ${path}/migration.sql\n`);
  }
  await cp(file, migrated);
  const hints = [READ_IT, ...lost.map((line) => `${line}\n`), ...(dropsData ? [DROPS_IT] : [])];
  return [...written, ...hints].join('');
}

function readName(name: string): string {
  if (/^[a-z][a-z0-9_]*$/.test(name)) return name;
  throw new InvalidArgumentError('Write small letters, digits and underscores.');
}
