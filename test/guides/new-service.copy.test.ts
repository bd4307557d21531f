// `npm run new-service`: which names can be, and a service with odd ones that compiles, serves and
// passes its own tests at once.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { readNames } from '../../scripts/new-service/names.ts';
import { readPlans } from '../../scripts/new-service/plans.ts';
import { platformNames } from '../../scripts/new-service/platform-names.ts';
import { type Resource, readResource as read } from '../../scripts/new-service/resource.ts';
import { withNames } from '../../scripts/platform/spellings.ts';
import { BIOME, OXLINT, RUN } from '../../scripts/programs.ts';
import { PRELOADED } from '../../scripts/testing/run-tests.ts';
import { checksumOf } from '../../src/platform/keys/api-key.ts';
import { compile } from '../support/compiler.ts';
import { temporaryFolder } from '../support/databases.ts';
import { codeIn } from '../support/markdown.ts';
import { listening, root, runScript, startProcess } from '../support/scripts.ts';
import { until } from '../support/until.ts';
import { blocksOf, writeBlock } from './blocks.ts';

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
  t.equal(await compile(['-p', 'tsconfig.own.json'], { cwd }), '');

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

  await t.test('whose guides can be followed', (t) => followGuides(t, cwd, String(authorization)));
});

/** What a person does who follows NEW-OPERATION.md and RECIPES.md from the beginning to the end. */
async function followGuides(t: Test, cwd: string, authorization: string) {
  const run = (...command: string[]) => startProcess(t, command, { cwd }).ended;
  const guide = await readFile(join(cwd, 'openapi/NEW-OPERATION.md'), 'utf8');
  for (const block of blocksOf(guide)) await writeBlock(cwd, block);
  const [command = ''] = codeIn('sh', guide);
  const [statement] = codeIn('sql', guide);
  t.match(await run(...command.trim().split(' ')), { code: 0 });
  for (const database of ['sqlite', 'postgresql']) {
    const [file = ''] = globSync(
      join(cwd, 'prisma/migrations/store', database, '*_add_note/migration.sql'),
    );
    t.equal(await readFile(file, 'utf8'), statement, database);
  }
  const recipes = await readFile(join(cwd, 'openapi/RECIPES.md'), 'utf8');
  for (const block of blocksOf(recipes)) await writeBlock(cwd, block);
  t.match(await run('npm', 'run', 'migration', '--', 'recipes'), { code: 0 });

  t.match(await run('npm', 'run', 'format', '--', '--error-on-warnings'), { code: 0 });
  t.match(await run('node', RUN, 'scripts/generate/index.ts'), { code: 0 });
  t.match(await run('node', RUN, 'scripts/contract-lint.ts'), {
    code: 0,
    stdout: /keeps all rules/,
  });
  t.equal(await compile(['-p', 'tsconfig.own.json'], { cwd }), '');
  t.match(await run('node', OXLINT, 'src/store'), { code: 0 });
  for (const name of ['reading-copies', 'set-reading-copy-status']) {
    t.match(await run('node', PRELOADED, `test/store/${name}.test.ts`), { code: 0 }, name);
  }
  t.match(await run('node', PRELOADED, 'test/scripts/documents.test.ts'), { code: 0 });

  const makers = createServer((_request, response) => response.end('["Bob","Ada"]'));
  await once(makers.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => makers.close());
  const url = `http://127.0.0.1:${(makers.address() as AddressInfo).port}`;
  const settings = { PORT: '0', MAKERS_URL: url };
  const server = startProcess(t, ['npm', 'start'], { cwd, settings });
  const origin = await listening(server);
  const { stdout } = await run('node', 'dist/scripts/keys.js', ...CREATE_OTHER);
  const [, other = ''] = /^(c4_\w+)$/m.exec(stdout) ?? [];
  const send = async (request: string, body?: object, key = authorization) => {
    const [method = '', path] = request.split(' ');
    const headers = { authorization: key, ...(body && { 'content-type': 'application/json' }) };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${origin}/v1${path}`, init);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };

  await t.test('a new operation', async (t) => {
    const archived = { id: 1, name: 'Odd', note: null, status: 'archived' };
    const path = 'PUT /reading-copies/1/status';
    t.strictSame(await send(path, { status: 'archived' }), { status: 200, body: archived });
    const again = await send(path, { status: 'active' });
    t.match(again, { status: 409, body: { code: 'reading_copy_archived' } });
  });

  await t.test('a job, which calls another service that a setting names', async (t) => {
    const database = new Sqlite(join(cwd, 'data/corner-shop-24.db'), { readonly: true });
    t.teardown(() => database.close());
    const names = database.prepare('SELECT name FROM makers ORDER BY id').pluck();
    await until(() => names.all().length === 2);
    t.strictSame(names.all(), ['Bob', 'Ada']);
  });

  await t.test('two tables in one transaction, and a row that is found or created', async (t) => {
    const missing = await send('PUT /reading-copies/7/maker', { name: 'Eve' });
    t.match(missing, { status: 404, body: { code: 'reading_copy_not_found' } });
    const path = 'PUT /reading-copies/1/maker';
    t.strictSame((await send(path, { name: 'Cy' })).body, { id: 3, name: 'Cy' }, 'no Eve is left');
    t.strictSame((await send(path, { name: 'Ada' })).body, { id: 2, name: 'Ada' });
  });

  await t.test('a list of values, and relations in a list of rows', async (t) => {
    await send('POST /reading-copies', { name: 'Even' });
    const path = '/reading-copies/1/labels';
    t.match(await send(`PUT ${path}`, { labels: ['old', 'older', 'oldest'] }), { status: 200 });
    t.strictSame((await send(`PUT ${path}`, { labels: ['b', 'a'] })).body, { labels: ['b', 'a'] });
    t.match(await send('PUT /reading-copies/7/labels', { labels: [] }), { status: 404 });
    t.strictSame((await send('GET /reading-copy-details')).body, [
      { id: 1, name: 'Odd', maker: 'Ada', labels: ['b', 'a'] },
      { id: 2, name: 'Even', maker: null, labels: [] },
    ]);
  });

  await t.test('changing and removing a row', async (t) => {
    const changed = { id: 1, name: 'New', note: null, status: 'archived' };
    const patched = await send('PATCH /reading-copies/1', { name: 'New' });
    t.strictSame(patched, { status: 200, body: changed });
    const noted = await send('PATCH /reading-copies/1', { note: 'Old' });
    t.strictSame(noted.body, { ...changed, note: 'Old' });
    t.strictSame((await send('PATCH /reading-copies/1', { note: null })).body, changed);
    t.strictSame((await send('GET /reading-copies/1')).body, changed);
    t.match(await send('DELETE /reading-copies/1'), { status: 204 }, 'with its labels');
    for (const [method, body] of [['PATCH', { name: 'A' }], ['DELETE']] as const) {
      t.match(await send(`${method} /reading-copies/1`, body), { status: 404 });
    }
  });

  await t.test('rows of a customer, which no other customer finds', async (t) => {
    const reminder = { id: 1, text: 'Call Ada' };
    const created = await send('POST /reminders', { text: 'Call Ada' });
    t.strictSame(created, { status: 201, body: reminder });
    t.strictSame((await send('GET /reminders', undefined, `Bearer ${other}`)).body, []);
    const missing = { status: 404, body: { code: 'reminder_not_found' } };
    t.match(await send('DELETE /reminders/1', undefined, `Bearer ${other}`), missing);
    t.strictSame((await send('GET /reminders')).body, [reminder]);
    t.match(await send('DELETE /reminders/1'), { status: 204 });
  });
  t.equal((await server.end('SIGTERM')).code, 0);
}

const CREATE_OTHER = ['create', '--name', 'Other', '--plan', 'tiny'];
