import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { changeFile, root, runScript, scratchCopy } from '../support/scripts.ts';

const SCRIPT = 'scripts/generate/index.ts';

t.test('npm run generate', async (t) => {
  const cwd = await scratchCopy(t);
  const generated = join(cwd, 'generated');
  const models = join(cwd, 'prisma/schema.prisma');
  const generate = (...args: string[]) => runScript(t, SCRIPT, args, { cwd });

  await t.test('repairs files that are missing, or have conflicts', async (t) => {
    const names = ['contract.ts', 'openapi.ts', 'route-schemas.ts', 'sources.sha256'];
    const wanted = await Promise.all(names.map((name) => readFile(join(generated, name), 'utf8')));
    for (const damage of [
      (file: string) => rm(file),
      (file: string) => appendFile(file, '<<<<<<< HEAD\n'),
    ]) {
      for (const name of names) await damage(join(generated, name));
      t.match(await generate(), { code: 0, stderr: '' });
      const made = await Promise.all(names.map((name) => readFile(join(generated, name), 'utf8')));
      t.strictSame(made, wanted);
    }
  });

  await t.test('makes all again when something has changed that makes them', async (t) => {
    for (const name of ['src/docs/yaml.ts', 'src/docs/escape-html.ts']) {
      const file = join(cwd, name);
      const before = await readFile(file, 'utf8');
      await appendFile(file, "throw new Error('It is read again.');\n");
      t.match(await generate(), { code: 1, stderr: /It is read again/ }, name);
      await writeFile(file, before);
    }
    const digest = await readFile(join(generated, 'sources.sha256'), 'utf8');
    // As an upgrade of a package does.
    await appendFile(join(cwd, 'package-lock.json'), '\n');
    t.match(await generate(), { code: 0, stderr: '' });
    t.not(await readFile(join(generated, 'sources.sha256'), 'utf8'), digest);
  });

  await t.test('with --check names what was changed, added or taken away', async (t) => {
    await appendFile(join(generated, 'openapi.ts'), '// by hand\n');
    await writeFile(join(generated, 'extra.ts'), '');
    await rm(join(generated, 'documentation.ts'));
    // Not committed.
    await rm(join(generated, 'prisma'), { recursive: true });
    const { code, stderr } = await generate('--check');
    t.equal(code, 1);
    const lines = ['documentation', 'extra', 'openapi'].map(
      (name) => `generated/${name}.ts is not what it is made from.\n`,
    );
    t.equal(stderr, `${lines.join('')}Run: npm run generate -- --all\n`);
  });

  await t.test('makes what is committed, byte for byte', async (t) => {
    await appendFile(models, '\nmodel Shop {\n  id BigInt @id\n}\n');
    t.match(await generate(), { code: 0, stdout: '', stderr: /npm run migration -- NAME/ });
    const committed = join(root, 'generated');
    const names = await readdir(committed, { recursive: true });
    for (const name of names.filter((name) => /^(?!prisma).*\.\w+$/.test(name))) {
      if (name === 'sources.sha256') continue;
      const [made, wanted] = await Promise.all(
        [generated, committed].map((folder) => readFile(join(folder, name), 'utf8')),
      );
      t.equal(made, wanted, name);
    }
    t.match(await readFile(join(generated, 'prisma/sqlite/client.ts'), 'utf8'), 'Shop');
  });

  await t.test('says of wrong sources what is wrong, and makes nothing', async (t) => {
    const digest = await readFile(join(generated, 'sources.sha256'), 'utf8');
    await changeFile(join(cwd, 'openapi/openapi.yaml'), 'parameters/Limit', 'parameters/None');
    t.match(await generate(), { code: 1, stdout: '', stderr: /^openapi\/openapi\.yaml:\d+:\d+ / });
    t.equal(await readFile(join(generated, 'sources.sha256'), 'utf8'), digest);
  });
});
