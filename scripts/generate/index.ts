import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CONTRACT, isDocumentSource, MODELS, SOURCE_FOLDERS } from './sources.ts';

const HELP = `Makes generated/ from openapi/ and src/docs/browser/, and the database clients in
generated/prisma/, which are not committed, from prisma/schema.prisma.

  npm run generate                 makes all of it
  npm run generate -- --check      changes nothing; names the committed files that would change and exits with 1
  npm run generate -- --if-stale   makes only what was made from something else
`;

/** What is made together: a folder, and what its content is made from. */
interface Product {
  readonly folder: string;
  /** Files and folders. What makes it is as good as a source. */
  readonly madeFrom: readonly string[];
  /** Which files of those folders take part; all, unless it says otherwise. */
  readonly isSource?: (file: string) => boolean;
  make(folder: string): Promise<void>;
}

const DOCUMENTS: Product = {
  folder: 'generated',
  madeFrom: [...SOURCE_FOLDERS, 'scripts/generate'],
  isSource: (file) => file.startsWith('scripts/') || isDocumentSource(file),
  make: makeDocuments,
};
const CLIENTS: Product = {
  folder: 'generated/prisma',
  madeFrom: [MODELS, 'scripts/generate/prisma-clients.ts'],
  make: makeClients,
};
/** Which sources a folder was made from. */
const DIGEST = 'sources.sha256';

await main(process.argv.slice(2));

async function main(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      check: { type: 'boolean' },
      'if-stale': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) process.stdout.write(HELP);
  else if (values.check) await check(DOCUMENTS);
  else {
    for (const product of [CLIENTS, DOCUMENTS]) {
      if (!values['if-stale'] || (await isStale(product))) await generate(product);
    }
  }
}

/** Leaves alone what is right already, so that whoever watches sees only what changes. */
async function generate(product: Product) {
  const { folder } = product;
  await inTemporaryFolder(async (made) => {
    await make(product, made);
    for (const file of await differences(made, folder)) {
      const wanted = existsSync(join(made, file));
      await (wanted ? cp(join(made, file), join(folder, file)) : rm(join(folder, file)));
    }
  });
}

async function check(product: Product) {
  const { folder } = product;
  await inTemporaryFolder(async (made) => {
    await make(product, made);
    const different = await differences(made, folder);
    for (const file of different) console.error(`${folder}/${file} is not what it is made from.`);
    if (different.length > 0) {
      console.error('Run: npm run generate');
      process.exitCode = 1;
    }
  });
}

async function make(product: Product, folder: string) {
  await product.make(folder);
  await writeFile(join(folder, DIGEST), await digestOf(product));
}

async function makeClients(folder: string) {
  // Loaded here, like what makes the documents, since most runs find nothing stale.
  const { generatePrismaClients } = await import('./prisma-clients.ts');
  await generatePrismaClients(MODELS, folder);
}

async function makeDocuments(folder: string) {
  const { completeContract } = await import('./complete.ts');
  const { assertValid, contractFile, contractModule, typesModule } = await import('./contract.ts');
  const { documentationModule } = await import('./documentation.ts');
  const { document: contract } = await completeContract(CONTRACT);
  // First, since it says where a reference leads nowhere.
  await writeFile(join(folder, 'openapi.ts'), await typesModule(contract));
  await assertValid(contract);
  await writeFile(join(folder, 'openapi.yaml'), contractFile(contract));
  await writeFile(join(folder, 'contract.ts'), contractModule(contract));
  await writeFile(join(folder, 'documentation.ts'), await documentationModule(contract));
}

async function isStale(product: Product) {
  const recorded = await readFile(join(product.folder, DIGEST), 'utf8').catch(() => undefined);
  return recorded !== (await digestOf(product));
}

async function digestOf({ madeFrom, isSource = () => true }: Product) {
  const hash = createHash('sha256');
  for (const source of madeFrom) {
    const files = (await filesBelow(source)).map((file) => join(source, file)).filter(isSource);
    for (const file of files) hash.update(await readFile(file));
  }
  return `${hash.digest('hex')}\n`;
}

/** The files that one folder has and the other has not, or has with other bytes. */
async function differences(left: string, right: string) {
  const files = new Set([...(await filesBelow(left)), ...(await filesBelow(right))]);
  const compared = [...files]
    // Within generated/, the clients are a product of their own.
    .filter((file) => !file.startsWith('prisma/'))
    .sort()
    .map(async (file) => {
      const read = (folder: string) => readFile(join(folder, file)).catch(() => undefined);
      const [a, b] = await Promise.all([read(left), read(right)]);
      return a && b?.equals(a) ? [] : [file];
    });
  return (await Promise.all(compared)).flat();
}

/** The files below a folder, sorted; for a file, the empty path that leads to itself. */
async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(
    () => undefined,
  );
  if (!entries) return [''];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort();
}

async function inTemporaryFolder(use: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
