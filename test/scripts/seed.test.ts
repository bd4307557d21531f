import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openDatabase } from '../../src/database/database.ts';
import { createDatabase, temporaryFolder } from '../support/databases.ts';
import { root, runScript, startProcess } from '../support/scripts.ts';

const SCRIPT = 'scripts/seed.ts';

t.test('creates a store that does not exist yet, and shows its progress', async (t) => {
  const cwd = await temporaryFolder(t);
  const args = ['--pets', '2500', '--orders', '1500', '--random-seed', '7'];
  t.same(await runScript(t, SCRIPT, args, { cwd }), {
    code: 0,
    stdout: '',
    stderr: [
      '1000 of 2500 animals',
      '2000 of 2500 animals',
      '2500 of 2500 animals',
      '1000 of 1500 orders',
      '1500 of 1500 orders',
      'To generate the same data again: --random-seed 7',
      '',
    ].join('\n'),
  });
  const { pets, orders } = await read(t, `file:${join(cwd, 'data/animal-store.db')}`);
  t.equal(pets.length, 2_500);
  t.equal(orders.length, 1_500);
  t.match(pets[0]?.name, /^\w+ the \w+/);
  t.same(new Set(pets.map(({ status }) => status)).size, 3, 'every status occurs');
  t.same(new Set(orders.map(({ status }) => status)).size, 3, 'every status occurs');
  const times = orders.map(({ createdAt }) => createdAt.getTime());
  t.same(
    times,
    times.toSorted((a, b) => a - b),
    'later orders have higher ids',
  );
});

t.test('generates the same data from the same seed, and other data from another', async (t) => {
  const seed = async (number: string) => {
    const url = await createDatabase(t);
    const args = ['--pets', '20', '--orders', '10', '--random-seed', number];
    await runScript(t, SCRIPT, args, { settings: { DATABASE_URL: url } });
    return read(t, url);
  };
  const first = await seed('1');
  t.equal(first.orders.length, 10);
  t.strictSame(await seed('1'), first);
  t.notSame(await seed('2'), first);
});

t.test('adds to existing data, and prints the seed that it used', async (t) => {
  const settings = { DATABASE_URL: await createDatabase(t) };
  await runScript(t, SCRIPT, ['--pets', '3'], { settings });
  const { stderr } = await runScript(t, SCRIPT, ['--orders', '2'], { settings });
  t.match(stderr, /^2 of 2 orders\nTo generate the same data again: --random-seed \d+\n$/);
  const { pets, orders } = await read(t, settings.DATABASE_URL);
  t.same([pets.length, orders.length], [3, 2]);
});

t.test('writes a line for every tenth where it has no terminal', async (t) => {
  const { stderr } = await runScript(t, SCRIPT, ['--pets', '25000', '--random-seed', '1']);
  t.same(stderr.match(/\d+(?= of 25000 animals\n)/g)?.length, 10);
});

t.test('rewrites one line on a terminal', async (t) => {
  const cwd = await temporaryFolder(t);
  const seed = [process.execPath, join(root, 'dist/scripts/seed.js')];
  const args = ['--pets', '2000', '--random-seed', '1'];
  const terminal = startProcess(t, onTerminal([...seed, ...args]), { cwd });
  const { code, stdout } = await terminal.ended;
  t.equal(code, 0);
  t.match(stdout, /^\r1000 of 2000 animals\r2000 of 2000 animals\r?\nTo generate/);
});

t.test('prints its usage', async (t) => {
  const { code, stdout, stderr } = await runScript(t, SCRIPT, ['--help']);
  t.same({ code, stderr }, { code: 0, stderr: '' });
  t.match(stdout, 'npm run seed -- --pets 10000 --orders 1000');
});

const COUNT = 'must be a whole number from 0 to 100000000.';

const INVALID: [args: string[], line: string | RegExp][] = [
  [[], 'Pass --pets N, --orders N or both.'],
  [['--pets', '0'], 'Pass --pets N, --orders N or both.'],
  [['--pets', 'many'], `--pets ${COUNT}`],
  [['--pets', '1e3'], `--pets ${COUNT}`],
  [['--pets=-1'], `--pets ${COUNT}`],
  [['--pets', '1.5'], `--pets ${COUNT}`],
  [['--pets', '100000001'], `--pets ${COUNT}`],
  [['--orders', ''], `--orders ${COUNT}`],
  [
    ['--pets', '1', '--random-seed', '4294967296'],
    '--random-seed must be a whole number from 0 to 4294967295.',
  ],
  [['--cats', '1'], /^Unknown option '--cats'/],
  [['10'], /^Unexpected argument '10'/],
];

t.test('reports invalid arguments in one line, and creates no store', async (t) => {
  const cwd = await temporaryFolder(t);
  for (const [args, line] of INVALID) {
    const { code, stdout, stderr } = await runScript(t, SCRIPT, args, { cwd });
    t.same({ code, stdout }, { code: 1, stdout: '' }, args.join(' '));
    if (typeof line === 'string') t.equal(stderr, `${line}\n`);
    else t.match(stderr, line);
  }
  t.notOk(existsSync(join(cwd, 'data')));
});

t.test('adds no orders to a store without animals', async (t) => {
  t.same(await runScript(t, SCRIPT, ['--orders', '1']), {
    code: 1,
    stdout: '',
    stderr: 'There are no animals to order: add some with --pets.\n',
  });
});

async function read(t: Test, url: string) {
  const { client, close } = await openDatabase(url, { isTimed: false });
  t.teardown(close);
  const [pets, orders] = await Promise.all([
    client.pet.findMany({ orderBy: { id: 'asc' } }),
    client.order.findMany({ orderBy: { id: 'asc' } }),
  ]);
  return { pets, orders };
}

/** Runs the command on a terminal of its own: Linux and macOS come with `script`. */
function onTerminal(command: string[]): string[] {
  return process.platform === 'darwin'
    ? ['script', '-q', '/dev/null', ...command]
    : ['script', '-qec', command.map((word) => `'${word}'`).join(' '), '/dev/null'];
}
