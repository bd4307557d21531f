import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDocumentSource, MIGRATED_MODELS, MODELS, SOURCE_FOLDERS } from '../sources.ts';
import { generatePrismaClients } from './prisma-clients.ts';

const FOLDER = 'generated';
const CLIENTS = `${FOLDER}/prisma`;
/** The file with a digest of the generated files and their sources. */
const RECORD = 'sources.sha256';
/** Generated files that are not in git: no reviewer reads them, and each build makes them. */
const UNREVIEWED = ['contract.ts', 'documentation.ts', 'page/', 'prisma/', RECORD];

/** The text of each file, by name. */
type Files = Record<string, string>;

/**
 * Updates the files of generated/ that are out of date, with the database clients.
 *
 * @param all also makes the files that are up to date
 * @param check changes nothing, names the files in git that would change, and sets the exit code to
 *   1 if there are any
 * @throws with the findings of lint if the contract has errors
 */
export async function updateGenerated({ all = false, check = false } = {}): Promise<void> {
  if (!check) await updateClients(all);
  const stale = await updateDocuments(all, check);
  if (check) report(stale);
  // Compared without comments and white space.
  const [models, migrated] = await Promise.all([MODELS, MIGRATED_MODELS].map(readModels));
  if (models !== migrated) {
    console.error(
      'The models in prisma/schema.prisma have changed since the last migration. ' +
        'Run: npm run migration -- NAME',
    );
  }
}

async function updateClients(all: boolean) {
  const makers = ['scripts/generate/prisma-clients.ts', 'node_modules/prisma/package.json'];
  const digest = digestOf(await readAll([MODELS, ...makers]));
  const record = join(CLIENTS, RECORD);
  if (!all && digest === (await readFile(record, 'utf8').catch(() => undefined))) return;
  await generatePrismaClients(MODELS, CLIENTS);
  await writeFile(record, digest);
}

/**
 * Updates the documents, or leaves them all unchanged if one cannot be made.
 *
 * @returns with `check`, the files in git that do not match their sources
 */
async function updateDocuments(all: boolean, check: boolean): Promise<string[]> {
  const present = await readAll(filesOf([FOLDER], (file) => !file.startsWith(CLIENTS)));
  const inputs = await readAll([...filesOf(SOURCE_FOLDERS, isDocumentSource), 'package-lock.json']);
  const record = join(FOLDER, RECORD);
  const { [record]: recorded, ...made } = present;
  if (!all && !check && recorded === digestOf({ ...inputs, ...made })) return [];
  const { makeDocuments } = await import('./documents.ts');
  const documents = Object.entries(await makeDocuments());
  const wanted: Files = Object.fromEntries(
    documents.map(([name, text]) => [join(FOLDER, name), text]),
  );
  wanted[record] = digestOf({ ...inputs, ...wanted });
  const files = new Set([...Object.keys(present), ...Object.keys(wanted)]);
  const different = [...files].filter((file) => present[file] !== wanted[file]).sort();
  if (check) return different.filter(isReviewed);
  for (const file of different) await replace(file, wanted[file]);
  return [];
}

function isReviewed(file: string): boolean {
  return !UNREVIEWED.some((name) => file.startsWith(join(FOLDER, name)));
}

function report(different: readonly string[]) {
  for (const file of different) console.error(`${file} does not match its sources.`);
  if (different.length === 0) return;
  console.error('Run: npm run generate -- --all');
  process.exitCode = 1;
}

async function replace(file: string, text: string | undefined) {
  if (text === undefined) return rm(file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** The files below some folders, in the order of their names. */
function filesOf(folders: readonly string[], isWanted: (file: string) => boolean): string[] {
  return globSync(folders.map((folder) => `${folder}/**/*.*`))
    .filter(isWanted)
    .sort();
}

async function readAll(files: readonly string[]): Promise<Files> {
  const texts = files.map(async (file) => [file, await readFile(file, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** Includes the names, because guides are joined in the order of their names. */
function digestOf(files: Files): string {
  const entries = Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1));
  return `${createHash('sha256').update(JSON.stringify(entries)).digest('hex')}\n`;
}

async function readModels(file: string): Promise<string> {
  const schema = await readFile(file, 'utf8').catch(() => '');
  return schema.replaceAll(/\/\/.*|\bgenerator \w+ \{[^}]*\}|\s+/g, ' ').replaceAll(/ +/g, ' ');
}
