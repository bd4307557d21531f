import { existsSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { modelsDigest, UNMIGRATED } from '../../src/database/models-digest.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { differences } from './folders.ts';
import { CLIENTS, DOCUMENTS, isStale, make, type Product } from './products.ts';
import { MIGRATED_MODELS, MODELS } from './sources.ts';

const HELP = `Makes generated/ from openapi/ and src/docs/browser/, and the database clients in generated/prisma/,
which are not committed, from prisma/schema.prisma.

  npm run generate                 makes all of it
  npm run generate -- --check      changes nothing; names the committed files that would change and exits with 1
  npm run generate -- --if-stale   makes only what was made from something else
`;

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
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  if (values.check) await check(DOCUMENTS);
  else {
    for (const product of [CLIENTS, DOCUMENTS]) {
      if (!values['if-stale'] || (await isStale(product))) await generate(product);
    }
  }
  const [models, migrated] = await Promise.all(
    [MODELS, MIGRATED_MODELS].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  if (modelsDigest(models ?? '') !== modelsDigest(migrated ?? '')) console.error(UNMIGRATED);
}

/** Leaves alone what is right already, so that whoever watches sees only what changes. */
async function generate(product: Product) {
  const { folder } = product;
  await remake(product, async (different, made) => {
    for (const file of different) {
      const wanted = existsSync(join(made, file));
      await (wanted ? cp(join(made, file), join(folder, file)) : rm(join(folder, file)));
    }
  });
}

async function check(product: Product) {
  await remake(product, async (different) => {
    for (const file of different) {
      console.error(`${product.folder}/${file} is not what it is made from.`);
    }
    if (different.length > 0) {
      console.error('Run: npm run generate');
      process.exitCode = 1;
    }
  });
}

/** Makes a product aside, and names the files in which its folder differs. */
async function remake(
  product: Product,
  use: (different: string[], made: string) => Promise<void>,
): Promise<void> {
  const { folder, isForeign = () => false } = product;
  await inTemporaryFolder(async (made) => {
    await make(product, made);
    const different = await differences(made, folder);
    await use(
      different.filter((file) => !isForeign(file)),
      made,
    );
  });
}
