import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { OrderStatus, PetStatus, Plan } from '../../generated/prisma/sqlite/client.ts';
import { sqliteSchema } from '../../scripts/generate/prisma-clients.ts';
import { type Database, openDatabase, type Provider } from '../../src/database/database.ts';
import {
  applyMigrations,
  openMigratedDatabase,
  pendingMigrations,
} from '../../src/database/migrations.ts';
import { lockMigrations } from '../../src/database/run-migration.ts';
import { temporaryFolder } from '../support/databases.ts';
import { NO_FILTERS, openEngine } from '../support/schema-engine.ts';
import { startPostgres } from '../support/servers/postgres.ts';

const NO_TRANSACTION_INDEX = `-- no transaction
CREATE INDEX CONCURRENTLY numbers_id ON numbers (id);
`;
const INIT = '20261121000000_init';
/** Their names, which are the same for both databases. */
const MIGRATIONS = (await readdir('prisma/migrations/sqlite')).filter((name) => /^\d/.test(name));

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());
const needsPostgres = { skip: postgres ? false : 'there is no PostgreSQL on this machine' };

let databases = 0;

/** The address of an empty database. */
async function emptyDatabase(t: Test, provider: Provider): Promise<string> {
  if (provider === 'sqlite') return `file:${join(await temporaryFolder(t), 'store.db')}`;
  const address = postgres?.url ?? '';
  const name = `test_${++databases}`;
  // Without the time limit of requests, which a busy machine may exceed.
  const { client, close } = await openDatabase(address, { isTimed: false });
  await client.$executeRawUnsafe(`CREATE DATABASE ${name}`);
  await close();
  return address.replace(/postgres$/, name);
}

async function open(t: Test, url: string): Promise<Database> {
  const database = await openDatabase(url);
  t.teardown(() => database.close());
  return database;
}

/** A folder with migrations of these names and scripts. */
async function migrationsFolder(t: Test, scripts: Record<string, string>): Promise<URL> {
  const folder = await temporaryFolder(t);
  for (const [name, script] of Object.entries(scripts)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'migration.sql'), script);
  }
  return pathToFileURL(`${folder}/`);
}

async function runMigrate(url: string) {
  const child = spawn(process.execPath, ['dist/scripts/migrate.js'], {
    env: { ...process.env, DATABASE_URL: url },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, stdout, stderr };
}

/** What holds on both databases. */
async function sharedGuarantees(t: Test, provider: Provider) {
  t.test('creates the schema in an empty database, and does nothing the second time', async (t) => {
    const url = await emptyDatabase(t, provider);
    const database = await open(t, url);
    t.same(await pendingMigrations(database), MIGRATIONS);
    t.same(await applyMigrations(url), MIGRATIONS);
    t.same(await pendingMigrations(database), []);
    t.same(await applyMigrations(url), []);
    t.same(await database.client.pet.findMany(), []);
  });

  t.test('creates the schema of prisma/schema.prisma', async (t) => {
    const url = await emptyDatabase(t, provider);
    await applyMigrations(url);
    t.same(await catalog(await open(t, url)), await catalog(await modelsDatabase(t, provider)));
  });

  t.test('leaves a history that Prisma accepts, in the table that Prisma creates', async (t) => {
    const url = await emptyDatabase(t, provider);
    await applyMigrations(url);
    const ours = await open(t, url);
    const list = await migrationsList(provider);
    const diagnosis = await (await openEngine(ours)).diagnoseMigrationHistory({
      migrationsList: list,
      optInToShadowDatabase: false,
      filters: NO_FILTERS,
    });
    t.strictSame(diagnosis, {
      editedMigrationNames: [],
      failedMigrationNames: [],
      hasMigrationsTable: true,
      history: null,
    });

    const prismas = await open(t, await emptyDatabase(t, provider));
    const engine = await openEngine(prismas);
    t.same(await engine.applyMigrations({ migrationsList: list, filters: NO_FILTERS }), {
      appliedMigrationNames: MIGRATIONS,
    });
    t.same(await pendingMigrations(prismas), [], 'and the other way round');
    t.same(await historyColumns(ours), await historyColumns(prismas));
    t.same(await constantHistory(ours), await constantHistory(prismas));
  });

  t.test('rejects a migration that was edited after it was applied', async (t) => {
    await expectRejection(
      t,
      provider,
      "checksum = 'another'",
      `Migration ${INIT} was edited after it was applied: restore it, and write a new migration instead`,
    );
  });

  t.test('rejects a migration that failed half-way', async (t) => {
    await expectRejection(
      t,
      provider,
      'finished_at = NULL',
      `Migration ${INIT} failed half-way: undo by hand what it did, then delete its row from _prisma_migrations`,
    );
  });

  t.test('rejects a migration of a newer version', async (t) => {
    await expectRejection(
      t,
      provider,
      "migration_name = '2999_later'",
      'The database has migration 2999_later, which only a newer version of this service knows',
    );
  });

  t.test("rejects a table in place of Prisma's own", async (t) => {
    const database = await open(t, await emptyDatabase(t, provider));
    await database.client.$executeRaw`CREATE TABLE _prisma_migrations (id integer)`;
    await t.rejects(pendingMigrations(database), /migration_name/);
  });

  t.test('treats a migration marked as rolled back as one that was never applied', async (t) => {
    const url = await emptyDatabase(t, provider);
    await applyMigrations(url);
    const database = await open(t, url);
    await database.client
      .$executeRaw`UPDATE _prisma_migrations SET rolled_back_at = CURRENT_TIMESTAMP`;
    t.same(await pendingMigrations(database), MIGRATIONS);
  });

  t.test('keeps nothing of a migration that fails, and all of those before it', async (t) => {
    const url = await emptyDatabase(t, provider);
    const one = 'CREATE TABLE one (id integer)';
    const folder = await migrationsFolder(t, {
      '1_one': one,
      '2_two': 'CREATE TABLE two (id integer); CREATE TABLE one (id integer)',
    });
    const existing =
      provider === 'sqlite' ? 'table one already exists' : 'relation "one" already exists';
    await t.rejects(applyMigrations(url, folder), {
      message: `Migration 2_two failed, and nothing of it was kept: ${existing}`,
    });

    const database = await open(t, url);
    t.same(await pendingMigrations(database, folder), ['2_two']);
    await t.rejects(database.client.$queryRaw`SELECT * FROM two`);
    const mended = await migrationsFolder(t, {
      '1_one': one,
      '2_two': 'CREATE TABLE two (id integer)',
    });
    t.same(await applyMigrations(url, mended), ['2_two']);
  });

  t.test('runs a script as it is, with semicolons in strings and comments', async (t) => {
    const url = await emptyDatabase(t, provider);
    const folder = await migrationsFolder(t, {
      '1_text': `
        -- One table; for texts.
        CREATE TABLE texts (value text);
        INSERT INTO texts VALUES ('a;b');`,
    });
    await applyMigrations(url, folder);
    const { client } = await open(t, url);
    t.same(await client.$queryRaw`SELECT value FROM texts`, [{ value: 'a;b' }]);
  });

  t.test('is applied once when several processes start at the same time', async (t) => {
    const url = await emptyDatabase(t, provider);
    t.same(await appliedBySeveral(t, url, 3), MIGRATIONS);
  });

  t.test('waits for a process that is migrating', async (t) => {
    const url = await emptyDatabase(t, provider);
    const holder = await open(t, url);
    const release = await holdLock(holder);
    const start = Date.now();
    await runMigrate(await emptyDatabase(t, provider));
    const usualTime = Date.now() - start;

    const applied = Promise.all([appliedBySeveral(t, url, 2), applyMigrations(url)]);
    await setTimeout(3 * usualTime);
    const database = await open(t, url);
    t.same(await pendingMigrations(database), MIGRATIONS, 'nothing is applied meanwhile');
    await release();
    t.same((await applied).flat().sort(), MIGRATIONS);
  });
}

/** Keeps others from migrating. @returns what ends that */
async function holdLock(database: Database): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = lockMigrations(database, () => {
    held.resolve();
    return released.promise;
  });
  await held.promise;
  return () => {
    released.resolve();
    return holding;
  };
}

/** Everything that several processes report as applied, when all of them succeed. */
async function appliedBySeveral(t: Test, url: string, count: number): Promise<string[]> {
  const runs = await Promise.all(Array.from({ length: count }, () => runMigrate(url)));
  t.same(
    runs.filter(({ code, stderr }) => code !== 0 || stderr !== ''),
    [],
  );
  const lines = runs.flatMap(({ stdout }) => stdout.trim().split('\n'));
  return lines.flatMap((line) => /^Applied (.*)\.$/.exec(line)?.slice(1) ?? []).sort();
}

/** Neither the service nor a migration accepts a history in which a record was changed like this. */
async function expectRejection(t: Test, provider: Provider, change: string, message: string) {
  const url = await emptyDatabase(t, provider);
  await applyMigrations(url);
  const database = await open(t, url);
  await database.client.$executeRawUnsafe(
    `UPDATE _prisma_migrations SET ${change} WHERE migration_name = '${INIT}'`,
  );
  await t.rejects(pendingMigrations(database), { message });
  await t.rejects(openMigratedDatabase(url), { message });
}

t.test('SQLite', async (t) => {
  await sharedGuarantees(t, 'sqlite');

  t.test('makes `npm run migrate` print in one line what is wrong, and exit with 1', async (t) => {
    const folder = t.testdir();
    const cause = `EISDIR: illegal operation on a directory, open '${folder}'`;
    const stderr = `The database cannot be opened: ${cause}\n`;
    t.same(await runMigrate(`file:${folder}`), { code: 1, stdout: '', stderr });
  });

  t.test('is migrated when the service opens it', async (t) => {
    const database = await openMigratedDatabase(await emptyDatabase(t, 'sqlite'));
    t.teardown(() => database.close());
    t.same(await database.client.pet.findMany(), []);
    t.match(await database.client.$queryRaw`PRAGMA foreign_keys`, [{ foreign_keys: 1n }]);
  });

  t.test('accepts every status and plan of the models, and no other', async (t) => {
    const url = await emptyDatabase(t, 'sqlite');
    await applyMigrations(url);
    const { client } = await open(t, url);
    const pet = { id: 1n, name: 'Rex', categoryId: 1n };
    for (const plan of Object.values(Plan)) {
      await client.customer.create({ data: { name: 'A', plan } });
    }
    for (const status of Object.values(PetStatus)) {
      await client.pet.upsert({ where: pet, create: { ...pet, status }, update: { status } });
    }
    for (const status of Object.values(OrderStatus)) {
      await client.order.create({ data: { petId: 1n, quantity: 1, status } });
    }
    for (const change of [
      "customers SET plan = 'x'",
      "pets SET status = 'x'",
      "orders SET status = 'x'",
    ]) {
      await t.rejects(client.$executeRawUnsafe(`UPDATE ${change}`), /CHECK constraint failed/);
    }
  });

  t.test('changes a table without touching the rows that refer to it', async (t) => {
    const url = await emptyDatabase(t, 'sqlite');
    const folder = await migrationsFolder(t, {
      '1_tables': `
        CREATE TABLE parents (id INTEGER PRIMARY KEY);
        CREATE TABLE children (parent INTEGER REFERENCES parents (id) ON DELETE CASCADE);
        INSERT INTO parents VALUES (1);
        INSERT INTO children VALUES (1);`,
      '2_change': `
        CREATE TABLE new_parents (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO new_parents (id) SELECT id FROM parents;
        DROP TABLE parents;
        ALTER TABLE new_parents RENAME TO parents;`,
    });
    await applyMigrations(url, folder);
    const { client } = await open(t, url);
    t.same(await client.$queryRaw`SELECT parent FROM children`, [{ parent: 1 }]);
  });

  t.test('rejects a migration that leaves a reference to a missing row', async (t) => {
    const url = await emptyDatabase(t, 'sqlite');
    const folder = await migrationsFolder(t, {
      '1_tables': `
        CREATE TABLE parents (id INTEGER PRIMARY KEY);
        CREATE TABLE children (parent INTEGER REFERENCES parents (id));
        INSERT INTO children VALUES (1);`,
    });
    await t.rejects(applyMigrations(url, folder), {
      message:
        'Migration 1_tables failed, and nothing of it was kept: rows of children refer to rows of parents that do not exist',
    });
  });
});

t.test('PostgreSQL', needsPostgres, async (t) => {
  await sharedGuarantees(t, 'postgresql');

  t.test('leaves no timer that keeps the process from ending', async (t) => {
    const url = await emptyDatabase(t, 'postgresql');
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
    const before = timers();
    await applyMigrations(url);
    t.same(timers(), before);
  });

  t.test('keeps nothing of a migration that fails on commit', async (t) => {
    const url = await emptyDatabase(t, 'postgresql');
    const folder = await migrationsFolder(t, {
      '1_late': `
        CREATE TABLE parents (id integer PRIMARY KEY);
        CREATE TABLE children (parent integer REFERENCES parents DEFERRABLE INITIALLY DEFERRED);
        INSERT INTO children VALUES (1);`,
    });
    await t.rejects(applyMigrations(url, folder), {
      message: /^Migration 1_late failed, and nothing of it was kept: .*violates foreign key/,
    });
    t.same(await pendingMigrations(await open(t, url), folder), ['1_late']);
  });

  t.test('leaves nothing behind when its connection ends while it waits', async (t) => {
    const url = await emptyDatabase(t, 'postgresql');
    const database = await open(t, url);
    const { client } = database;
    const release = await holdLock(database);
    const cutOff = t.rejects(applyMigrations(url), /terminating connection/);
    while (
      (
        await client.$queryRaw<object[]>`
      SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND NOT granted`
      ).length === 0
    )
      await setTimeout(20);
    await cutOff;
    await release();
    t.same(await applyMigrations(url), MIGRATIONS);
  });

  t.test('runs in steps what cannot run in a transaction, while others wait', async (t) => {
    const url = await emptyDatabase(t, 'postgresql');
    const database = await open(t, url);
    const folder = await migrationsFolder(t, {
      '1_numbers': 'CREATE TABLE numbers (id integer)',
      '2_index': NO_TRANSACTION_INDEX,
    });
    // An older snapshot, which the index waits for, so that the other processes certainly wait meanwhile.
    const snapshot = database.client.$transaction(
      async (transaction) => {
        await transaction.$queryRaw`SELECT count(*) FROM pg_class`;
        await setTimeout(2_500);
      },
      { isolationLevel: 'RepeatableRead' as 'Serializable' },
    );
    const applied = await Promise.all(
      Array.from({ length: 3 }, () => applyMigrations(url, folder)),
    );
    await snapshot;
    t.same(applied.flat().sort(), ['1_numbers', '2_index']);
    t.same(await pendingMigrations(database, folder), []);
    t.match(await constantHistory(database), [
      { migration_name: '1_numbers', applied_steps_count: 1, finished: true },
      { migration_name: '2_index', applied_steps_count: 1, finished: true },
    ]);
    t.match(
      await database.client
        .$queryRaw`SELECT indisvalid FROM pg_index WHERE indexrelid = 'numbers_id'::regclass`,
      [{ indisvalid: true }],
    );
  });

  t.test('rejects to go on after a migration in steps that failed half-way', async (t) => {
    const url = await emptyDatabase(t, 'postgresql');
    const folder = await migrationsFolder(t, {
      '1_numbers': 'CREATE TABLE numbers (id integer); INSERT INTO numbers VALUES (1), (1)',
      '2_index': NO_TRANSACTION_INDEX.replace('INDEX', 'UNIQUE INDEX'),
    });
    await t.rejects(applyMigrations(url, folder), {
      message: 'Migration 2_index failed half-way: could not create unique index "numbers_id"',
    });
    const message =
      'Migration 2_index failed half-way: undo by hand what it did, then delete its row from _prisma_migrations';
    await t.rejects(applyMigrations(url, folder), { message });
    const { client } = await open(t, url);
    await client.$executeRaw`DROP INDEX numbers_id`;
    await client.$executeRaw`DELETE FROM numbers`;
    await client.$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name = '2_index'`;
    t.same(await applyMigrations(url, folder), ['2_index']);
  });

  t.test(
    'is not migrated by the service, which opens it only when nothing is pending',
    async (t) => {
      const url = await emptyDatabase(t, 'postgresql');
      await t.rejects(openMigratedDatabase(url), {
        message: `The database lacks ${MIGRATIONS.join(', ')}. Run: npm run migrate, or node dist/scripts/migrate.js`,
      });
      await applyMigrations(url);
      const database = await openMigratedDatabase(url);
      t.teardown(() => database.close());
      t.same(await database.client.pet.findMany(), []);
    },
  );
});

/** The project's own migrations, in the form of the schema engine. */
async function migrationsList(provider: Provider) {
  const directories = MIGRATIONS.map(async (path) => {
    const value = await readFile(`prisma/migrations/${provider}/${path}/migration.sql`, 'utf8');
    return {
      path,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } },
    };
  });
  return {
    baseDir: '',
    lockfile: { path: 'migration_lock.toml', content: null },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(directories),
  };
}

/** A database with the schema that Prisma makes of the models alone. */
async function modelsDatabase(t: Test, provider: Provider): Promise<Database> {
  const database = await open(t, await emptyDatabase(t, provider));
  const models = await readFile('prisma/schema.prisma', 'utf8');
  const content = provider === 'sqlite' ? sqliteSchema(models) : models;
  const { stdout } = await (await openEngine(database)).diff({
    from: { tag: 'empty' },
    to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content }] },
    script: true,
    exitCode: null,
    filters: NO_FILTERS,
  });
  const script = stdout ?? '';
  await database.adapter().executeScript(provider === 'sqlite' ? asWrittenByHand(script) : script);
  return database;
}

/** Where the migrations for SQLite differ from Prisma's own SQL; the first of them explains why. */
function asWrittenByHand(script: string): string {
  return script
    .replaceAll('"id" BIGINT NOT NULL PRIMARY KEY', '"id" INTEGER NOT NULL PRIMARY KEY')
    .replaceAll('CURRENT_TIMESTAMP', "(strftime('%Y-%m-%dT%H:%M:%f+00:00'))");
}

/** The columns of Prisma's own table. */
async function historyColumns({ client, provider }: Database): Promise<unknown> {
  return provider === 'sqlite'
    ? client.$queryRaw`SELECT * FROM pragma_table_info('_prisma_migrations')`
    : client.$queryRaw`
        SELECT ordinal_position, column_name, is_nullable, column_default, data_type,
          character_maximum_length, datetime_precision
        FROM information_schema.columns
        WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`;
}

/** What of its rows is the same whoever writes them, and when. */
async function constantHistory({ client }: Database): Promise<unknown> {
  return client.$queryRaw`
    SELECT migration_name, checksum, rolled_back_at, applied_steps_count, length(id) AS length,
      finished_at >= started_at AS finished
    FROM _prisma_migrations ORDER BY migration_name`;
}

/** Tables, columns, keys, references, indexes and types of a database. */
async function catalog({ client, provider }: Database): Promise<unknown[]> {
  if (provider === 'sqlite') {
    return Promise.all([
      client.$queryRaw`
        SELECT t.name AS table_name, c.name, c.type, c."notnull", c.dflt_value, c.pk
        FROM sqlite_master t, pragma_table_info(t.name) c
        WHERE t.type = 'table' AND t.name NOT IN ('_prisma_migrations', 'sqlite_sequence')
        ORDER BY t.name, c.name`,
      client.$queryRaw`
        SELECT t.name AS table_name, f.*
        FROM sqlite_master t, pragma_foreign_key_list(t.name) f
        ORDER BY t.name, f."from"`,
      client.$queryRaw`
        SELECT name, sql FROM sqlite_master
        WHERE type = 'index' AND tbl_name <> '_prisma_migrations'
        ORDER BY name`,
    ]);
  }
  return Promise.all([
    client.$queryRaw`
      SELECT table_name, column_name, is_nullable, column_default, data_type, udt_name,
        character_maximum_length, numeric_precision, datetime_precision
      FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
      ORDER BY table_name, column_name`,
    client.$queryRaw`
      SELECT conrelid::regclass::text AS table_name, conname, pg_get_constraintdef(oid)
      FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND conrelid <> COALESCE(to_regclass('_prisma_migrations'), 0)
      ORDER BY table_name, conname`,
    client.$queryRaw`
      SELECT indexdef FROM pg_indexes
      WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
      ORDER BY indexdef`,
    client.$queryRaw`
      SELECT typname, enumlabel FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid
      ORDER BY typname, enumsortorder`,
  ]);
}
