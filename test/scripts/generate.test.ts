import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { differences } from '../../scripts/generate/folders.ts';
import { isStale, make } from '../../scripts/generate/products.ts';
import { splitContract } from '../support/contracts.ts';
import { temporaryFolder } from '../support/databases.ts';
import { changeFile, root, runScript, scratchCopy } from '../support/scripts.ts';

const SCRIPT = 'scripts/generate/index.ts';

t.test('npm run generate', async (t) => {
  const cwd = await scratchCopy(t);
  const generated = join(cwd, 'generated');
  const models = join(cwd, 'prisma/schema.prisma');
  const generate = (...args: string[]) => runScript(t, SCRIPT, args, { cwd });

  await t.test('with --check names what was changed, added or taken away', async (t) => {
    await appendFile(join(generated, 'openapi.ts'), '// by hand\n');
    await writeFile(join(generated, 'extra.ts'), '');
    await rm(join(generated, 'documentation.ts'));
    // Not committed.
    await rm(join(generated, 'prisma'), { recursive: true });
    t.same(await generate('--check'), {
      code: 1,
      stdout: '',
      stderr: [
        'generated/documentation.ts is not what it is made from.',
        'generated/extra.ts is not what it is made from.',
        'generated/openapi.ts is not what it is made from.',
        'Run: npm run generate -- --all',
        '',
      ].join('\n'),
    });
  });

  await t.test('makes what is committed, also of a contract in several files', async (t) => {
    await splitContract(join(cwd, 'openapi'));
    await appendFile(models, '\nmodel Shop {\n  id BigInt @id\n}\n');
    t.match(await generate(), { code: 0, stdout: '', stderr: /npm run migration -- NAME/ });
    const different = await differences(join(root, 'generated'), generated);
    t.same(
      different.filter((file) => !file.startsWith('prisma/')),
      ['sources.sha256'],
    );
    t.match(await readFile(join(generated, 'prisma/sqlite/client.ts'), 'utf8'), 'Shop');
  });

  await t.test('says of wrong sources what is wrong, and makes nothing', async (t) => {
    const digest = await readFile(join(generated, 'sources.sha256'), 'utf8');
    await changeFile(join(cwd, 'openapi/openapi.yaml'), 'parameters/Limit', 'parameters/None');
    t.match(await generate(), { code: 1, stdout: '', stderr: /^openapi\/openapi\.yaml:\d+:\d+ / });
    t.equal(await readFile(join(generated, 'sources.sha256'), 'utf8'), digest);
    await appendFile(models, 'model {\n');
    t.match(await generate(), { code: 1, stderr: /schema\.prisma:\d+/ });
  });
});

t.test('what has other sources, or sources of other names, is stale', async (t) => {
  const folder = await temporaryFolder(t);
  const source = join(folder, 'sources/1.md');
  await mkdir(join(folder, 'sources'));
  await writeFile(source, 'A guide.');
  const madeFrom = [join(folder, 'sources')];
  const product = { folder, madeFrom, isCommitted: false, make: async () => undefined };
  t.ok(await isStale(product), 'it is not made yet');
  await make(product, folder);
  t.notOk(await isStale(product));
  await rename(source, join(folder, 'sources/2.md'));
  t.ok(await isStale(product));
  await make(product, folder);
  await appendFile(join(folder, 'sources/2.md'), 'More.');
  t.ok(await isStale(product));
});
