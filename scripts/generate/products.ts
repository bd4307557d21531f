import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { modelsDigest } from '../../src/database/models-digest.ts';
import { filesBelow } from './folders.ts';
import {
  CONTRACT,
  isDocumentSource,
  MIGRATED_MODELS,
  MIGRATIONS,
  MODELS,
  SOURCE_FOLDERS,
} from './sources.ts';

/*
 * What is generated. What makes it is loaded only where it is made, since most runs find nothing
 * stale.
 */

/** What is made together: a folder, and what its content is made from. */
export interface Product {
  readonly folder: string;
  /** Files and folders. What makes it is as good as a source. */
  readonly madeFrom: readonly string[];
  /** Which files of those folders take part; all, unless it says otherwise. */
  readonly isSource?: (file: string) => boolean;
  /** Whether a file of its folder belongs to another product. */
  readonly isForeign?: (file: string) => boolean;
  make(folder: string): Promise<void>;
}

export const DOCUMENTS: Product = {
  folder: 'generated',
  madeFrom: [...SOURCE_FOLDERS, 'scripts/generate'],
  isSource: (file) => file.startsWith('scripts/') || isDocumentSource(file),
  isForeign: (file) => file.startsWith('prisma/'),
  make: makeDocuments,
};

export const CLIENTS: Product = {
  folder: 'generated/prisma',
  madeFrom: [
    MODELS,
    MIGRATIONS,
    'scripts/generate/expected-schema.ts',
    'scripts/generate/print-expected-schema.ts',
    'scripts/generate/prisma-clients.ts',
    'scripts/migration',
    'src/database/models-digest.ts',
    'node_modules/prisma/package.json',
  ],
  // Migrations are made from their models.
  isSource: (file) => !file.startsWith(MIGRATIONS) || file === MIGRATED_MODELS,
  make: makeClients,
};

/** Which sources a folder was made from. */
const DIGEST = 'sources.sha256';

/** Makes a product in any folder. */
export async function make(product: Product, folder: string): Promise<void> {
  await product.make(folder);
  await writeFile(join(folder, DIGEST), await digestOf(product));
}

/** Whether a product is absent, or was made from something else. */
export async function isStale(product: Product): Promise<boolean> {
  const recorded = await readFile(join(product.folder, DIGEST), 'utf8').catch(() => undefined);
  return recorded !== (await digestOf(product));
}

async function makeClients(folder: string) {
  const { generatePrismaClients } = await import('./prisma-clients.ts');
  await generatePrismaClients(MODELS, folder);
  const digest = modelsDigest(await readFile(MODELS, 'utf8'));
  await writeFile(
    join(folder, 'models-digest.ts'),
    `/** Of the models that the clients are made from. */\nexport const MODELS_DIGEST = '${digest}';\n`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    'scripts/run.js',
    'scripts/generate/print-expected-schema.ts',
  ]);
  await writeFile(join(folder, 'expected-schema.ts'), stdout);
}

/** Nothing is written unless all of it could be made. */
async function makeDocuments(folder: string) {
  const { explained } = await import('./explained.ts');
  const files = await explained(documents);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

/** The files, by name. */
async function documents(): Promise<Record<string, string>> {
  const { assertSound } = await import('./sound.ts');
  const { addCodeSamples } = await import('./code-samples.ts');
  const { completeContract } = await import('./complete.ts');
  const { contractFile, contractModule, contractTypes } = await import('./contract.ts');
  const { documentationModule } = await import('./documentation.ts');
  const complete = await completeContract(CONTRACT);
  await assertSound(complete);
  const { document: contract } = complete;
  addCodeSamples(contract);
  return {
    'openapi.yaml': contractFile(contract),
    'contract.ts': contractModule(contract),
    'openapi.ts': await contractTypes(contract),
    'documentation.ts': await documentationModule(contract),
  };
}

async function digestOf({ madeFrom, isSource = () => true }: Product) {
  const hash = createHash('sha256');
  for (const source of madeFrom) {
    const files = (await filesBelow(source)).map((file) => join(source, file)).filter(isSource);
    // By name, too, since guides are put together in the order of theirs.
    for (const file of files) hash.update(`${file}\n`).update(await readFile(file));
  }
  return `${hash.digest('hex')}\n`;
}
