// Follows the recipes of openapi/RECIPES.md, all of them one after the other, and calls what they
// add on both databases. In a copy of the project, since they change the contract, models and code.

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { OXLINT } from '../../scripts/programs.ts';
import { GRANTS } from '../../scripts/sources.ts';
import { PRELOADED } from '../../scripts/testing/run-tests.ts';
import type { Provider } from '../../src/platform/database/index.ts';
import { applyMigrations } from '../../src/platform/database/migrations/index.ts';
import { createCustomer } from '../../src/platform/keys/index.ts';
import { loadApis } from '../../src/platform/versions.ts';
import { service } from '../../src/service.ts';
import { emptyDatabase, grantRights, historyIn, onBoth } from '../support/both-databases.ts';
import { compile } from '../support/compiler.ts';
import { openAs } from '../support/databases.ts';
import { keysOf } from '../support/key-rules.ts';
import { codeIn, sectionOf } from '../support/markdown.ts';
import { changeFile, root, scratchCopy, startProcess } from '../support/scripts.ts';
import { migrate } from '../support/servers/databases.ts';
import { asService } from '../support/servers/roles.ts';
import { launchServer } from '../support/servers/server.ts';
import { UNLIMITED } from '../support/servers/unlimited.ts';
import { OWN } from '../support/services.ts';
import { blocksOf, MAJOR_EXAMPLE, writeBlock } from './blocks.ts';

const [
  {
    contract: { scopes },
  },
] = await loadApis(service);
/** The last recipe belongs to NEW-MAJOR.md. */
const [recipes = ''] = (await readFile(join(root, 'openapi/RECIPES.md'), 'utf8')).split(
  `## ${MAJOR_EXAMPLE}\n`,
);
const howTo = await readFile(join(root, 'openapi/platform/HOW-TO.md'), 'utf8');
const blocks = blocksOf(recipes);

/** Leaves a conflict in each generated file that git has. */
async function conflict(cwd: string) {
  const documents = ['client.ts', 'openapi.ts', 'openapi.yaml', 'route-schemas.ts'];
  for (const file of [GRANTS, ...documents.map((name) => `generated/${name}`)]) {
    const text = await readFile(join(cwd, file), 'utf8');
    const lines = text.split('\n');
    const [ours, theirs] = [lines.slice(20, 40), lines.slice(30, 50)];
    const both = ['<<<<<<< HEAD', ...ours, '=======', ...theirs, '>>>>>>> theirs'];
    lines.splice(20, 20, ...both);
    await writeFile(join(cwd, file), lines.join('\n'));
  }
}

/** The property tests of the operations that the recipes add. */
const ADDED = [...recipes.matchAll(/^ +operationId: (\w+)$/gm)].map(([, id]) => id);
const OF_RECIPES = { TAP_GREP: `/of the service/\n/^(?:${ADDED.join('|')})$/` };

/** The code that the recipes write or change. */
const WRITTEN = new Set(blocks.map(({ file }) => file).filter((file) => file.endsWith('.ts')));

const FORGOTTEN = 'src/store/forgotten.ts';

/** What misses an await, and what reports it: a rule, or the compiler. */
const MISSED: readonly (readonly [line: string, rule: string])[] = [
  ['pets.find(petId);', 'no-floating-promises'],
  ['[petId].forEach(async (id) => void (await pets.find(id)));', 'no-misused-promises'],
  ['if (!pets.find(petId)) throw storeErrors.petNotFound(petId);', 'no-misused-promises'],
  ['return { ...REX, ...pets.find(petId) };', 'no-misused-promises'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
  ['return { ...REX, name: `${pets.find(petId)}` };', 'no-base-to-string'],
  ['return { ...REX, name: pets.find(petId) };', 'error TS'],
  ['return named(pets.find(petId));', 'error TS'],
  [
    'try { return pets.find(petId); } catch { throw storeErrors.petNotFound(petId); }',
    'return-await',
  ],
];

/** A handler for each line that misses an await. */
function forgottenAwaits() {
  const handlers = MISSED.map(([line], i) => {
    const end = /^(?:return|try)/.test(line) ? '' : '  return REX;\n';
    return `export const handler${i}: Handler<'getPet'> = async ({ params: { petId } }) => {
  ${line}
${end}};
`;
  });
  return `// What misses an await.
import { storeErrors } from './errors.ts';
import type { Handler } from './handler.ts';
import type { Pets } from './pet-queries.ts';

const REX = { id: 1n, name: 'Rex', categoryId: 7n, status: 'sold' } as const;
declare const pets: Pets;
declare function named(pet: { name: string }): typeof REX;

${handlers.join('')}`;
}

const cwd = await scratchCopy(t);
// All the rest takes the compiler and the linters most of their time.
await changeFile(join(cwd, 'tsconfig.json'), /"include": .*/, '"include": ["src"],');
await changeFile(join(cwd, 'biome.json'), '"**"', '"src/**"');

t.test('the recipes compile as they stand, and conflicts of generated files heal', async (t) => {
  const run = (command: string[], settings = {}) =>
    startProcess(t, command, { cwd, settings }).ended;
  const npm = (...args: string[]) => run(['npm', 'run', ...args]);
  for (const block of blocks) await writeBlock(cwd, block);
  t.match(await npm('migration', '--', 'recipes'), { code: 0 });
  await conflict(cwd);
  // The next line is for Git, of which the copy is no repository.
  const [commands = ''] = codeIn('sh', sectionOf(howTo, 'Merge generated files'));
  const [command = ''] = commands.split('\n');
  t.match(await run(command.split(' ')), { code: 0 });
  t.match(await npm('format', '--', '--error-on-warnings'), { code: 0 });

  const text = forgottenAwaits();
  await writeFile(join(cwd, FORGOTTEN), text);
  const [types, promises, properties, declared] = await Promise.all([
    compile([], { cwd }),
    run([process.execPath, OXLINT, '--format=unix', ...WRITTEN, FORGOTTEN]),
    run([process.execPath, PRELOADED, 'test/store/properties.test.ts'], OF_RECIPES),
    run([process.execPath, PRELOADED, 'test/store/declared.test.ts']),
  ]);
  await rm(join(cwd, FORGOTTEN));
  // NEW-OPERATION.md says to run the first of them.
  t.match(properties, { code: 0, stdout: /^ +ok .* - listNewestOrders/m });
  t.match(declared, { code: 0, stdout: /^ +ok .* - listNewestOrders reads query.from$/m });
  const reports = [
    ...`${types}${promises.stdout}`.matchAll(/^([\w/.-]+\.ts)[(:](\d+)[,:]\d+.*$/gm),
  ].map(([report, file, line]) => ({ report, file, line: Number(line) }));
  t.strictSame(
    reports.filter(({ file }) => file !== FORGOTTEN),
    [],
  );
  const starts = [...text.split('\n').entries()].filter(([, line]) => line.startsWith('export'));
  for (const [i, [, rule]] of MISSED.entries()) {
    const [start = 0] = starts[i] ?? [];
    const [end = Number.POSITIVE_INFINITY] = starts[i + 1] ?? [];
    const own = reports.filter(({ line }) => line > start && line <= end);
    t.match(own.map(({ report }) => report).join('\n'), rule, `handler ${i}`);
  }
});

interface Caller {
  /** Calls an operation. */
  call(method: string, path: string, body?: unknown, headers?: object): Promise<Answer>;
  /** The items of all pages. */
  list(path: string): Promise<Record<string, unknown>[]>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the contract of the copy is not known here.
  readonly body: any;
}

/** Serves the copy on a database, whose client is that of this project. */
async function serve(t: Test, provider: Provider) {
  const url = await emptyDatabase(t, provider);
  await migrate(url, OWN);
  const { client } = await openAs(OWN, t, asService(url, OWN));
  await client.pet.create({ data: { name: 'Ada', categoryId: 7n, status: 'sold' } });
  const history = await historyIn(cwd, provider);
  await applyMigrations(OWN.service.database, url, { history });
  await grantRights(url, { file: join(cwd, GRANTS) });
  const customer = { name: 'A', plan: 'enterprise', limits: UNLIMITED } as const;
  const { key } = await createCustomer(keysOf(client, OWN), customer, { scopes });
  const script = join(cwd, 'src/server.ts');
  const settings = { DATABASE_URL: url };
  const server = await launchServer(settings, { tested: OWN, script, cwd });
  t.teardown(() => server.end('SIGTERM'));

  const call: Caller['call'] = async (method, path, body, headers) => {
    const response = await fetch(new URL(path, `${server.origin}/v1/`), {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
  const list: Caller['list'] = async (path) => {
    const { status, headers, body } = await call('GET', path);
    t.equal(status, 200, `${path} ${JSON.stringify(body)}`);
    const [, next] = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
    return next === undefined ? body : [...body, ...(await list(next))];
  };
  return { client, call, list };
}

await onBoth(t, async (t, provider) => {
  const { client, call, list } = await serve(t, provider);
  const add = async (name: string, more: object = {}, headers: object = {}) =>
    call('POST', 'pets', { name, categoryId: 7, ...more }, headers);

  await t.test('a range of dates', async (t) => {
    const { id: petId } = await client.pet.findFirstOrThrow();
    const times = [
      '11-20T23:59:59.999',
      '11-21T00:00:00.000',
      '11-21T23:59:59.999',
      '11-22T00:00:00.000',
    ];
    for (const time of times) {
      const createdAt = new Date(`2026-${time}Z`);
      await client.order.create({ data: { petId, quantity: 1, status: 'placed', createdAt } });
    }
    const found = async (query: string) =>
      (await list(`store/orders/newest?limit=1${query}`)).map(({ createdAt }) =>
        String(createdAt).slice('2026-'.length, -1),
      );
    const newest = times.toReversed();
    t.strictSame(await found(''), newest);
    t.strictSame(await found('&from=2026-11-21'), newest.slice(0, 3));
    t.strictSame(await found('&to=2026-11-21'), newest.slice(1));
    t.strictSame(await found('&from=2026-11-21&to=2026-11-21'), newest.slice(1, 3));
    t.strictSame(await found('&from=1000-01-01&to=2999-12-31'), newest);
    t.strictSame(await found('&from=2026-11-22&to=2026-11-21'), []);
    for (const query of ['from=0000-01-01', 'to=9999-12-31']) {
      t.match(await call('GET', `store/orders/newest?${query}`), { status: 400 }, query);
    }
    await client.order.deleteMany();
  });

  await t.test('PATCH with null', async (t) => {
    const { body: pet } = await add('Rex', { microchip: '123456789012345' });
    const path = `pets/${pet.id}`;
    t.match((await call('PATCH', path, { categoryId: 9 })).body, { ...pet, categoryId: 9 });
    const without = { ...pet, categoryId: 9, microchip: null };
    t.strictSame((await call('PATCH', path, { microchip: null })).body, without);
    t.strictSame((await call('GET', path)).body, without);
    for (const body of [{}, { categoryId: null }, { microchip: '' }]) {
      t.match(await call('PATCH', path, body), { status: 400 });
    }
    t.match(await call('PATCH', 'pets/0', { microchip: null }), { status: 404 });
  });

  await t.test('a 409 beside that of Idempotency-Key', async (t) => {
    const microchip = '543210987654321';
    const { body: first } = await add('Rex', { microchip });
    const key = { 'Idempotency-Key': 'one' };
    for (const headers of [{}, key, key]) {
      const taken = await add('Max', { microchip }, headers);
      t.match(taken, { status: 409, body: { code: 'microchip_taken' } });
    }
    const { body: other } = await add('Max', { microchip: null }, { 'Idempotency-Key': 'two' });
    const omitted = await add('Max', {}, { 'Idempotency-Key': 'two' });
    t.strictSame(omitted.body, other, 'null is the same as nothing');
    const taken = await call('PATCH', `pets/${other.id}`, { microchip });
    t.match(taken, { status: 409, body: { code: 'microchip_taken' } });
    await call('DELETE', `pets/${first.id}`);
    const [added, repeated] = [
      await add('Max', { microchip }, key),
      await add('Max', { microchip }, key),
    ];
    t.match(added, { status: 201 });
    t.strictSame(repeated.body, added.body);
  });
});
