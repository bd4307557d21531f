import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CONTRACT, MODELS, SOURCES } from './generate/sources.ts';

const HELP = `Makes all of generated/ from openapi/, prisma/schema.prisma and src/documentation/browser/.

  npm run generate                 makes it
  npm run generate -- --check      changes nothing; names the files that would change and exits with 1
  npm run generate -- --if-stale   makes it only where what it is made from has changed
`;

/** What makes it is as good as a source. */
const MADE_FROM = [...SOURCES, 'scripts/generate.ts', 'scripts/generate'];
const TARGET = 'generated';
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
  else if (values.check) await check();
  else if (!values['if-stale'] || (await isStale())) await generate();
}

/** Leaves alone what is right already, so that whoever watches sees only what changes. */
async function generate() {
  await inTemporaryFolder(async (made) => {
    await makeAll(made);
    for (const file of await differences(made, TARGET)) {
      const wanted = existsSync(join(made, file));
      await (wanted ? cp(join(made, file), join(TARGET, file)) : rm(join(TARGET, file)));
    }
  });
}

async function check() {
  await inTemporaryFolder(async (made) => {
    await makeAll(made);
    const different = await differences(made, TARGET);
    for (const file of different) console.error(`${TARGET}/${file} is not what it is made from.`);
    if (different.length > 0) {
      console.error('Run: npm run generate');
      process.exitCode = 1;
    }
  });
}

async function makeAll(folder: string) {
  // Loaded here, since most runs find nothing stale and these take most of a second.
  const { assertValid, contractModule, readContract, typesModule } = await import(
    './generate/contract.ts'
  );
  const { documentationModule } = await import('./generate/documentation.ts');
  const { generatePrismaClients } = await import('./generate/prisma-clients.ts');
  const contract = await readContract(CONTRACT);
  await generatePrismaClients(MODELS, join(folder, 'prisma'));
  // First, since it says where a reference leads nowhere.
  await writeFile(join(folder, 'openapi.ts'), await typesModule(contract));
  await assertValid(contract);
  await writeFile(join(folder, 'contract.ts'), contractModule(contract));
  await writeFile(join(folder, 'documentation.ts'), await documentationModule(contract));
  await writeFile(join(folder, DIGEST), await sourcesDigest());
}

async function isStale() {
  const recorded = await readFile(join(TARGET, DIGEST), 'utf8').catch(() => undefined);
  return recorded !== (await sourcesDigest());
}

async function sourcesDigest() {
  const hash = createHash('sha256');
  for (const source of MADE_FROM) {
    for (const file of await filesBelow(source)) hash.update(await readFile(join(source, file)));
  }
  return `${hash.digest('hex')}\n`;
}

/** The files that one folder has and the other has not, or has with other bytes. */
async function differences(left: string, right: string) {
  const files = new Set([...(await filesBelow(left)), ...(await filesBelow(right))]);
  const compared = [...files].sort().map(async (file) => {
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
