// Updates the files in generated/ that are out of date, and deploy/grants.sql, or names them.

import { globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import {
  GRANTS,
  isDocumentSource,
  PLATFORM_MODELS,
  SOURCE_FOLDERS,
  storeModels,
} from '../sources.ts';
import { digestsOf, INSTALLED, makeUnlessUpToDate } from '../up-to-date.ts';
import { grantsScript } from './grants.ts';
import { reportUnmigrated, updateModels } from './models.ts';

const FOLDER = 'generated';
/** The file with the digests of the generated files and their sources. */
const RECORD = 'digests.json';
/** Generated files that are not in git: no reviewer reads them, and each build makes them. */
const UNREVIEWED = ['contract.ts', 'documentation.ts', 'page/', 'platform/', 'prisma/', RECORD];

/** The text of each file, by name. */
type Files = Record<string, string>;

/**
 * Updates the files of generated/ that are out of date, with the database clients, and
 * deploy/grants.sql.
 *
 * @param check changes nothing, names the files in git that would change, and sets the exit code to
 *   1 if there are any
 * @throws with the findings of lint if the contract has errors, and with one line if a table has no
 *   rights
 */
export async function updateGenerated({ check = false } = {}): Promise<void> {
  if (check) {
    report(await outOfDate());
  } else {
    await updateModels('.');
    await update(await readGrants(), await wantedGrants());
    await updateDocuments();
  }
  await reportUnmigrated('.');
}

/** Updates the documents, or leaves them all unchanged if one cannot be made. */
async function updateDocuments() {
  await makeUnlessUpToDate({
    name: `${FOLDER}/, the complete contract and its documentation`,
    record: join(FOLDER, RECORD),
    sources: () => digestsOf([...filesBelow(SOURCE_FOLDERS).filter(isDocumentSource), INSTALLED]),
    made: documentFiles,
    make: async () => update(await readAll(documentFiles()), await wantedDocuments()),
  });
}

/** The files below generated/ that are not part of the database clients. */
function documentFiles(): string[] {
  return filesBelow([FOLDER]).filter((file) => !/^generated\/(?:platform\/)?prisma\//.test(file));
}

async function wantedDocuments(): Promise<Files> {
  const { makeDocuments } = await import('./documents.ts');
  const documents = Object.entries(await makeDocuments());
  return Object.fromEntries(documents.map(([name, text]) => [join(FOLDER, name), text]));
}

/** @returns the files in git that do not match their sources */
async function outOfDate(): Promise<string[]> {
  return [
    ...differences(await readGrants(), await wantedGrants()),
    ...differences(await readAll(documentFiles()), await wantedDocuments()).filter(isReviewed),
  ];
}

/** Too quick to make for a record of its sources. */
async function wantedGrants(): Promise<Files> {
  const files = [PLATFORM_MODELS.file, storeModels('.').file];
  const [platform = '', store = ''] = await Promise.all(
    files.map((file) => readFile(file, 'utf8')),
  );
  return { [GRANTS]: grantsScript({ platform, store }) };
}

/** An image is built without it. */
function readGrants(): Promise<Files> {
  return readAll(filesBelow([dirname(GRANTS)]).filter((file) => file === GRANTS));
}

/** Replaces the files that differ. */
async function update(present: Files, wanted: Files): Promise<void> {
  for (const file of differences(present, wanted)) await replace(file, wanted[file]);
}

/** The files that are missing, should not be there, or have another text. */
function differences(present: Files, wanted: Files): string[] {
  const files = new Set([...Object.keys(present), ...Object.keys(wanted)]);
  return [...files].filter((file) => present[file] !== wanted[file]).sort();
}

function isReviewed(file: string): boolean {
  // Those of older versions have a folder of their own.
  const name = relative(FOLDER, file).replace(/^v\d+\//, '');
  return !UNREVIEWED.some((one) => name.startsWith(one));
}

function report(different: readonly string[]) {
  for (const file of different) console.error(`${file} does not match its sources.`);
  if (different.length === 0) return;
  console.error('Run: npm run generate');
  process.exitCode = 1;
}

async function replace(file: string, text: string | undefined) {
  if (text === undefined) return rm(file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

function filesBelow(folders: readonly string[]): string[] {
  return globSync(folders.map((folder) => `${folder}/**/*.*`));
}

async function readAll(files: readonly string[]): Promise<Files> {
  const texts = files.map(async (file) => [file, await readFile(file, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}
