import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { createMigration } from '../../scripts/migration/create.ts';
import { migrationFiles } from '../../scripts/migration/files.ts';
import { nameMigration } from '../../scripts/migration/name.ts';
import { openDatabase } from '../../src/database/database.ts';
import { applyMigrations } from '../../src/database/migrations.ts';
import { modelsDigest, UNMIGRATED } from '../../src/database/models-digest.ts';
import { unmigratedModels } from '../../src/database/unmigrated-models.ts';
import { temporaryFolder } from '../support/databases.ts';
import { NO_FILTERS, openEngine } from '../support/schema-engine.ts';
import { changeFile, root, runScript, scratchCopy } from '../support/scripts.ts';

const SCRIPT = 'scripts/migration/index.ts';
const NOW = new Date('2027-01-02T03:04:05Z');

/** A working directory with the models and migrations of the project. */
async function project(t: Test) {
  const cwd = await temporaryFolder(t);
  await cp(join(root, 'prisma'), join(cwd, 'prisma'), { recursive: true });
  return cwd;
}

/** Every file with its content. */
async function contentOf(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => [
      name,
      await readFile(join(parentPath, name), 'utf8'),
    ]),
  );
}

const models = (cwd: string) => join(cwd, 'prisma/schema.prisma');
const addBreed = (cwd: string) =>
  changeFile(models(cwd), '  status ', '  breed String?\n  status ');

t.test('writes a migration of one name for both databases, once', async (t) => {
  const cwd = await project(t);
  await addBreed(cwd);
  const first = await runScript(t, SCRIPT, ['add_breed'], { cwd });
  t.equal(first.code, 0, first.stderr);
  const [, name = ''] = /sqlite\/(\d{14}_add_breed)\//.exec(first.stdout) ?? [];
  t.equal(
    first.stdout,
    `Wrote prisma/migrations/sqlite/${name}/migration.sql
Wrote prisma/migrations/postgresql/${name}/migration.sql
`,
  );
  for (const provider of ['sqlite', 'postgresql']) {
    t.equal(
      await readFile(join(cwd, 'prisma/migrations', provider, name, 'migration.sql'), 'utf8'),
      '-- additive\n\nALTER TABLE "pets" ADD COLUMN "breed" TEXT;\n',
    );
  }
  const content = await contentOf(cwd);
  t.match(await runScript(t, SCRIPT, ['again'], { cwd }), {
    code: 0,
    stdout: 'The models are those of the last migration: there is nothing to write.\n',
  });
  t.same(await contentOf(cwd), content);
});

t.test('changes nothing when what it is asked for cannot be', async (t) => {
  const cwd = await project(t);
  await addBreed(cwd);
  const content = await contentOf(cwd);
  const rejected = async (args: string[], stderr: RegExp) => {
    const outcome = await runScript(t, SCRIPT, args, { cwd });
    t.match(outcome, { code: 1, stdout: '', stderr });
    t.equal(
      outcome.stderr
        .replace(/\(node:\d+\).*\n.*\n/, '')
        .trim()
        .split('\n').length,
      1,
    );
    t.same(await contentOf(cwd), content);
  };
  await rejected([], /^Name the migration by what it does: npm run migration -- add_breed\n$/);
  await rejected(['add', 'breed'], /^Name the migration/);
  await rejected(
    ['init'],
    /There is a migration of that name already: \d+_init\. Take another name\./,
  );
  for (const name of ['Add', '../x', 'a b', 'a__b', '_a', '1a', '', 'ä', 'x'.repeat(101)]) {
    t.throws(() => nameMigration(name, [], NOW), { message: /^".*" cannot name a migration: / });
  }
  t.match(await runScript(t, SCRIPT, ['--help']), {
    code: 0,
    stdout: /npm run migration -- add_breed/,
  });
});

t.test('names a migration by the time, and always after the last one', async (t) => {
  t.equal(nameMigration('a', [], NOW), '20270102030405_a');
  t.equal(nameMigration('a', ['20270102030404_b'], NOW), '20270102030405_a');
  t.equal(nameMigration('a', ['20270102030405_b', '1_c'], NOW), '20270102030406_a');
  t.equal(nameMigration('a', ['29991231235959_b'], NOW), '29991231235960_a');
});

t.test('writes nothing when the models are not valid, or not those of its copy', async (t) => {
  const cwd = await project(t);
  const files = migrationFiles(join(cwd, 'prisma'));
  const create = () => createMigration(files, 'change', NOW);
  await appendFile(models(cwd), 'model {\n');
  const content = await contentOf(cwd);
  await t.rejects(create(), { message: /prisma\/schema\.prisma:\d+/ });
  t.same(await contentOf(cwd), content);

  await cp(models(root), models(cwd));
  await appendFile(models(cwd), `model Extra {\n  id Int @id\n  @@map("it's")\n}\n`);
  await t.rejects(create(), { message: /^Take the apostrophe out of "it's"/ });

  await cp(models(root), models(cwd));
  await appendFile(models(cwd), 'model Extra {\n  id Int @id\n}\n');
  const other = join(cwd, 'prisma/migrations/sqlite/20270101000000_by_hand');
  await mkdir(other);
  await writeFile(join(other, 'migration.sql'), 'CREATE TABLE "Extra" ("id" INTEGER);');
  await t.rejects(create(), {
    message:
      /^SQLite cannot change the tables .* table "Extra" already exists\. Are they those of prisma\/migrations\/schema\.prisma\?$/,
  });
  await writeFile(join(other, 'migration.sql'), 'CREATE TABLE;');
  await t.rejects(create(), { message: /^Migration 20270101000000_by_hand fails on SQLite: / });
  await rm(join(cwd, 'prisma/migrations/schema.prisma'));
  await t.rejects(create(), { message: /^prisma\/migrations\/schema\.prisma is missing\. / });
});

t.test('keeps nothing of a migration that it cannot write', async (t) => {
  const cwd = await project(t);
  await addBreed(cwd);
  await writeFile(join(cwd, 'prisma/migrations/postgresql/20270102030405_change'), 'in the way');
  const content = await contentOf(cwd);
  const files = migrationFiles(join(cwd, 'prisma'));
  await t.rejects(createMigration(files, 'change', NOW), { code: 'EEXIST' });
  t.same(await contentOf(cwd), content);
});

t.test('writes no migration for what no database knows, and takes it over', async (t) => {
  const cwd = await project(t);
  await changeFile(models(cwd), 'name            String', 'title String @map("name")');
  t.match(await runScript(t, SCRIPT, ['change'], { cwd }), {
    code: 0,
    stdout:
      'No database has to change. prisma/migrations/schema.prisma has the models as they are now.\n',
  });
  t.match(await runScript(t, SCRIPT, ['change'], { cwd }), { stdout: /^The models are those/ });
});

t.test('keeps on SQLite what was written into a migration by hand', async (t) => {
  const cwd = await project(t);
  const folder = join(cwd, 'prisma');
  const byHand = join(folder, 'migrations/sqlite/20270101000000_by_hand');
  await mkdir(byHand);
  await writeFile(
    join(byHand, 'migration.sql'),
    `CREATE TABLE notes (id INTEGER PRIMARY KEY);
    ALTER TABLE pets ADD COLUMN weight REAL CHECK (weight > 0);
    CREATE INDEX heavy ON pets (weight) WHERE weight > 9;
    CREATE TRIGGER noted AFTER DELETE ON pets BEGIN
      INSERT INTO notes VALUES (OLD.id);
      SELECT 1;
    END;`,
  );
  await changeFile(models(cwd), '  status ', '  breed String? @unique\n  status ');
  await changeFile(models(cwd), 'name            String', 'name String?');
  await createMigration(migrationFiles(folder), 'change', NOW);

  const url = `file:${join(cwd, 'store.db')}`;
  await applyMigrations(url, pathToFileURL(join(folder, 'migrations/sqlite/')));
  const { client, close } = await openDatabase(url, { isTimed: false });
  t.teardown(close);
  await client.$executeRaw`INSERT INTO pets (category_id, status, weight) VALUES (1, 'sold', 10)`;
  await client.$executeRaw`DELETE FROM pets`;
  t.same(await client.$queryRaw`SELECT id FROM notes`, [{ id: 1 }]);
  await t.rejects(
    client.$executeRaw`INSERT INTO pets (category_id, status, weight) VALUES (1, 'sold', -1)`,
    /CHECK/,
  );
  t.match(await client.$queryRaw`SELECT sql FROM sqlite_master WHERE name = 'heavy'`, [
    { sql: 'CREATE INDEX heavy ON pets (weight) WHERE weight > 9' },
  ]);
});

t.test("keeps rows that refer to a changed table also under Prisma's own command", async (t) => {
  const cwd = await project(t);
  const folder = join(cwd, 'prisma');
  const database = await openDatabase(`file:${join(cwd, 'store.db')}`);
  t.teardown(() => database.close());
  const engine = await openEngine(database);
  const files = migrationFiles(folder);
  const apply = async () => {
    const scripts = [...(await files.readScripts('sqlite'))];
    const migrationDirectories = scripts.map(([path, value]) => ({
      path,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } },
    }));
    const lockfile = { path: 'migration_lock.toml', content: null };
    const migrationsList = { baseDir: '', lockfile, shadowDbInitScript: '', migrationDirectories };
    await engine.applyMigrations({ migrationsList, filters: NO_FILTERS });
  };
  await apply();
  const { client } = database;
  await client.$executeRaw`INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, 'sold')`;
  await client.$executeRaw`
    INSERT INTO idempotency_keys VALUES (1, 'k', 'h', 1, '2030-01-01T00:00:00.000+00:00')`;
  await changeFile(models(cwd), '  sold\n', '  sold\n  lost\n');
  await createMigration(files, 'change', NOW);
  await apply();
  t.match(await client.$queryRaw`SELECT pet_id FROM idempotency_keys`, [{ pet_id: 1n }]);
});

t.test('the models of this project are those of its last migration', async (t) => {
  const { readModels, readMigratedModels } = migrationFiles(join(root, 'prisma'));
  t.equal(modelsDigest(await readModels()), modelsDigest(await readMigratedModels()));
  t.equal(await unmigratedModels(), undefined);
});

t.test('models are the same however they are laid out', async (t) => {
  const text = await readFile(models(root), 'utf8');
  const same = [
    text.replaceAll('  ', ' '),
    `// a comment\n${text}`,
    text.replace(/\/\/\/.*/g, ''),
    text.replace('"small"', '"fast"'),
  ];
  for (const other of same) t.equal(modelsDigest(other), modelsDigest(text));
  const others = ['  breed String @default("a  b")', '  breed String @default("a b")'].map(
    (field) => text.replace('  status ', `${field}\n  status `),
  );
  t.equal(new Set([text, ...others].map(modelsDigest)).size, 3);
});

t.test('the service says when it was built with models that have no migration', async (t) => {
  const cwd = await project(t);
  const migrated = pathToFileURL(join(cwd, 'prisma/migrations/schema.prisma'));
  t.equal(await unmigratedModels(migrated), undefined);
  await changeFile(join(cwd, 'prisma/migrations/schema.prisma'), 'category_id', 'other_id');
  t.equal(await unmigratedModels(migrated), UNMIGRATED);
  await rm(migrated);
  t.equal(await unmigratedModels(migrated), UNMIGRATED);
});

t.test('generate says it, and no longer once there is a migration', async (t) => {
  const cwd = await scratchCopy(t);
  const generate = () => runScript(t, 'scripts/generate/index.ts', ['--if-stale'], { cwd });
  t.notMatch((await generate()).stderr, UNMIGRATED);
  await addBreed(cwd);
  t.match(await generate(), { code: 0, stderr: UNMIGRATED });
  t.match(await generate(), { code: 0, stderr: UNMIGRATED });
  t.equal((await runScript(t, SCRIPT, ['add_breed'], { cwd })).code, 0);
  t.notMatch((await generate()).stderr, UNMIGRATED);
});
