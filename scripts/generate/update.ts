// Updates the files in generated/ that are out of date, deploy/grants.sql and the table of
// SUPPORTED.md, or names them.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { readService } from '../contract-options.ts';
import {
  documentSources,
  filesBelow,
  GRANTS,
  PLATFORM_MODELS,
  platformSources,
  SUPPORTED,
  serviceFiles,
  storeModels,
} from '../sources.ts';
import { digestsOf, INSTALLED, makeUnlessUpToDate } from '../up-to-date.ts';
import { grantsScript } from './grants.ts';
import { reportUnmigrated, updateModels } from './models.ts';
import { supportedPage } from './supported.ts';

/** What is the same in every service: what the platform is typed with, and its page. */
const PLATFORM = 'generated/platform';
/** The file with the digests of the generated files and their sources. */
const RECORD = 'digests.json';
/** Generated files that are not in git: no reviewer reads them, and each build makes them. */
const UNREVIEWED = ['contract.ts', 'documentation.ts', 'page/', 'platform/', 'prisma/', RECORD];

/** The text of each file, by name. */
type Files = Record<string, string>;

interface UpdateOptions {
  readonly check?: boolean;
  /** The folder of another service than that of this project. */
  readonly service?: string | undefined;
}

/**
 * Updates the files of generated/ that are out of date, with the database clients,
 * deploy/grants.sql and the table of SUPPORTED.md.
 *
 * @param check changes nothing, names the files in git that would change, and sets the exit code to
 *   1 if there are any
 * @throws with the findings of lint if the contract has errors, and with one line if a table has no
 *   rights
 */
export async function updateGenerated({ check = false, service }: UpdateOptions = {}) {
  if (check) {
    report(await outOfDate(service));
  } else {
    await updateModels(service ?? '.');
    await update(await readGrants(service), await wantedGrants(service));
    await update(await readAll([SUPPORTED]), await wantedSupported());
    await updatePlatform();
    await updateDocuments(service);
  }
  await reportUnmigrated(service ?? '.');
}

async function updatePlatform() {
  await makeUnlessUpToDate({
    name: `${PLATFORM}/, which is the same in every service`,
    record: join(PLATFORM, RECORD),
    sources: () => digestsOf([...platformSources(), INSTALLED]),
    made: () => documentFiles(PLATFORM),
    make: async () => {
      const { makePlatformDocuments } = await import('./documents.ts');
      const wanted = below(PLATFORM, await makePlatformDocuments());
      await update(await readAll(documentFiles(PLATFORM)), wanted);
    },
  });
}

/** Updates the documents, or leaves them all unchanged if one cannot be made. */
async function updateDocuments(service?: string) {
  const { generated } = serviceFiles(service);
  await makeUnlessUpToDate({
    name: `${generated}/, the complete contract and its documentation`,
    record: join(generated, RECORD),
    sources: () => digestsOf([...documentSources(service), INSTALLED]),
    made: () => documentFiles(generated),
    make: async () => {
      await update(await readAll(documentFiles(generated)), await wantedDocuments(service));
    },
  });
}

/** The files in a folder that are not part of the database clients, or made for every service. */
function documentFiles(folder: string): string[] {
  const isOther = (file: string) => /^(?:prisma|platform)\//.test(relative(folder, file));
  return filesBelow([folder]).filter((file) => !isOther(file));
}

async function wantedDocuments(service?: string): Promise<Files> {
  const { makeDocuments } = await import('./documents.ts');
  return below(serviceFiles(service).generated, await makeDocuments(service));
}

function below(folder: string, files: Files): Files {
  const entries = Object.entries(files).map(([name, text]) => [join(folder, name), text]);
  return Object.fromEntries(entries);
}

/** @returns the files in git that do not match their sources */
async function outOfDate(service?: string): Promise<string[]> {
  const { generated } = serviceFiles(service);
  const present = await readAll(documentFiles(generated));
  const documents = differences(present, await wantedDocuments(service));
  return [
    ...differences(await readGrants(service), await wantedGrants(service)),
    ...differences(await readAll([SUPPORTED]), await wantedSupported()),
    ...documents.filter((file) => isReviewed(relative(generated, file))),
  ];
}

/** Too quick to make for a record of its sources. */
async function wantedGrants(service?: string): Promise<Files> {
  const files = [PLATFORM_MODELS.file, storeModels(service ?? '.').file];
  const [platform = '', store = ''] = await Promise.all(
    files.map((file) => readFile(file, 'utf8')),
  );
  const { name } = await readService(service);
  return { [join(service ?? '.', GRANTS)]: grantsScript(name, { platform, store }) };
}

/** Too quick to make, too. */
async function wantedSupported(): Promise<Files> {
  const subset = 'scripts/contract/subset.yaml';
  const [page, schema] = await Promise.all(
    [SUPPORTED, subset].map((file) => readFile(file, 'utf8')),
  );
  return { [SUPPORTED]: supportedPage(page ?? '', schema ?? '') };
}

/** An image is built without it. */
function readGrants(service = '.'): Promise<Files> {
  const grants = join(service, GRANTS);
  return readAll(filesBelow([dirname(grants)]).filter((file) => file === grants));
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
  const name = file.replace(/^v\d+\//, '');
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

async function readAll(files: readonly string[]): Promise<Files> {
  const texts = files.map(async (file) => [file, await readFile(file, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}
