import { cp, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { expectedParts } from '../../scripts/generate/expected-schema.ts';
import { createMigration } from '../../scripts/migration/create.ts';
import { migrationFiles, PROVIDERS } from '../../scripts/migration/files.ts';
import { tablesOf } from '../../scripts/migration/plan.ts';
import { listed, withoutSpace } from '../../scripts/migration/sql-text.ts';
import { newTable } from '../../scripts/migration/sqlite.ts';
import { type Database, openDatabase, type Provider } from '../../src/database/database.ts';
import { declaredChange } from '../../src/database/declared-change.ts';
import { applyMigrations } from '../../src/database/migrations.ts';
import { checkSchema } from '../../src/database/schema/index.ts';
import { temporaryFolder } from '../support/databases.ts';
import { driftFrom } from '../support/schema-engine.ts';
import { root } from '../support/scripts.ts';
import { startPostgres } from '../support/servers/postgres.ts';
import { MODEL_CHANGES, type ModelChange } from './model-changes.ts';

const NOW = new Date('2027-01-02T03:04:05Z');

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());
const installed = PROVIDERS.filter((provider) => provider === 'sqlite' || postgres);

/** The last animal was deleted, and its id may not come back. */
const ROWS = `
  INSERT INTO customers (name, plan, per_minute) VALUES ('One', 'free', NULL), ('Two', 'pro', 9);
  INSERT INTO api_keys (customer_id, hash) VALUES (1, 'a'), (2, 'b');
  INSERT INTO day_usages VALUES (1, 2, 3);
  INSERT INTO pets (name, category_id, status)
    VALUES ('Rex', 7, 'available'), ('Bo', 7, 'pending'), ('Mia', 8, 'sold'), ('Gone', 8, 'available');
  DELETE FROM pets WHERE name = 'Gone';
  INSERT INTO orders (pet_id, quantity, status) VALUES (1, 2, 'placed'), (2, 3, 'delivered');
  INSERT INTO idempotency_keys VALUES (1, 'k', 'h', 3, '2030-01-01T00:00:00.000+00:00');`;

let databases = 0;

/** A folder with the models and migrations of the project. */
async function project(t: Test): Promise<string> {
  const folder = await temporaryFolder(t);
  await cp(join(root, 'prisma'), folder, { recursive: true });
  return folder;
}

/** Changes the project's models. @returns the changed ones */
async function changeModels(folder: string, change: (models: string) => string) {
  const models = change(await readFile(join(root, 'prisma/schema.prisma'), 'utf8'));
  await writeFile(join(folder, 'schema.prisma'), models);
  return models;
}

/** A database with the migrations of a folder, and rows. */
async function openWithRows(t: Test, folder: string, provider: Provider) {
  const { url, database } = await openEmpty(t, provider);
  await migrate(url, folder, provider);
  await database.adapter().executeScript(ROWS);
  return { provider, url, database };
}

async function openEmpty(t: Test, provider: Provider) {
  const url =
    provider === 'sqlite'
      ? `file:${join(await temporaryFolder(t), 'store.db')}`
      : await createPostgresDatabase();
  const database = await openDatabase(url, { isTimed: false });
  t.teardown(() => database.close());
  return { url, database };
}

async function createPostgresDatabase() {
  const address = postgres?.url ?? '';
  // Without the time limit of requests, which a busy machine may exceed.
  const { client, close } = await openDatabase(address, { isTimed: false });
  const name = `migration_${++databases}`;
  await client.$executeRawUnsafe(`CREATE DATABASE ${name}`);
  await close();
  return address.replace(/postgres$/, name);
}

function migrate(url: string, folder: string, provider: Provider) {
  return applyMigrations(url, pathToFileURL(`${join(folder, 'migrations', provider)}/`));
}

/** Counts and ids of the rows in each table, except for those that are no more. */
async function rowsOf({ client }: Database, tables: readonly string[]) {
  return Promise.all(
    tables.map(async (table) => {
      const id = { day_usages: 'customer_id', idempotency_keys: 'pet_id' }[table] ?? 'id';
      const rows = await client.$queryRawUnsafe<{ id: unknown }[]>(
        `SELECT ${id} AS id FROM ${table} ORDER BY ${id}`,
      );
      return [table, rows.map((row) => String(row.id))];
    }),
  );
}

const TABLES = ['customers', 'api_keys', 'day_usages', 'pets', 'orders', 'idempotency_keys'];

t.test('writes what leads from models to changed models', async (t) => {
  for (const change of MODEL_CHANGES) await t.test(change.name, (t) => checkChange(t, change));
});

async function checkChange(t: Test, change: ModelChange) {
  const folder = await project(t);
  const files = migrationFiles(folder);
  if (change.from) {
    await changeModels(folder, change.from);
    await createMigration(files, 'before', NOW);
  }
  const stores = await Promise.all(installed.map((provider) => openWithRows(t, folder, provider)));
  for (const { database } of stores) await database.adapter().executeScript(change.rows ?? '');
  const old = await tablesOf(await files.readMigratedModels());
  const models = await changeModels(folder, change.models);
  const { dangers = [], paths = [] } = (await createMigration(files, 'change', NOW)) ?? {};
  t.same(dangers, change.dangers ?? []);
  for (const { provider, url, database } of stores) {
    const file = paths.find((path) => path.includes(provider)) ?? '';
    const script = await readFile(file, 'utf8');
    await writeFile(file, change.edit?.[provider]?.(script) ?? script);
    const isAdditive = declaredChange(script) === 'additive';
    const isUnchanged = script.includes('Nothing changes on this database');
    t.equal(isAdditive, change.isAdditive === true || isUnchanged, String(declaredChange(script)));
    const tables = (await tablesOf(models))[provider];
    const kept = TABLES.filter((table) => tables.has(table));
    const before = await rowsOf(database, kept);
    t.same(await migrate(url, folder, provider), [basename(dirname(file))], provider);
    t.same(await rowsOf(database, kept), before, 'all rows are there');
    const lacks = (wanted: typeof tables) => checkSchema(database, expectedParts(provider, wanted));
    t.same(await lacks(tables), { missing: [], slow: [] });
    if (isAdditive) t.same(await lacks(old[provider]), { missing: [], slow: [] });
    if (provider === 'postgresql') t.equal(await driftFrom(models, database), '');
    else t.same(await sqliteItems(database), expectedItems(tables));
    await checkValues(t, change, database);
  }
}

async function checkValues(t: Test, change: ModelChange, { client }: Database) {
  const { holds, rejects, required = '' } = change;
  if (holds) {
    const [row] = await client.$queryRawUnsafe<{ value: unknown }[]>(holds);
    t.equal(String(row?.value), '1', holds);
  }
  if (rejects) await t.rejects(client.$executeRawUnsafe(rejects), rejects);
  await t.rejects(client.$executeRaw`UPDATE orders SET pet_id = 99`, 'references are kept');
  const [pet] = await client.$queryRawUnsafe<{ id: unknown }[]>(
    `INSERT INTO pets (name, ${required && `${required}, `}category_id, status)
     VALUES ('New', ${required && `'x', `}1, 'available') RETURNING id`,
  );
  t.ok(Number(pet?.id) >= 5, 'no id is given twice');
}

/** The columns, constraints and indexes of a SQLite database. */
async function sqliteItems({ client }: Database) {
  const rows = await client.$queryRaw<{ type: string; name: string; sql: string }[]>`
    SELECT type, name, sql FROM sqlite_master
    WHERE sql IS NOT NULL AND name NOT IN ('sqlite_sequence', '_prisma_migrations')`;
  return Object.fromEntries(
    rows
      .map(({ type, name, sql }) => [name, type === 'table' ? items(sql) : withoutSpace(sql)])
      .sort(),
  );
}

function expectedItems(tables: Awaited<ReturnType<typeof tablesOf>>['sqlite']) {
  const all = [...tables].flatMap(([name, table]) => [
    [name, items(newTable(name, table))],
    ...[...table.indexes].map(([index, sql]) => [index, withoutSpace(sql)]),
  ]);
  return Object.fromEntries(all.sort());
}

/** Without the name of a reference, which stays when its table is renamed. */
function items(sql: string) {
  return listed(sql)
    .map((item) => withoutSpace(item.replace(/^CONSTRAINT "[^"]+"/, '')))
    .sort();
}

t.test('each migration declares what it means for the version before', async (t) => {
  const { readScripts } = migrationFiles(join(root, 'prisma'));
  for (const provider of PROVIDERS) {
    for (const [name, script] of await readScripts(provider)) {
      // Those that are older than declarations.
      if (name <= '20261121010000_idempotency_keys') continue;
      t.ok(declaredChange(script), `${provider} ${name}`);
    }
  }
});
