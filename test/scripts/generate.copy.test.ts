// What `npm run generate` makes anew, and of what. It damages a copy of the project, whose
// generated files are those of the project until then.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, renameSync } from 'node:fs';
import { appendFile, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { DocumentsRequest } from '../../scripts/dev-documents.ts';
import { grantsScript } from '../../scripts/generate/grants.ts';
import { GRANTS, PLATFORM_MODELS, SUPPORTED, storeModels } from '../../scripts/sources.ts';
import { compile } from '../support/compiler.ts';
import { changeFile, root, runScript, scratchCopy } from '../support/scripts.ts';
import { until } from '../support/until.ts';

/** What git holds of generated/. */
const REVIEWED = [
  'client.ts',
  'openapi.ts',
  'openapi.yaml',
  ...['README.md', 'index.d.ts', 'index.js', 'package.json'].map((name) => `package/${name}`),
  'route-schemas.ts',
];

/** What a list of ignored files has of generated/. */
async function ignoredIn(file: string): Promise<string[]> {
  const lines = (await readFile(join(root, file), 'utf8')).split('\n');
  return lines.filter((line) => line.startsWith('generated/'));
}

/** Whether the platform's client, the service's clients and the documents are made. */
const NOTHING = [false, false, false];
const CLIENTS = [false, true, false];
const DOCUMENTS = [false, false, true];
const ALL = [true, true, true];

/**
 * Starts what updates the files for `npm run dev`, in a process that keeps running: to load the
 * generators takes longer than to run them.
 */
function startUpdater(t: Test, cwd: string) {
  const updater = fork(join(cwd, 'scripts/run.js'), ['scripts/dev-documents.ts'], {
    cwd,
    stdio: 'pipe',
    serialization: 'json',
    // Without what tap loads first, since tap changes how `yaml` writes dates.
    execArgv: [],
  });
  const ended = once(updater, 'exit');
  // Until then it may write into the copy.
  t.teardown(() => updater.kill() && ended);
  let output = '';
  for (const stream of [updater.stdout, updater.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  /** Waits until the files are updated, but not for what the process says of it. */
  async function request(message: DocumentsRequest) {
    output = '';
    const replied = once(updater, 'message');
    updater.send(message);
    await replied;
  }
  const waitFor = async (text: string | RegExp) => {
    await until(() => new RegExp(text).test(output));
    return output;
  };
  const records = ['platform/prisma/', 'prisma/', ''].map((folder) =>
    join(cwd, `generated/${folder}digests.json`),
  );
  const timesOfRecords = () =>
    Promise.all(
      records.map(
        async (file) => (await stat(file, { bigint: true }).catch(() => undefined))?.mtimeNs,
      ),
    );
  /** @returns what was made */
  async function generate() {
    const before = await timesOfRecords();
    await request('update');
    await waitFor('generated/ is up to date.');
    return (await timesOfRecords()).map((time, i) => time !== before[i]);
  }
  return { request, waitFor, generate };
}

t.test('npm run generate', async (t) => {
  const cwd = await scratchCopy(t);
  const generated = join(cwd, 'generated');
  const contract = join(cwd, 'openapi/openapi.yaml');
  const { request, waitFor, generate } = startUpdater(t, cwd);

  await t.test('with --check names what was changed, added or taken away in git', async (t) => {
    const ignored = (await ignoredIn('.gitignore')).sort();
    t.strictSame((await ignoredIn('.dockerignore')).sort(), ignored, 'nor does the image');
    for (const path of globSync(ignored, { cwd })) await rm(join(cwd, path), { recursive: true });
    t.strictSame(globSync('**/*.*', { cwd: generated }).sort(), REVIEWED);
    await appendFile(join(generated, 'openapi.ts'), '// by hand\n');
    await appendFile(join(cwd, GRANTS), '-- by hand\n');
    await changeFile(join(cwd, SUPPORTED), '| `webhooks`, ', '| ');
    await writeFile(join(generated, 'extra.ts'), '');
    await rm(join(generated, 'route-schemas.ts'));
    const present = await readdir(generated);
    const { code, stderr } = await runScript(t, 'scripts/generate/index.ts', ['--check'], { cwd });
    t.equal(code, 1);
    const documents = ['extra.ts', 'openapi.ts', 'route-schemas.ts'];
    const lines = [GRANTS, SUPPORTED, ...documents.map((name) => `generated/${name}`)].map(
      (file) => `${file} does not match its sources.\n`,
    );
    t.equal(stderr, `${lines.join('')}Run: npm run generate\n`);
    t.strictSame(await readdir(generated), present, 'and makes nothing');
  });

  await t.test('repairs files that are missing, or have conflicts, byte for byte', async (t) => {
    const committed = join(root, 'generated');
    const names = (await readdir(committed, { recursive: true })).sort();
    const compare = async () => {
      t.strictSame((await readdir(generated, { recursive: true })).sort(), names);
      for (const name of names.filter((name) => /\.\w+$/.test(name) && !/digests/.test(name))) {
        const [made, wanted] = await Promise.all(
          [generated, committed].map((folder) => readFile(join(folder, name), 'utf8')),
        );
        t.ok(made === wanted, name);
      }
    };
    t.strictSame(await generate(), ALL);
    await compare();
    for (const file of [GRANTS, SUPPORTED]) {
      const [made, wanted] = await Promise.all(
        [cwd, root].map((folder) => readFile(join(folder, file), 'utf8')),
      );
      t.equal(made, wanted, file);
    }
    t.strictSame(await generate(), NOTHING, 'and makes nothing that is up to date');
    const clients = ['prisma/sqlite/client.ts', 'platform/prisma/client.ts'];
    for (const name of ['client.ts', 'contract.ts', 'openapi.yaml', ...clients]) {
      await appendFile(join(generated, name), '<<<<<<< HEAD\n');
    }
    await rm(join(generated, 'openapi.ts'));
    t.strictSame(await generate(), ALL);
    await compare();
  });

  await t.test(
    'makes the clients of changed models, and says that they have changed',
    async (t) => {
      await appendFile(
        join(cwd, 'prisma/schema/store.prisma'),
        '\nmodel Shop {\n  id BigInt @id\n}\n',
      );
      t.strictSame(await generate(), CLIENTS);
      await waitFor('Run: npm run migration -- NAME\n');
      t.match(await readFile(join(generated, 'prisma/sqlite/client.ts'), 'utf8'), 'Shop');
      t.match(await readFile(join(cwd, GRANTS), 'utf8'), "('Shop', 'SELECT, INSERT,");
    },
  );

  await t.test('stops at a table of the platform without rights, and at rights for none', (t) => {
    const [platform = '', store = ''] = [PLATFORM_MODELS, storeModels('.')].map(({ file }) =>
      readFileSync(join(root, file), 'utf8'),
    );
    const script = (changed: string) => grantsScript('shop', { platform: changed, store });
    const added = 'model Shift {\n  id Int @id\n\n  @@map("shifts")\n}\n';
    t.throws(() => script(added + platform), /^\S+ in \S+ lacks the table shifts, [^\n]+$/);
    t.match(
      grantsScript('shop', { platform, store: store + added }),
      "('shifts', 'SELECT, INSERT, UPDATE, DELETE')",
    );
    const renamed = platform.replace('@@map("key_events")', '@@map("key_changes")');
    t.throws(() => script(renamed), /lacks the table key_changes/);
    const removed = platform.replace(/^model KeyEvent \{.*?^\}/ms, '');
    t.throws(() => script(removed), /has the table key_events, [^\n]+ lacks it\.$/);
    t.end();
  });

  await t.test('makes all again when what makes it has changed', async (t) => {
    await appendFile(join(cwd, 'scripts/contract/subset.yaml'), '\n');
    t.strictSame(await generate(), DOCUMENTS);
  });

  await t.test('changes no types when a text changes: little is checked again', async (t) => {
    // The type of documentation.ts is written by hand.
    const names = ['client', 'contract', 'openapi'];
    const keep = async (folder: string) => {
      await mkdir(join(cwd, folder));
      for (const name of names)
        await cp(join(generated, `${name}.ts`), join(cwd, folder, `${name}.ts`));
    };
    await keep('before');
    await changeFile(contract, /(?<=summary: )List all \w+/, 'List them all');
    await changeFile(
      join(cwd, 'openapi/platform/guides/05-errors.md'),
      /$/,
      '\nOne more sentence.\n',
    );
    t.strictSame(await generate(), DOCUMENTS);
    t.match(await readFile(join(generated, 'openapi.ts'), 'utf8'), 'List them all');
    await keep('after');
    const options =
      '--ignoreConfig --target es2024 --module nodenext --strict --removeComments ' +
      '--declaration --emitDeclarationOnly --rootDir . --outDir types';
    const files = ['before', 'after'].flatMap((folder) =>
      names.map((name) => `${folder}/${name}.ts`),
    );
    t.equal(await compile([...options.split(' '), ...files], { cwd }), '');
    for (const name of names) {
      const [before, after] = await Promise.all(
        ['before', 'after'].map((folder) =>
          readFile(join(cwd, `types/${folder}/${name}.d.ts`), 'utf8'),
        ),
      );
      // Printing their difference would take megabytes.
      t.ok(before === after, name);
    }
  });

  await t.test('says of wrong sources what is wrong, and makes nothing', async (t) => {
    const digest = await readFile(join(generated, 'digests.json'), 'utf8');
    await changeFile(contract, 'parameters/Limit', 'parameters/None');
    await request('update');
    await waitFor(/^openapi\/openapi\.yaml:\d+:\d+ /m);
    t.equal(await readFile(join(generated, 'digests.json'), 'utf8'), digest);
  });

  await t.test('for dev, forgets what it finds once the sources are saved again', async (t) => {
    await request('lint and update');
    await waitFor('refer to a component that exists');
    const cured = (await readFile(contract, 'utf8')).replace('parameters/None', 'parameters/Limit');
    await writeFile(`${contract}.cured`, cured);
    await request('lint and update');
    // While lint is at work on what was there before. Renamed, since lint may read at any moment.
    renameSync(`${contract}.cured`, contract);
    await request('lint and update');
    t.notMatch(await waitFor('generated/ is up to date.'), 'openapi.yaml:');
  });
});
