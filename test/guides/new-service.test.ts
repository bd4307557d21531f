// `npm run new-service`: which names can be, and a service with odd ones that compiles, serves and
// passes its own tests at once.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { readNames } from '../../scripts/new-service/names.ts';
import { readPlans } from '../../scripts/new-service/plans.ts';
import { platformNames } from '../../scripts/new-service/platform-names.ts';
import { type Resource, readResource as read } from '../../scripts/new-service/resource.ts';
import { withNames } from '../../scripts/platform/spellings.ts';
import { BIOME, RUN, TSC } from '../../scripts/programs.ts';
import { PRELOADED } from '../../scripts/run-tests.ts';
import { checksumOf } from '../../src/platform/keys/api-key.ts';
import { temporaryFolder } from '../support/databases.ts';
import { listening, root, runScript, startProcess } from '../support/scripts.ts';

/** What helpers of tests are typed with. */
const SAMPLE_GENERATED = 'test/platform/service/generated';
const SCRIPT = 'scripts/new-service/index.ts';
const taken = await platformNames();
const readResource = (singular: string, plural?: string): Resource => read(singular, plural, taken);

const ARGUMENTS = [
  ...['--name', 'Corner Shop 24', '--key-prefix', 'c4'],
  ...['--plans', 'huge:custom,tiny:100/5000', '--resource', 'reading-copy'],
];

t.test('says in one line which names cannot be, and why', async (t) => {
  const names = (product = 'Bookshop', keyPrefix = 'bks') => readNames(product, keyPrefix, 'free');
  for (const [read, message] of [
    [() => names('bookshop'), /^"bookshop" is no name of a service: /],
    [() => names("Ada's Books"), /^"Ada's Books" is no name/],
    [() => names('Two  Spaces'), /is no name/],
    [() => names('B'.repeat(41)), /is no name/],
    [() => names('Bookshop', 'b_s'), /^"b_s" is no prefix of API keys: /],
    [() => names('Bookshop', 'B'), /is no prefix/],
    [() => names('Bookshop', ''), /is no prefix/],
    [() => readPlans(''), /^"" is no plan: write NAME:/],
    [() => readPlans('reader'), /^"reader" is no plan/],
    [() => readPlans('reader:100'), /is no plan/],
    [() => readPlans('reader:0/5'), /limits are 1 to 2147483647/],
    [() => readPlans('reader:1/2147483648'), /limits are 1 to/],
    [() => readPlans('reader:1/2,'), /^"" is no plan/],
    [() => readPlans('a:1/2,a:custom'), /^The plan a appears twice\.$/],
    [() => readPlans('a:custom'), /^The first API key needs a plan with limits/],
    [() => readResource('Book'), /^Book is no name of a resource: /],
    [() => readResource('book_case'), /is no name/],
    [() => readResource('book--case'), /is no name/],
    [() => readResource('b'.repeat(31)), /is no name/],
    [() => readResource('book', 'Books'), /^Books is no name/],
    [() => readResource('sheep', 'sheep'), /^The plural of sheep must be another word\.$/],
    [() => readResource('books'), /^The plural of books follows no rule: add --plural/],
    [() => readResource('class'), /^class is a name of the platform or of the code/],
    [() => readResource('function'), /^function is a name/],
  ] as const) {
    t.throws(read, { message });
  }
});

t.test('makes plurals by the simple rules alone', async (t) => {
  for (const [singular, plural] of [
    ['book', 'books'],
    ['category', 'categories'],
    ['day', 'days'],
    ['box', 'boxes'],
    ['address', 'addresses'],
    ['branch', 'branches'],
    ['order-item', 'order-items'],
  ] as const) {
    t.equal(readResource(singular).plural, plural);
  }
  for (const irregular of ['child', 'person', 'shelf', 'knife', 'photo', 'bus', 'woman', 'mouse']) {
    t.throws(() => readResource(irregular), /follows no rule/, irregular);
  }
  t.equal(readResource('child', 'children').plural, 'children');
});

t.test('refuses a resource whose names the platform has already', async (t) => {
  t.ok(taken.size > 50);
  for (const singular of [
    'account',
    'api-key',
    'customer',
    'error',
    'health',
    'key',
    'key-event',
    'path',
    'usage',
    'cursor',
  ]) {
    t.throws(() => readResource(singular), /is a name of the platform/, singular);
  }
  t.equal(readResource('monkey').plural, 'monkeys');
});

/** The key that SECURITY.md shows. */
function exampleKey(prefix: string): string {
  const key = `${prefix}_0123456789ABCDEFGHIJKLMNOPQRSTUV`;
  return key + checksumOf(key);
}

t.test('writes the names of one service in place of those of another', async (t) => {
  const from = { product: 'Old Shop', name: 'old-shop', keyPrefix: 'osh', firstKeyPlan: 'free' };
  const to = { product: 'Books', name: 'books', keyPrefix: 'bks', firstKeyPlan: 'reader' };
  const place = withNames(from, to);
  for (const [text, placed] of [
    ['Old Shop, old-shop-owner, old_shop_service', 'Books, books-owner, books_service'],
    ['OldShopDown: #oldshopdown', 'BooksDown: #booksdown'],
    ['osh_0123, --plan free', 'bks_0123, --plan reader'],
    [`key ${exampleKey('osh')}.`, `key ${exampleKey('bks')}.`],
    ['cold-shop old-shops wosh_1 --plan freedom', 'cold-shop old-shops wosh_1 --plan freedom'],
  ] as const) {
    t.equal(place(text), placed);
  }
  t.throws(() => withNames(to, from), /whose name has two words\.$/);
});

t.test('writes a service that compiles, serves and passes its tests at once', async (t) => {
  const parent = await temporaryFolder(t);
  const cwd = join(parent, 'shop');
  const written = await runScript(t, SCRIPT, [cwd, ...ARGUMENTS]);
  t.match(written, { code: 0, stdout: `Wrote ${cwd}. In it, run: npm ci && npm start\n` });
  t.strictSame(await readdir(parent), ['shop'], 'nothing else is left');
  const again = await runScript(t, SCRIPT, [cwd, ...ARGUMENTS]);
  t.match(again, { code: 1, stderr: `${cwd} exists already.\n` });

  const git = (...args: string[]) => spawnSync('git', args, { cwd, encoding: 'utf8' }).stdout;
  t.match(git('log', '--format=%s'), /^feat: Corner Shop 24\n$/);
  t.equal(git('status', '--porcelain'), '');
  const tracked = git('ls-files').split('\n');
  t.ok(tracked.includes('deploy/corner-shop-24.service'));
  t.ok(tracked.includes('src/store/reading-copies.ts'));
  t.notOk(tracked.includes('scripts/new-service/index.ts'));
  for (const guide of ['RECIPES', 'NEW-MAJOR']) {
    const text = await readFile(join(cwd, `openapi/${guide}.md`), 'utf8');
    t.match(text, 'a service in which a reading copy also has', 'its examples have more');
    t.notMatch(text, 'A test follows these', 'no test of the project follows it');
  }

  // What npm ci installs.
  await symlink(join(root, 'node_modules'), join(cwd, 'node_modules'));
  const run = (...command: string[]) => startProcess(t, command, { cwd }).ended;
  t.match(await run('node', RUN, 'scripts/generate/index.ts', '--check'), { code: 0 });
  t.match(await run('node', RUN, 'scripts/contract-lint.ts'), { code: 0 });
  t.match(await run('node', BIOME, 'check', '--error-on-warnings', '.'), { code: 0 });
  // Without the tests of the platform, which take most of the time and are the same.
  const include = ['src', 'scripts', 'test/store'];
  await writeFile(
    join(cwd, 'tsconfig.own.json'),
    JSON.stringify({ extends: './tsconfig.json', include }),
  );
  await cp(join(root, SAMPLE_GENERATED), join(cwd, SAMPLE_GENERATED), { recursive: true });
  t.match(await run('node', TSC, '-p', 'tsconfig.own.json'), { code: 0, stdout: '' });

  const server = startProcess(t, ['npm', 'start'], { cwd, settings: { PORT: '0' } });
  const [origin, [, authorization]] = await Promise.all([
    listening(server),
    server.waitFor(/Authorization: (Bearer c4_\w+)/),
  ]);
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: String(authorization), 'content-type': 'application/json' };
    return (await fetch(`${origin}/v1${path}`, { ...init, headers })).json();
  };
  const body = JSON.stringify({ name: 'Odd' });
  const added = { id: 1, name: 'Odd', status: 'active' };
  t.strictSame(await send('/reading-copies', { method: 'POST', body }), added);
  t.strictSame(await send('/reading-copies?sort=newest'), [added]);
  t.strictSame(await send('/reading-copies/1'), added);
  t.match(await send('/account'), { plan: 'tiny', limits: { perMinute: 100, perDay: 5000 } });
  t.equal((await server.end('SIGTERM')).code, 0);
  t.ok(existsSync(join(cwd, 'data/corner-shop-24.db')));
  t.match(await run('node', PRELOADED, 'test/store/reading-copies.test.ts'), { code: 0 });
});
