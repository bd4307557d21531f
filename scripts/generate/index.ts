import { existsSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { differences } from './folders.ts';
import { CLIENTS, DOCUMENTS, isStale, make, type Product } from './products.ts';
import { MIGRATED_MODELS, MODELS } from './sources.ts';

const HELP = `Makes generated/ from openapi/ and src/docs/browser/, and the database clients in generated/prisma/,
which are not committed, from prisma/schema.prisma.

  npm run generate              makes what was made from something else
  npm run generate -- --all     makes all of it
  npm run generate -- --check   changes nothing; names the committed files that would change and exits with 1
`;

await main(process.argv.slice(2));

async function main(args: string[]) {
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({ args, options: { check: flag, all: flag, help: flag } });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  if (values.check) await remake(DOCUMENTS, report);
  else {
    for (const product of [CLIENTS, DOCUMENTS]) {
      if (values.all || (await isStale(product))) await remake(product, replace);
    }
  }
  if (await hasUnmigratedModels()) {
    console.error(
      'The models in prisma/schema.prisma are not those of the last migration. Run: npm run migration -- NAME',
    );
  }
}

type Use = (different: string[], folder: string, made: string) => Promise<void>;

/** Makes a product aside, and names the files in which its folder differs. */
async function remake(product: Product, use: Use): Promise<void> {
  const { folder, isForeign = () => false } = product;
  await inTemporaryFolder(async (made) => {
    await make(product, made);
    const different = await differences(made, folder);
    await use(
      different.filter((file) => !isForeign(file)),
      folder,
      made,
    );
  });
}

/** Leaves alone what is right already, so that whoever watches sees only what changes. */
async function replace(different: string[], folder: string, made: string) {
  for (const file of different) {
    const wanted = existsSync(join(made, file));
    await (wanted ? cp(join(made, file), join(folder, file)) : rm(join(folder, file)));
  }
}

async function report(different: string[], folder: string) {
  for (const file of different) console.error(`${folder}/${file} is not what it is made from.`);
  if (different.length === 0) return;
  console.error('Run: npm run generate -- --all');
  process.exitCode = 1;
}

/** Whether the models are others than those of the last migration, whatever their comments and white space. */
async function hasUnmigratedModels(): Promise<boolean> {
  const [models, migrated] = await Promise.all([MODELS, MIGRATED_MODELS].map(readModels));
  return models !== migrated;
}

async function readModels(file: string): Promise<string> {
  const schema = await readFile(file, 'utf8').catch(() => '');
  return schema.replaceAll(/\/\/.*|\bgenerator \w+ \{[^}]*\}|\s+/g, ' ').replaceAll(/ +/g, ' ');
}
