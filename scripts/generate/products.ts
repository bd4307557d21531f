import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesBelow } from './folders.ts';
import { CONTRACT, isDocumentSource, MODELS, SOURCE_FOLDERS } from './sources.ts';

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
  /** Whether somebody may have changed what was made. */
  readonly isCommitted: boolean;
  make(folder: string): Promise<void>;
}

export const DOCUMENTS: Product = {
  folder: 'generated',
  madeFrom: [...SOURCE_FOLDERS, 'scripts/generate'],
  isSource: (file) => file.startsWith('scripts/') || isDocumentSource(file),
  isForeign: (file) => file.startsWith('prisma/'),
  isCommitted: true,
  make: makeDocuments,
};

export const CLIENTS: Product = {
  folder: 'generated/prisma',
  madeFrom: [MODELS, 'scripts/generate/prisma-clients.ts', 'node_modules/prisma/package.json'],
  isCommitted: false,
  make: makeClients,
};

/** Which sources a folder was made from, and what was made. */
const DIGEST = 'sources.sha256';

/** Makes a product in any folder. */
export async function make(product: Product, folder: string): Promise<void> {
  await product.make(folder);
  await writeFile(join(folder, DIGEST), await digestOf(product, folder));
}

/** Whether a product is absent, was made from something else, or was changed. */
export async function isStale(product: Product): Promise<boolean> {
  const recorded = await readFile(join(product.folder, DIGEST), 'utf8').catch(() => undefined);
  return recorded !== (await digestOf(product, product.folder));
}

async function makeClients(folder: string) {
  const { generatePrismaClients } = await import('./prisma-clients.ts');
  await generatePrismaClients(MODELS, folder);
}

/** Nothing is written unless all of it could be made. @throws with what lint says of the contract */
async function makeDocuments(folder: string) {
  const files = await documents().catch(explain);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** The files, by name. */
async function documents(): Promise<Record<string, string>> {
  const { addCodeSamples } = await import('./code-samples.ts');
  const { completeContract } = await import('./complete.ts');
  const { contractFile, contractModule, contractTypes, schemasModule } = await import(
    './contract.ts'
  );
  const { documentationFiles } = await import('./documentation.ts');
  const { unsupported } = await import('../contract/unsupported.ts');
  const complete = await completeContract(CONTRACT);
  const [finding] = unsupported(complete);
  if (finding) throw new Error(finding.message);
  const { document: contract, guides } = complete;
  addCodeSamples(contract);
  return {
    'openapi.yaml': contractFile(contract),
    'contract.ts': contractModule(contract),
    'route-schemas.ts': schemasModule(contract),
    'openapi.ts': await contractTypes(contract),
    ...(await documentationFiles(contract, guides)),
  };
}

/** Lint says why, with the line to edit: nothing that comes from within a library does. */
async function explain(cause: Error): Promise<never> {
  const { lint } = await import('../contract/linted.ts');
  const lines = (await lint([CONTRACT])).flatMap((one) => one.lines);
  throw lines.length === 0 ? cause : new Error(lines.join('\n'), { cause });
}

async function digestOf(product: Product, folder: string) {
  const { madeFrom, isSource = () => true, isForeign = () => false, isCommitted } = product;
  const hash = createHash('sha256');
  // By name, too, since guides are put together in the order of theirs.
  const add = async (name: string, file: string) =>
    hash.update(`${name}\n`).update(await readFile(file));
  for (const source of madeFrom) {
    const files = (await filesBelow(source)).map((file) => join(source, file)).filter(isSource);
    for (const file of files) await add(file, file);
  }
  const made = isCommitted ? await filesBelow(folder) : [];
  const own = made.filter((file) => file !== DIGEST && !isForeign(file));
  for (const file of own) await add(file, join(folder, file));
  return `${hash.digest('hex')}\n`;
}
