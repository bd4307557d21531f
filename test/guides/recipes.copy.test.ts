// Follows the recipes of openapi/RECIPES.md, all of them one after the other, and calls what they
// add on both databases. In a copy of the project, since they change the contract, models and code.

import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import t, { type Test } from 'tap';
import { OXLINT, TSC } from '../../scripts/programs.ts';
import { PRELOADED } from '../../scripts/run-tests.ts';
import { GRANTS } from '../../scripts/sources.ts';
import type { Provider } from '../../src/platform/database/index.ts';
import { applyMigrations } from '../../src/platform/database/migrations/index.ts';
import { createCustomer } from '../../src/platform/keys/index.ts';
import { emptyDatabase, grantRights, historyIn, onBoth } from '../support/both-databases.ts';
import { openAs } from '../support/databases.ts';
import { keysOf } from '../support/key-rules.ts';
import { changeFile, root, scratchCopy, startProcess } from '../support/scripts.ts';
import { migrate } from '../support/servers/databases.ts';
import { asService } from '../support/servers/roles.ts';
import { launchServer } from '../support/servers/server.ts';
import { UNLIMITED } from '../support/servers/unlimited.ts';
import { OWN } from '../support/services.ts';
import { blocksOf, writeBlock } from './blocks.ts';

const recipes = await readFile(join(root, 'openapi/RECIPES.md'), 'utf8');
const howTo = await readFile(join(root, 'openapi/platform/HOW-TO.md'), 'utf8');
const blocks = blocksOf(recipes);

/** A section of HOW-TO.md. */
function section(title: string): string {
  const [, text = ''] = new RegExp(`^## ${title}\\n(.*?)^##`, 'ms').exec(howTo) ?? [];
  return text;
}

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

/** A handler for each line of the section that tells which ones are reported. */
function forgottenAwaits() {
  const [, block = ''] = /^```ts\n(.*?)^```$/ms.exec(section('Find a forgotten await')) ?? [];
  // In the words of this service.
  const words = { itemNotFound: 'petNotFound', items: 'pets', itemId: 'petId', FIRST: 'REX' };
  const own = Object.entries(words).reduce((text, [from, to]) => text.replaceAll(from, to), block);
  const lines = own.trim().split('\n');
  const handlers = lines.map((line, i) => {
    const end = /^(?:return|try)/.test(line) ? '' : '  return REX;\n';
    return `export const handler${i}: Handler<'getPet'> = async ({ params: { petId } }) => {
  ${line}
${end}};
`;
  });
  const text = `// What misses an await.
import { storeErrors } from './errors.ts';
import type { Handler } from './handler.ts';
import type { Pets } from './pet-queries.ts';

const REX = { id: 1n, name: 'Rex', categoryId: 7n, status: 'sold' } as const;
declare const pets: Pets;
declare function named(pet: { name: string }): typeof REX;

${handlers.join('')}`;
  return { text, rules: lines.map((line) => line.split(' // ')[1] ?? '') };
}

const cwd = await scratchCopy(t);
// All the rest takes the compiler and the linters most of their time.
const READ = ['src', 'scripts/fold-names.ts'];
await changeFile(
  join(cwd, 'tsconfig.json'),
  /"include": .*/,
  `"include": ${JSON.stringify(READ)},`,
);
await changeFile(join(cwd, 'biome.json'), '"**"', '"src/**", "scripts/fold-names.ts"');

t.test('the recipes compile as they stand, and conflicts of generated files heal', async (t) => {
  const run = (command: string[], settings = {}) =>
    startProcess(t, command, { cwd, settings }).ended;
  const npm = (...args: string[]) => run(['npm', 'run', ...args]);
  for (const block of blocks) if (block.language !== 'sql') await writeBlock(cwd, block);
  t.match(await npm('migration', '--', 'recipes'), { code: 0 });
  for (const { language, file: database, text } of blocks) {
    if (language !== 'sql') continue;
    const folder = join(cwd, 'prisma/migrations/store', database.toLowerCase());
    const last = (await readdir(folder)).filter((name) => name.endsWith('_recipes'))[0] ?? '';
    await appendFile(join(folder, last, 'migration.sql'), text);
  }
  await conflict(cwd);
  const [command = ''] = /^npm run generate$/m.exec(section('Merge generated files')) ?? [];
  t.match(await run(command.split(' ')), { code: 0 });
  t.match(await npm('format', '--', '--error-on-warnings'), { code: 0 });

  const { text, rules } = forgottenAwaits();
  await writeFile(join(cwd, FORGOTTEN), text);
  const [types, promises, properties, declared] = await Promise.all([
    run([process.execPath, TSC]),
    run([process.execPath, OXLINT, '--format=unix', ...WRITTEN, FORGOTTEN]),
    run([process.execPath, PRELOADED, 'test/store/properties.test.ts'], OF_RECIPES),
    run([process.execPath, PRELOADED, 'test/store/declared.test.ts']),
  ]);
  await rm(join(cwd, FORGOTTEN));
  // NEW-OPERATION.md says to run the first of them.
  t.match(properties, { code: 0, stdout: /^ +ok .* - listPetChanges/m });
  t.match(declared, { code: 0, stdout: /^ +ok .* - createPhotoUpload reads body.sizeBytes$/m });
  const reports = [
    ...`${types.stdout}${promises.stdout}`.matchAll(/^([\w/.-]+\.ts)[(:](\d+)[,:]\d+.*$/gm),
  ].map(([report, file, line]) => ({ report, file, line: Number(line) }));
  t.strictSame(
    reports.filter(({ file }) => file !== FORGOTTEN),
    [],
  );
  const starts = [...text.split('\n').entries()].filter(([, line]) => line.startsWith('export'));
  for (const [i, rule] of rules.entries()) {
    const [start = 0] = starts[i] ?? [];
    const [end = Number.POSITIVE_INFINITY] = starts[i + 1] ?? [];
    const own = reports.filter(({ line }) => line > start && line <= end);
    const expected = rule === 'the compiler' ? 'error TS' : rule;
    t.match(own.map(({ report }) => report).join('\n'), expected, `handler ${i}`);
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
  await client.pet.create({ data: { name: OLD_NAME, categoryId: 7n, status: 'sold' } });
  const history = await historyIn(cwd, provider);
  await applyMigrations(OWN.service.database, url, { history });
  await grantRights(url, { file: join(cwd, GRANTS) });
  const customer = { name: 'A', plan: 'enterprise', limits: UNLIMITED } as const;
  const { key } = await createCustomer(keysOf(client, OWN), customer);
  const script = join(cwd, 'src/server.ts');
  const settings = { DATABASE_URL: url, PHOTO_BUCKET: BUCKET };
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
  return { url, client, call, list };
}

const BUCKET =
  'https://AKIAIOSFODNN7EXAMPLE:wJalr%2FEXAMPLEKEY@photos.example.org?region=eu-west-1';

/** Of the animal that was there before the recipes. */
const OLD_NAME = 'Ä';
/** In the order of their characters' codes, which UTF-16 has not. */
const NAMES = ['50 %', '50x%', 'B_', 'Bob', 'a', 'a', 'bc', 'straße', 'Ä', 'é', 'ﬁx', '🐶'];
const SEARCHES: readonly (readonly [text: string, found: readonly string[]])[] = [
  ['%', ['50 %', '50x%']],
  ['0 %', ['50 %']],
  ['_', ['B_']],
  ['\\', []],
  ['b', ['B_', 'Bob', 'bc']],
  ['STRASSE', ['straße']],
  ['ä', ['Ä']],
  ['E\u0301', ['é']],
  ['FI', ['ﬁx']],
  ['🐶', ['🐶']],
];

await onBoth(t, async (t, provider) => {
  const { url, client, call, list } = await serve(t, provider);
  const namesOf = (pets: Record<string, unknown>[]) => pets.map(({ name }) => name);
  const add = async (name: string, more: object = {}, headers: object = {}) =>
    call('POST', 'pets', { name, categoryId: 7, ...more }, headers);

  await t.test('a list in the order of another column', async (t) => {
    for (const name of NAMES.toReversed()) {
      if (name !== OLD_NAME) t.match(await add(name), { status: 201 });
    }
    for (const limit of [1, 2, 5, 100]) {
      t.strictSame(namesOf(await list(`pets/by-name?limit=${limit}`)), NAMES);
    }
    const long = '🐶'.repeat(255);
    const added = [await add(long), await add(long)];
    t.strictSame(namesOf(await list('pets/by-name?limit=1')), [...NAMES, long, long]);
    for (const { body } of added) await client.pet.delete({ where: { id: BigInt(body.id) } });
  });

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

  await t.test('a search that is the same on both databases', async (t) => {
    t.strictSame(await list('pets/search?text=%C3%84'), []);
    const [, command = ''] = /^`DATABASE_URL=\.\.\. (node \S+)`/m.exec(recipes) ?? [];
    const filled = startProcess(t, command.split(' '), {
      cwd,
      settings: { DATABASE_URL: asService(url, OWN) },
    });
    t.match(await filled.ended, { code: 0 });
    for (const [text, found] of SEARCHES) {
      const pets = await list(`pets/search?limit=1&text=${encodeURIComponent(text)}`);
      t.strictSame(namesOf(pets).sort(), [...found].sort(), text);
    }
  });

  await t.test('what has changed since', async (t) => {
    let cursor = '';
    /** Reads all pages from the last place, as a client does that polls. */
    async function poll(limit = 2) {
      const seen: [id: number, name: string | undefined][] = [];
      for (;;) {
        const { status, headers, body } = await call('GET', `pet-changes?limit=${limit}${cursor}`);
        t.equal(status, 200);
        for (const { id, pet } of body) seen.push([id, pet?.name]);
        cursor = `&cursor=${headers.get('continue-from')}`;
        if (!headers.has('link')) return seen;
      }
    }
    t.equal((await poll()).length, NAMES.length + 2, 'all, and what was removed');
    t.strictSame(await poll(), []);
    for (const file of [join(cwd, GRANTS), join(root, GRANTS)]) await grantRights(url, { file });
    const { body: added } = await add('New');
    t.strictSame(await poll(), [[added.id, 'New']], 'with the rights of this version, or the last');
    t.match(await call('PATCH', `pets/${added.id}`, { categoryId: 8 }), { status: 200 });
    t.strictSame(await poll(), [[added.id, 'New']]);
    t.match(await call('DELETE', `pets/${added.id}`), { status: 204 });
    t.strictSame(await poll(), [[added.id, undefined]]);
    t.strictSame(await poll(), []);
    if (provider === 'sqlite') return;

    const address = asService(url, OWN);
    const [first, second] = [new pg.Client(address), new pg.Client(address)];
    await Promise.all([first.connect(), second.connect()]);
    t.teardown(() => Promise.all([first.end(), second.end()]));
    const insert =
      "INSERT INTO pets (name, category_id, status) VALUES ($1, 7, 'sold') RETURNING id";
    const insertBy = async (connection: pg.Client, name: string) =>
      Number((await connection.query(insert, [name])).rows[0].id);
    await first.query('BEGIN');
    const late = await insertBy(first, 'late');
    const early = await insertBy(second, 'early');
    t.ok(late < early);
    t.strictSame(await poll(), [[early, 'early']]);
    await first.query('COMMIT');
    t.strictSame(await poll(), [[late, 'late']], 'a lower id that was committed later');

    // It is changed by a transaction that has ended, and by one that has not.
    await second.query("UPDATE pets SET name = 'once' WHERE id = $1", [early]);
    await first.query('BEGIN');
    await first.query("UPDATE pets SET name = 'twice' WHERE id = $1", [early]);
    const other = await insertBy(second, 'other');
    t.strictSame(await poll(), [[other, 'other']], 'no request waits for a transaction');
    await first.query('COMMIT');
    t.strictSame(await poll(), [[early, 'twice']]);
  });

  await t.test('rows of a customer, which no other customer finds', async (t) => {
    const other = await createCustomer(keysOf(client, OWN), { name: 'B', plan: 'free' });
    const asOther = { authorization: `Bearer ${other.key}` };
    for (const text of ['one', 'two', 'three']) {
      t.match(await call('POST', 'wishes', { text }), { status: 201, body: { text } });
    }
    const { body: ofOther } = await call('POST', 'wishes', { text: 'other' }, asOther);
    t.strictSame((await call('GET', 'wishes', undefined, asOther)).body, [ofOther]);
    const own = await list('wishes?limit=1');
    t.strictSame(
      own.map(({ text }) => text),
      ['one', 'two', 'three'],
    );
    const missing = { status: 404, body: { code: 'wish_not_found' } };
    t.match(await call('DELETE', `wishes/${ofOther.id}`), missing);
    t.match(await call('DELETE', `wishes/${own[0]?.id}`), { status: 204 });
    t.match(await call('DELETE', `wishes/${own[0]?.id}`), missing);
    t.strictSame(await list('wishes'), own.slice(1));
    t.strictSame((await call('GET', 'wishes', undefined, asOther)).body, [ofOther]);
  });

  await t.test('PATCH with null', async (t) => {
    const { body: pet } = await add('Rex', { microchip: '123456789012345' });
    const path = `pets/${pet.id}`;
    t.match((await call('PATCH', path, { categoryId: 9 })).body, { ...pet, categoryId: 9 });
    const without = { ...pet, categoryId: 9, microchip: null };
    t.strictSame((await call('PATCH', path, { microchip: null })).body, without);
    t.strictSame((await call('GET', path)).body, without);
    for (const body of [{}, { categoryId: null }, { name: 'Max' }]) {
      t.match(await call('PATCH', path, body), { status: 400 });
    }
    t.match(await call('PATCH', 'pets/0', { microchip: null }), { status: 404 });
  });

  await t.test('what is referred to is not deleted', async (t) => {
    const { body: pet } = await add('Rex');
    const data = { petId: BigInt(pet.id), quantity: 1, status: 'placed' } as const;
    const { id } = await client.order.create({ data });
    const path = `pets/${pet.id}`;
    t.match(await call('DELETE', path), { status: 409, body: { code: 'pet_is_ordered' } });
    await client.order.delete({ where: { id } });
    t.match(await call('DELETE', path), { status: 204 });
    t.match(await call('DELETE', path), { status: 404, body: { code: 'pet_not_found' } });
  });

  await t.test('a 409 beside that of Idempotency-Key', async (t) => {
    const microchip = '543210987654321';
    const { body: first } = await add('Rex', { microchip });
    const key = { 'Idempotency-Key': 'one' };
    for (const headers of [{}, key, key]) {
      const taken = await add('Max', { microchip }, headers);
      t.match(taken, { status: 409, body: { code: 'microchip_taken' } });
    }
    await call('DELETE', `pets/${first.id}`);
    const [added, repeated] = [
      await add('Max', { microchip }, key),
      await add('Max', { microchip }, key),
    ];
    t.match(added, { status: 201 });
    t.strictSame(repeated.body, added.body);
  });

  await t.test('an upload by an address', async (t) => {
    const photo = { contentType: 'image/jpeg', sizeBytes: 1000 };
    const { body: pet } = await add('Rex');
    const { status, body } = await call('POST', `pets/${pet.id}/photo-uploads`, photo);
    t.equal(status, 201);
    const { origin, pathname, searchParams } = new URL(body.url);
    t.equal(origin, 'https://photos.example.org');
    t.match(pathname, new RegExp(`^/pets/${pet.id}/[0-9a-f-]{36}$`));
    t.equal(searchParams.get('X-Amz-SignedHeaders'), 'content-length;content-type;host');
    t.notMatch(body.url, 'EXAMPLEKEY');
    t.match(await call('POST', 'pets/0/photo-uploads', photo), { status: 404 });
    const large = { ...photo, sizeBytes: 2 ** 30 };
    t.match(await call('POST', `pets/${pet.id}/photo-uploads`, large), { status: 400 });
  });
});

t.test('addresses are signed as AWS documents it', async (t) => {
  const { signedAddress } = await import(join(cwd, 'src/store/signed-address.ts'));
  const secret = encodeURIComponent('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY');
  // https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
  const signed = signedAddress(
    `https://AKIAIOSFODNN7EXAMPLE:${secret}@examplebucket.s3.amazonaws.com?region=us-east-1`,
    {
      method: 'GET',
      name: 'test.txt',
      headers: {},
      nowMs: Date.parse('2013-05-24T00:00:00Z'),
      lifetimeSeconds: 86_400,
    },
  );
  t.equal(
    new URL(signed).searchParams.get('X-Amz-Signature'),
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});
