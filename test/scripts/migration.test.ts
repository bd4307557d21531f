// `npm run migration`, with both databases.

import { globSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import t, { type Test } from 'tap';
import { writeMigrations } from '../../scripts/migration.ts';
import type { Provider } from '../../src/platform/database/index.ts';
import { emptyDatabase, historyIn, open, postgres, run } from '../support/both-databases.ts';
import { temporaryFolder } from '../support/databases.ts';
import { copySampleModels } from '../support/sample-models.ts';
import { changeFile, runScript } from '../support/scripts.ts';
import { applyMigrations } from '../support/service-database.ts';

/** Writes migrations as the command does. @returns what it prints, with paths in the project */
async function write(cwd: string, name: string): Promise<string> {
  return (await writeMigrations(name, { root: cwd })).replaceAll(`${cwd}/`, '');
}

const PROVIDERS: Provider[] = postgres ? ['sqlite', 'postgresql'] : ['sqlite'];

/** A working directory with the models and migrations of the platform and the sample service. */
async function project(t: Test) {
  const cwd = await temporaryFolder(t);
  await copySampleModels(cwd);
  return cwd;
}

const change = (cwd: string, text: string, replacement: string) =>
  changeFile(join(cwd, 'prisma/schema/store.prisma'), text, replacement);

t.test('writes a migration of one name for both databases, to be read', async (t) => {
  const cwd = await project(t);
  const run = (name: string) => runScript(t, 'scripts/migration.ts', [name], { cwd });
  const unchanged = await run('nothing');
  t.match(unchanged, { code: 0, stdout: /^There is nothing to write: .*\n$/ }, 'all is committed');
  await change(cwd, '  status ', '  wings String?\n  status ');
  const { stdout, code } = await run('add_wings');
  t.equal(code, 0);
  const [, name = ''] = /sqlite\/(\d{14}_add_wings)\//.exec(stdout) ?? [];
  for (const provider of ['sqlite', 'postgresql']) {
    const path = `prisma/migrations/store/${provider}/${name}/migration.sql`;
    t.match(stdout, `Wrote ${path}`);
    t.match(
      await readFile(join(cwd, path), 'utf8'),
      /^-- AlterTable\nALTER TABLE "widgets" ADD COLUMN +"wings" TEXT;\n$/,
    );
  }
  t.match(stdout, /Read both scripts before they are applied/);
  t.equal(await write(cwd, 'nothing'), '');
});

t.test('writes nothing without a name, or of models that are not valid', async (t) => {
  const cwd = await project(t);
  const before = await readdir(join(cwd, 'prisma/migrations'), { recursive: true });
  for (const args of [[], ['add', 'breed'], ['../x'], ['Add']]) {
    const ended = await runScript(t, 'scripts/migration.ts', args, { cwd });
    t.match(ended, { code: 1, stderr: /^error: / });
  }
  await change(cwd, '  status ', '  breed Breed\n  status ');
  await t.rejects(write(cwd, 'add_code'), { message: /store\.prisma/ });
  t.same(await readdir(join(cwd, 'prisma/migrations'), { recursive: true }), before);
});

/** The last widget was deleted, and its id may not come back. */
const ROWS = [
  "INSERT INTO customers (name, plan) VALUES ('One', 'free')",
  `INSERT INTO widgets (name, group_id, status)
    VALUES ('Bolt', 7, 'available'), ('Mia', 8, 'sold'), ('Gone', 8, 'available')`,
  "DELETE FROM widgets WHERE name = 'Gone'",
  "INSERT INTO shipments (widget_id, quantity, status) VALUES (1, 2, 'placed')",
  "INSERT INTO idempotency_keys VALUES (1, 'k', 'h', 2, '2030-01-01T00:00:00.000+00:00')",
];

interface Change {
  readonly change: readonly [text: string, replacement: string];
  /** What succeeds only afterwards. */
  readonly afterwards: string;
  /** What fails before and afterwards. */
  readonly never: string;
}

/** Where Prisma's own SQL would change rows, their references or their numbers. */
const CHANGES: Readonly<Record<string, Change>> = {
  add_value: {
    change: ['  sold\n', '  sold\n  made_up\n'],
    afterwards: "UPDATE widgets SET status = 'made_up' WHERE id = 2",
    never: "UPDATE widgets SET status = 'eaten'",
  },
  add_enum: {
    change: [
      'model Widget {',
      `enum Mood {
  calm
  not_so_calm @map("not so calm")
}

model Widget {
  mood Mood? @map("its_mood")
  first Mood @default(calm)
`,
    ],
    afterwards: "UPDATE widgets SET its_mood = 'not so calm', first = 'not so calm' WHERE id = 2",
    never: "UPDATE widgets SET its_mood = 'angry'",
  },
  add_table: {
    change: [
      'model Shipment {',
      `model Trial {
  id BigInt @id @default(autoincrement())
  at DateTime @default(now())
}

model Shipment {`,
    ],
    afterwards: 'INSERT INTO "Trial" DEFAULT VALUES',
    never: "UPDATE widgets SET status = 'eaten'",
  },
};

for (const [name, { change: models, afterwards, never }] of Object.entries(CHANGES)) {
  t.test(`${name}: is applied to a database with rows, which it keeps`, async (t) => {
    const cwd = await project(t);
    await change(cwd, ...models);
    t.notMatch(await write(cwd, name), 'lacks the CHECKs');
    for (const provider of PROVIDERS) {
      const url = await emptyDatabase(t, provider);
      await applyMigrations(url);
      await run(url, ...ROWS);
      await t.rejects(run(url, afterwards), 'before');
      const history = await historyIn(cwd, provider);
      t.match(await applyMigrations(url, { history }), [new RegExp(name)]);
      await run(url, afterwards);
      await t.rejects(run(url, never), /(?:CHECK constraint failed|invalid input value for enum)/);
      const { client } = await open(t, url);
      const add = await client.$queryRaw<{ id: bigint }[]>`
        INSERT INTO widgets (name, group_id, status) VALUES ('New', 1, 'available') RETURNING id`;
      t.equal(Number(add[0]?.id), 4, 'no id is given twice');
      t.match(await client.$queryRaw`SELECT row_id, key FROM idempotency_keys`, [{ key: 'k' }]);
      t.match(await client.$queryRaw`SELECT quantity FROM shipments`, [{ quantity: 2 }]);
    }
  });
}

t.test('widens ids that the database numbers, with what numbers them', async (t) => {
  const cwd = await project(t);
  const trial = (type: string) =>
    `model Trial {\n  id ${type} @id @default(autoincrement())\n  at ${type}\n}\n\nmodel Shipment {`;
  await change(cwd, 'model Shipment {', trial('Int'));
  await write(cwd, 'trials');
  const narrow = await Promise.all(
    PROVIDERS.map(async (provider) => [provider, await historyIn(cwd, provider)] as const),
  );
  await change(cwd, trial('Int'), trial('BigInt'));
  await write(cwd, 'wider_trials');
  for (const [provider, before] of narrow) {
    const url = await emptyDatabase(t, provider);
    await applyMigrations(url, { history: before });
    await run(url, 'INSERT INTO "Trial" (at) VALUES (7)');
    const history = await historyIn(cwd, provider);
    t.match(await applyMigrations(url, { history }), [/wider_trials/]);
    const last = {
      sqlite: "UPDATE sqlite_sequence SET seq = 2147483647 WHERE name = 'Trial'",
      postgresql: `SELECT setval('"Trial_id_seq"', 2147483647)`,
    };
    await run(url, last[provider], 'INSERT INTO "Trial" (at) VALUES (2147483648)');
    const { client } = await open(t, url);
    t.same(await client.$queryRaw`SELECT id, at FROM "Trial" ORDER BY id`, [
      { id: 1n, at: 7n },
      { id: 2_147_483_648n, at: 2_147_483_648n },
    ]);
  }
});

t.test('writes for the models that have changed, under names of their own', async (t) => {
  const cwd = await project(t);
  const platform = join(cwd, 'prisma/schema/platform.prisma');
  const written = async (name: string) => {
    const said = await write(cwd, name);
    return [...said.matchAll(/^Wrote prisma\/migrations\/(.*)\/migration\.sql$/gm)].map(
      ([, path = '']) => path,
    );
  };
  await changeFile(platform, /^model Customer \{\n/m, '$&  city String?\n');
  const [first, second, ...others] = await written('add_city');
  t.match([first, second], [/^platform\/sqlite\/\d{14}_add_city$/, /^platform\/postgresql\//]);
  t.same(others, []);
  await changeFile(platform, '  city String?', '$&\n  street String?');
  await change(cwd, '  quantity ', '  note String?\n  quantity ');
  const names = await written('both');
  t.same(
    names.map((name) => name.replace(/\d{14}/, '')),
    ['platform', 'store'].flatMap((owner) => [
      `${owner}/sqlite/_both`,
      `${owner}/postgresql/_both`,
    ]),
  );
  t.equal(new Set(names.map((name) => basename(name))).size, 2, 'each name is in one history');
  for (const provider of PROVIDERS) {
    const url = await emptyDatabase(t, provider);
    await applyMigrations(url);
    await applyMigrations(url, { history: await historyIn(cwd, provider) });
    await run(
      url,
      "UPDATE customers SET street = 'A', city = 'B'",
      "UPDATE shipments SET note = 'C'",
    );
  }
});

t.test('says of a migration that it drops data, which is not applied by itself', async (t) => {
  const cwd = await project(t);
  const before = await readFile(join(cwd, 'prisma/schema/store.prisma'), 'utf8');
  const [column = ''] = /^ {2}quantity .*\n/m.exec(before) ?? [];
  await change(cwd, column, '');
  t.match(await write(cwd, 'drop_quantity'), /drops data.*npm run migrate/s);
  for (const provider of PROVIDERS) {
    const url = await emptyDatabase(t, provider);
    await applyMigrations(url);
    await run(url, ...ROWS);
    const history = await historyIn(cwd, provider);
    await t.rejects(applyMigrations(url, { history, keepsData: true }), {
      message: /^Migration \d+_drop_quantity drops data, and is not applied at start\. Run: npm/,
    });
    await run(url, 'UPDATE shipments SET quantity = quantity');
    t.match(await applyMigrations(url, { history }), [/drop_quantity/]);
    await t.rejects(run(url, 'UPDATE shipments SET quantity = quantity'));
    const empty = await emptyDatabase(t, provider);
    t.ok(await applyMigrations(empty, { history, keepsData: true }), 'a new database has no data');
  }
});

t.test('names CHECKs that SQLite loses with a copy, other than those of enums', async (t) => {
  const cwd = await project(t);
  const [init = ''] = globSync('prisma/migrations/store/sqlite/*_init/migration.sql', { cwd });
  await changeFile(join(cwd, init), '"quantity" INTEGER NOT NULL', '$& CHECK ("quantity" > 0)');
  await change(cwd, '  quantity  Int\n', '  quantity  Int?\n');
  const said = await write(cwd, 'optional_quantity');
  t.match(said, `The copy of "shipments" lacks the CHECKs of ${init}.`);
  const [, path = ''] = /Wrote (\S+sqlite\S+)/.exec(said) ?? [];
  t.match(await readFile(join(cwd, path), 'utf8'), /"new_shipments" \([^;]*CHECK \("status" IN \(/);
});

t.test('writes the first migration of a service, with what both databases check', async (t) => {
  const cwd = await project(t);
  const migrations = join(cwd, 'prisma/migrations/store');
  await rm(migrations, { recursive: true });
  t.match(await write(cwd, 'init'), 'Wrote prisma/migrations/store/sqlite/');
  for (const provider of PROVIDERS) {
    const url = await emptyDatabase(t, provider);
    const applied = await applyMigrations(url, { history: await historyIn(cwd, provider) });
    t.match(applied.at(-1), /^\d+_init$/, "after the platform's");
    await run(url, ...ROWS);
    for (const statement of [
      "UPDATE widgets SET status = 'eaten' WHERE id = 1",
      "UPDATE shipments SET status = 'eaten'",
    ]) {
      await t.rejects(
        run(url, statement),
        /(?:CHECK constraint failed|invalid input value for enum)/,
      );
    }
  }
});
