import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { parse } from 'yaml';
import { createMigration } from '../../scripts/migration/create.ts';
import { migrationFiles } from '../../scripts/migration/files.ts';
import { applyMigrations, type Database } from '../../src/database/index.ts';
import { modelsDigest } from '../../src/database/models-digest.ts';
import { emptyDatabase, open, postgres } from '../support/both-databases.ts';
import { temporaryFolder } from '../support/databases.ts';
import { changeFile, root, runScript } from '../support/scripts.ts';

const SCRIPT = 'scripts/migration/index.ts';
const PROVIDERS = postgres ? (['sqlite', 'postgresql'] as const) : (['sqlite'] as const);

interface Step {
  readonly name: string;
  readonly change: Readonly<Record<string, string>>;
  readonly add?: string;
  readonly additive?: boolean;
  readonly looks?: string;
  readonly edit?: Readonly<Record<string, string>>;
  readonly holds?: string;
  readonly rejects?: string;
}

interface Changes {
  readonly start: string;
  readonly rows: string;
  readonly steps: readonly Step[];
}

const { start, rows, steps }: Changes = parse(
  await readFile(join(root, 'test/scripts/model-changes.yaml'), 'utf8'),
);
const projectModels = await readFile(join(root, 'prisma/schema.prisma'), 'utf8');
/** The generator and the datasource. */
const head = projectModels.slice(0, projectModels.search(/^(?:enum|model) /m));

/** A folder `prisma` with models and no migrations yet. */
async function project(t: Test, models: string) {
  const folder = join(await temporaryFolder(t), 'prisma');
  for (const provider of ['sqlite', 'postgresql']) {
    await mkdir(join(folder, 'migrations', provider), { recursive: true });
  }
  await writeFile(join(folder, 'migrations/schema.prisma'), head);
  await writeFile(join(folder, 'schema.prisma'), head + models);
  return folder;
}

t.test('writes what leads from models to changed models, and keeps all rows', async (t) => {
  const folder = await project(t, start);
  const files = migrationFiles(folder);
  const urlOf = (provider: string) => pathToFileURL(`${join(folder, 'migrations', provider)}/`);
  await createMigration(files, 'start', new Date());
  const stores = await Promise.all(
    PROVIDERS.map(async (provider) => {
      const url = await emptyDatabase(t, provider);
      await applyMigrations(url, urlOf(provider));
      const database = await open(t, url);
      await database.adapter().executeScript(rows);
      return { provider, url, database };
    }),
  );
  for (const [index, step] of steps.entries()) {
    await t.test(step.name, async (t) => {
      const models = join(folder, 'schema.prisma');
      for (const [text, other] of Object.entries(step.change))
        await changeFile(models, text, other);
      await writeFile(models, `${await readFile(models, 'utf8')}\n${step.add ?? ''}`);
      const { dangers = [], paths = [] } =
        (await createMigration(files, `step_${index}`, new Date())) ?? {};
      t.match(dangers.join('\n'), step.looks ?? /^$/);
      for (const { provider, url, database } of stores) {
        const path = paths.find((path) => path.includes(provider)) ?? '';
        await edit(t, path, step);
        const before = await idsIn(database);
        t.same(await applyMigrations(url, urlOf(provider)), [basename(dirname(path))], provider);
        t.same(await idsIn(database), before, 'all rows are there');
        await checkValues(t, step, database);
      }
    });
  }

  await t.test('an empty database gets the same schema by all of them', async (t) => {
    const url = await emptyDatabase(t, 'sqlite');
    await applyMigrations(url, urlOf('sqlite'));
    const [migrated] = stores;
    t.same(await tablesOf(await open(t, url)), migrated && (await tablesOf(migrated.database)));
  });
});

/** Does what a person does with a script before it is applied. */
async function edit(t: Test, path: string, { edit = {}, additive = false }: Step) {
  const script = await readFile(path, 'utf8');
  const isUnchanged = script.includes('Nothing changes on this database');
  t.equal(script.startsWith('-- additive\n'), additive || isUnchanged, script);
  const entries = Object.entries(edit);
  const edited = entries.reduce((text, [before, after]) => text.replace(before, after), script);
  t.equal(edited !== script, entries.length > 0, script);
  await writeFile(path, edited);
}

async function checkValues(t: Test, { holds, rejects }: Step, { client }: Database) {
  if (holds) {
    const [row] = await client.$queryRawUnsafe<{ value: unknown }[]>(holds);
    t.equal(String(row?.value), '1', holds);
  }
  if (rejects) await t.rejects(client.$executeRawUnsafe(rejects), rejects);
  await t.rejects(client.$executeRaw`UPDATE "Item" SET "ownerId" = 99`, 'references are kept');
  const [item] = await client.$queryRaw<{ id: unknown }[]>`SELECT max(id) AS id FROM "Item"`;
  t.not(String(item?.id), '3', 'no id is given twice');
}

async function idsIn({ client }: Database) {
  const ids = (table: string) =>
    client.$queryRawUnsafe<{ id: unknown }[]>(`SELECT id FROM "${table}" ORDER BY id`);
  const tables = [await ids('Owner'), await ids('Item')];
  return tables.map((rows) => rows.map(({ id }) => String(id)));
}

async function tablesOf({ client }: Database) {
  return client.$queryRaw`
    SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> '_prisma_migrations'
    ORDER BY name`;
}

t.test('npm run migration writes one of one name for both databases, once', async (t) => {
  const folder = await project(t, start);
  const cwd = dirname(folder);
  const run = (...args: string[]) => runScript(t, SCRIPT, args, { cwd });
  const { code, stdout, stderr } = await run('first_tables');
  t.equal(code, 0, stderr);
  const [, name = ''] = /sqlite\/(\d{14}_first_tables)\//.exec(stdout) ?? [];
  const paths = ['sqlite', 'postgresql'].map(
    (provider) => `prisma/migrations/${provider}/${name}/migration.sql`,
  );
  t.equal(stdout, paths.map((path) => `Wrote ${path}\n`).join(''));
  for (const path of paths) t.match(await readFile(join(cwd, path), 'utf8'), 'CREATE TABLE "Item"');
  const written = await readdir(cwd, { recursive: true });

  t.match(await run('again'), { code: 0, stdout: /there is nothing to write\.\n$/ });
  await changeFile(join(folder, 'schema.prisma'), '  count ', '  note String?\n  count ');
  for (const [args, message] of [
    [[], /^Name the migration by what it does: npm run migration -- add_breed\n$/],
    [['add', 'note'], /^Name the migration/],
    [['first_tables'], /There is a migration of that name already/],
    [['../x'], /"\.\.\/x" cannot name a migration: /],
  ] as const) {
    t.match(await run(...args), { code: 1, stdout: '', stderr: message });
  }
  await changeFile(join(folder, 'schema.prisma'), 'model Item', 'model {');
  t.match(await run('broken'), { code: 1, stdout: '', stderr: /prisma\/schema\.prisma:\d+/ });
  t.same(await readdir(cwd, { recursive: true }), written, 'nothing was written');
  t.match(await run('--help'), { code: 0, stdout: /npm run migration -- add_breed/ });
});

t.test('the models of this project are those of its last migration', async (t) => {
  const { readModels, readMigratedModels } = migrationFiles(join(root, 'prisma'));
  t.equal(modelsDigest(await readModels()), modelsDigest(await readMigratedModels()));
});

t.test('each migration declares what it means for the version before', async (t) => {
  for (const provider of ['sqlite', 'postgresql']) {
    const folder = join(root, 'prisma/migrations', provider);
    for (const name of await readdir(folder)) {
      // Those that are older than declarations.
      if (!/^\d/.test(name) || name <= '20261121010000_idempotency_keys') continue;
      const script = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      t.match(script, /^-- (additive|breaking: .*\S)$/m, `${provider} ${name}`);
    }
  }
});
