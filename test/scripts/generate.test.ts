// `npm run generate`, in a copy of the project.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { TSC } from '../../scripts/programs.ts';
import { changeFile, root, runScript, scratchCopy, startProcess } from '../support/scripts.ts';
import { until } from '../support/until.ts';

const SCRIPT = 'scripts/generate/index.ts';
/** What git holds of generated/. */
const REVIEWED = ['client.ts', 'openapi.ts', 'openapi.yaml', 'route-schemas.ts'];

/** What a list of ignored files has of generated/. */
async function ignoredIn(file: string): Promise<string[]> {
  const lines = (await readFile(join(root, file), 'utf8')).split('\n');
  const ignored = lines.filter((line) => line.startsWith('generated/'));
  // The folders of older versions have the same files.
  return ignored.map((line) => line.replace('/**/', '/'));
}

t.test('npm run generate', async (t) => {
  const cwd = await scratchCopy(t);
  const generated = join(cwd, 'generated');
  const models = join(cwd, 'prisma/schema.prisma');
  const generate = (...args: string[]) => runScript(t, SCRIPT, args, { cwd });

  await t.test('with --check asks for nothing that git does not hold', async (t) => {
    const ignored = (await ignoredIn('.gitignore')).sort();
    t.strictSame((await ignoredIn('.dockerignore')).sort(), ignored, 'nor does the image');
    for (const name of ignored) await rm(join(cwd, name), { recursive: true });
    t.strictSame((await readdir(generated)).sort(), REVIEWED);
    t.match(await generate('--check'), { code: 0, stdout: '', stderr: '' });
    t.strictSame((await readdir(generated)).sort(), REVIEWED, 'and makes nothing');
  });

  await t.test('repairs files that are missing, or have conflicts', async (t) => {
    const names = ['contract.ts', 'prisma/sqlite/client.ts', ...REVIEWED];
    const read = () => Promise.all(names.map((name) => readFile(join(generated, name), 'utf8')));
    const made = { code: 0, stderr: /^Making generated\/prisma\/.*\nMaking generated\/, .*\n$/ };
    t.match(await generate(), made);
    const wanted = await read();
    t.match(await generate(), { code: 0, stderr: /^$/ }, 'and makes nothing that is up to date');
    for (const name of names) await appendFile(join(generated, name), '<<<<<<< HEAD\n');
    t.match(await generate(), made);
    t.strictSame(await read(), wanted);
    for (const name of names) await rm(join(generated, name));
    t.match(await generate(), made);
    t.strictSame(await read(), wanted);
  });

  await t.test('with --check names what was changed, added or taken away', async (t) => {
    await appendFile(join(generated, 'openapi.ts'), '// by hand\n');
    await writeFile(join(generated, 'extra.ts'), '');
    await rm(join(generated, 'route-schemas.ts'));
    const { code, stderr } = await generate('--check');
    t.equal(code, 1);
    const lines = ['generated/extra.ts', 'generated/openapi.ts', 'generated/route-schemas.ts'].map(
      (file) => `${file} does not match its sources.\n`,
    );
    t.equal(stderr, `${lines.join('')}Run: npm run generate\n`);
  });

  await t.test('makes what is missing, byte for byte', async (t) => {
    await appendFile(models, '\nmodel Shop {\n  id BigInt @id\n}\n');
    t.match(await generate(), { code: 0, stdout: '', stderr: /npm run migration -- NAME/ });
    const committed = join(root, 'generated');
    const names = await readdir(committed, { recursive: true });
    for (const name of names.filter((name) => /^(?!prisma).*\.\w+$/.test(name))) {
      if (name === 'digests.json') continue;
      const [made, wanted] = await Promise.all(
        [generated, committed].map((folder) => readFile(join(folder, name), 'utf8')),
      );
      t.equal(made, wanted, name);
    }
    t.match(await readFile(join(generated, 'prisma/sqlite/client.ts'), 'utf8'), 'Shop');
  });

  await t.test('makes all again when what makes it has changed', async (t) => {
    const record = join(generated, 'digests.json');
    const digest = await readFile(record, 'utf8');
    await appendFile(join(cwd, 'scripts/contract/subset.yaml'), '\n');
    t.match(await generate(), { code: 0 });
    t.not(await readFile(record, 'utf8'), digest);
  });

  await t.test('changes no types when a text changes: little is checked again', async (t) => {
    // The type of documentation.ts is written by hand.
    const names = ['client', 'contract', 'openapi'];
    const types = async (folder: string) => {
      const options =
        '--ignoreConfig --target es2024 --module nodenext --strict --removeComments ' +
        `--declaration --emitDeclarationOnly --rootDir generated --outDir ${folder}`;
      const files = names.map((name) => `generated/${name}.ts`);
      const command = [process.execPath, TSC, ...options.split(' '), ...files];
      t.match(await startProcess(t, command, { cwd }).ended, { code: 0, stdout: '' });
      const made = names.map((name) => readFile(join(cwd, folder, `${name}.d.ts`), 'utf8'));
      return Promise.all(made);
    };
    const before = await types('types-before');
    await changeFile(join(cwd, 'openapi/openapi.yaml'), 'List all animals', 'List them all');
    await changeFile(join(cwd, 'openapi/guides/05-errors.md'), /$/, '\nOne more sentence.\n');
    t.match(await generate(), { code: 0 });
    t.match(await readFile(join(generated, 'openapi.ts'), 'utf8'), 'List them all');
    const after = await types('types-after');
    // Printing their difference would take megabytes.
    for (const [i, name] of names.entries()) t.ok(after[i] === before[i], name);
  });

  await t.test('says of wrong sources what is wrong, and makes nothing', async (t) => {
    const digest = await readFile(join(generated, 'digests.json'), 'utf8');
    await changeFile(join(cwd, 'openapi/openapi.yaml'), 'parameters/Limit', 'parameters/None');
    t.match(await generate(), { code: 1, stdout: '', stderr: /^openapi\/openapi\.yaml:\d+:\d+ /m });
    t.equal(await readFile(join(generated, 'digests.json'), 'utf8'), digest);
  });

  await t.test('for dev, forgets what it finds once the sources are saved again', async (t) => {
    const contract = join(cwd, 'openapi/openapi.yaml');
    const options = { cwd, stdio: 'pipe', serialization: 'json' } as const;
    const updater = fork(join(cwd, 'scripts/run.js'), ['scripts/dev-documents.ts'], options);
    const ended = once(updater, 'exit');
    // Until then it may write into the copy.
    t.teardown(() => updater.kill() && ended);
    let output = '';
    for (const stream of [updater.stdout, updater.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    const request = async () => {
      updater.send('lint and update');
      await once(updater, 'message');
    };
    await request();
    await until(() => output.includes('refer to a component that exists'));
    const cured = (await readFile(contract, 'utf8')).replace('parameters/None', 'parameters/Limit');
    await writeFile(`${contract}.cured`, cured);
    await request();
    // While lint is at work on what was there before. Renamed, since lint may read at any moment.
    renameSync(`${contract}.cured`, contract);
    output = '';
    await request();
    await until(() => output.includes('generated/ is up to date.'));
    t.notMatch(output, 'openapi.yaml:');
  });
});
