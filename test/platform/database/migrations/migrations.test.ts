// Migrations: what is applied, by whom, and what happens to a history or a script that does not
// fit.

import { copyFile, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { mock } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import t from 'tap';
import type { Adapter } from '../../../../src/platform/database/adapter.ts';
import { requireMigrations } from '../../../../src/platform/database/migrations/history.ts';
import { checkReadiness } from '../../../../src/platform/database/migrations/readiness.ts';
import {
  type History,
  joinHistories,
  type Migration,
} from '../../../../src/platform/database/service-database.ts';
import {
  emptyDatabase,
  grantRights,
  laterHistory,
  madeUpHistory,
  NEEDS_POSTGRES,
  onBoth,
  open,
  openMigrated,
  postgresUrl,
  run,
} from '../../../support/both-databases.ts';
import { historyOfModels, readCatalog } from '../../../support/catalog.ts';
import { temporaryFolder } from '../../../support/databases.ts';
import { startServer } from '../../../support/processes.ts';
import { listenOn } from '../../../support/raw-http.ts';
import { runScript, startScript } from '../../../support/scripts.ts';
import { applyMigrations, openMigratedDatabase } from '../../../support/service-database.ts';
import { SAMPLE } from '../../../support/services.ts';
import { stopTime } from '../../../support/stopped-time.ts';
import { until } from '../../../support/until.ts';

const INIT = '20261126000000_init';

/** A history of the platform's migrations and those of a service, each by their names. */
function historyWith(platform: readonly string[], own: readonly string[]): History {
  const migration = (name: string) => ({ name, script: `CREATE TABLE "${name}" (id integer)` });
  return joinHistories(platform.map(migration), own.map(migration));
}

const namesOf = (migrations: readonly Migration[]) => migrations.map(({ name }) => name);

t.test("the platform's migrations come first, each history in its own order", (t) => {
  const cases: [platform: string[], own: string[], all: string[]][] = [
    [
      ['1_init', '3_wider'],
      ['2_init', '4_more'],
      ['1_init', '3_wider', '2_init', '4_more'],
    ],
    [
      ['1_init', '3_wider'],
      ['1_init', '2_more'],
      ['1_init', '3_wider', '2_more'],
    ],
    [['1_init'], [], ['1_init']],
  ];
  for (const [platform, own, all] of cases) {
    const history = historyWith(platform, own);
    t.same(namesOf(history.all), all);
    t.same(namesOf(history.own), own);
  }
  const first = { name: '1_init', script: 'all tables' };
  const { all } = joinHistories([{ name: '1_init', script: 'its tables' }], [first]);
  t.same(all, [first], "a service's first stands in the place of the platform's");
  t.end();
});

await onBoth(t, async (t, provider) => {
  t.test('creates the schema in an empty database, and does nothing the second time', async (t) => {
    const url = await emptyDatabase(t, provider);
    const database = await open(t, url);
    const names = namesOf(database.history.all);
    const message = `The database lacks ${names.join(', ')}. Run: npm run migrate, `;
    await t.rejects(requireMigrations(database), { message: new RegExp(`^${message}`) });
    t.same(await applyMigrations(url), names);
    t.same(await requireMigrations(database), []);
    t.same(await applyMigrations(url), []);
    t.same(await database.client.widget.findMany(), []);
    await run(url, 'ALTER TABLE _prisma_migrations RENAME COLUMN checksum TO sum');
    await t.rejects(requireMigrations(database), /checksum/, 'the migrations cannot be read');
  });

  t.test('creates the schema of prisma/schema/', async (t) => {
    const migrated = await openMigrated(t, provider);
    const history = await historyOfModels(t, provider, SAMPLE.folder);
    const url = await emptyDatabase(t, provider);
    await applyMigrations(url, { history });
    t.same(await readCatalog(migrated), await readCatalog(await open(t, url)));
  });

  t.test('applies what a newer platform brings, however old it is', async (t) => {
    const url = await emptyDatabase(t, provider);
    const older = historyWith(['1_init'], ['2_init', '4_more']);
    t.same(await applyMigrations(url, { history: older }), ['1_init', '2_init', '4_more']);
    const database = await open(t, url);
    const newer = historyWith(['1_init', '3_wider'], ['2_init', '4_more', '5_last']);
    await t.rejects(requireMigrations({ ...database, history: newer }), {
      message: /^The database lacks 3_wider, 5_last\. /,
    });
    t.same(await applyMigrations(url, { history: newer }), ['3_wider', '5_last']);
    t.same(await requireMigrations({ ...database, history: newer }), []);
    t.same(await requireMigrations({ ...database, history: older }), ['3_wider', '5_last']);
    t.same(await applyMigrations(url, { history: older }), []);
  });

  t.test('rejects the history of another version', async (t) => {
    const { url, ...database } = await openMigrated(t, provider);
    const cases: Record<string, RegExp> = {
      "checksum = 'another'": /^Migration \d+_init was edited after it was applied: restore it/,
      'finished_at = NULL': /^Migration \d+_init failed half-way: undo by hand what it did/,
      "migration_name = '2999_later'":
        /has migration 2999_later, .* and lacks \d+_init: migrate it/,
      'rolled_back_at = CURRENT_TIMESTAMP': /^The database lacks \d+_init\. Run: npm run migrate/,
    };
    await run(url, 'CREATE TABLE kept AS SELECT * FROM _prisma_migrations');
    for (const [change, message] of Object.entries(cases)) {
      await run(url, `UPDATE _prisma_migrations SET ${change} WHERE migration_name = '${INIT}'`);
      await t.rejects(requireMigrations(database), { message }, change);
      await t.rejects(openMigratedDatabase(url), change);
      await run(
        url,
        'DELETE FROM _prisma_migrations',
        'INSERT INTO _prisma_migrations SELECT * FROM kept',
      );
    }
  });

  t.test('keeps nothing of a migration that fails, and all of those before it', async (t) => {
    const url = await emptyDatabase(t, provider);
    const one = 'CREATE TABLE one (id integer)';
    const tables = `
      CREATE TABLE parents (id integer PRIMARY KEY);
      CREATE TABLE children (parent integer REFERENCES parents DEFERRABLE INITIALLY DEFERRED);`;
    const failing = {
      'CREATE TABLE two (id integer); CREATE TABLE one (id integer)': /"?one"? already exists$/,
      [`${tables} INSERT INTO children VALUES (1);`]: /(children refer to rows of|foreign key)/,
    };
    for (const [two, reason] of Object.entries(failing)) {
      const history = madeUpHistory({ '1_one': one, '2_two': two });
      const message = new RegExp(`^Migration 2_two failed and was rolled back: .*${reason.source}`);
      await t.rejects(applyMigrations(url, { history }), { message });
    }
    await t.rejects(run(url, 'SELECT * FROM two'));
    await t.rejects(run(url, 'SELECT * FROM parents'), 'although it failed on commit');
    const mended = madeUpHistory({
      '1_one': one,
      '2_two': `-- One table; for texts.
        CREATE TABLE two (value text);
        INSERT INTO two VALUES ('a;b');`,
    });
    t.same(await applyMigrations(url, { history: mended }), ['2_two']);
    const { client } = await open(t, url);
    t.same(await client.$queryRaw`SELECT value FROM two`, [{ value: 'a;b' }]);
  });

  t.test('each is applied by one of several processes, which say whom they wait for', async (t) => {
    const url = await emptyDatabase(t, provider);
    const { client } = await open(t, url);
    const other =
      provider === 'sqlite' ? 'another process' : 'process \\d+ of PostgreSQL \\(\\S+\\)';
    // Of two that wait, one may wait for the other afterwards.
    const waiting = new RegExp(
      `^(?:Waiting for ${other}, which is migrating the database\\.\\n)+$`,
    );
    const settings = { DATABASE_URL: url };
    const hold = async (transaction: Pick<typeof client, '$queryRaw'>) => {
      if (provider === 'postgresql') {
        await transaction.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(72707369)`;
      }
      await t.rejects(applyMigrations(url, { maxWaitMs: 6 }), {
        message: new RegExp(`^Gave up after 0.0001 minutes: ${other} is still migrating`),
      });
      const start = () => startScript(t, 'scripts/migrate.ts', [], { settings });
      const started = await Promise.all([start(), start(), start()]);
      await Promise.all(started.map((one) => one.waitFor(/Waiting/)));
      return started;
    };
    const processes = await client.$transaction(hold, { timeout: 120_000 });
    const outputs: string[] = [];
    for (const { ended } of processes) {
      const { code, stdout, stderr } = await ended;
      t.equal(code, 0);
      t.match(stderr, waiting);
      outputs.push(stdout);
    }
    // Another process may go on after each of them.
    const applied = [...outputs.join('').matchAll(/^Applied (\w+)\.$/gm)].map(([, name]) => name);
    t.same(applied.sort(), namesOf((await open(t, url)).history.all).sort());
  });

  t.test('a version runs on a schema that a newer one has migrated, and says so', async (t) => {
    const url = await emptyDatabase(t, provider);
    const column = "ALTER TABLE widgets ADD COLUMN wings TEXT NOT NULL DEFAULT 'none'";
    const history = await laterHistory(provider, { '2999_column': column });
    await applyMigrations(url, { history });
    // As while an index is created outside a transaction.
    await run(
      url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('', '', '2999_index')`,
    );
    t.same(await applyMigrations(url), [], 'nothing is left to apply');
    const warnings: string[] = [];
    const warn = (message: string) => warnings.push(message);
    await (await openMigratedDatabase(url, { warn })).close();
    t.match(warnings.join(), /migration 2999_index, which only a newer version knows/);
    await grantRights(url);
    const server = await startServer(t, { DATABASE_URL: url });
    t.equal((await fetch(`${server.origin}/readyz`)).status, 200);
    const { stdout } = await server.end('SIGTERM');
    for (const name of ['2999_column', '2999_index']) {
      t.match(
        stdout,
        new RegExp(`"WARN".*has migration ${name}, which only a newer version knows`),
      );
    }
  });

  t.test('does not touch a store of a version that cannot be upgraded', async (t) => {
    const earlier = madeUpHistory({
      '20261121000000_init': 'CREATE TABLE widgets (id integer)',
    });
    let url = await emptyDatabase(t, provider);
    await applyMigrations(url, { history: earlier });
    const { client } = await open(t, url);
    await client.$executeRaw`INSERT INTO widgets VALUES (1)`;
    let read = async (): Promise<unknown> =>
      client.$queryRaw`SELECT * FROM widgets, _prisma_migrations`;
    if (provider === 'sqlite') {
      // Copied while it is open, as a crash leaves it: the row is not in the file yet.
      const from = url.slice('file:'.length);
      const to = join(await temporaryFolder(t), 'store.db');
      for (const end of ['', '-wal']) await copyFile(from + end, to + end);
      url = `file:${to}`;
      read = () => Promise.all([to, `${to}-wal`].map((file) => readFile(file)));
    }
    const before = await read();
    const refusal =
      'The database has migration 20261121000000_init of an earlier version, ' +
      'which cannot be upgraded: give this version a new database';
    await t.rejects(openMigratedDatabase(url), { message: refusal });
    const settings = { DATABASE_URL: url };
    t.match(await runScript(t, 'scripts/migrate.ts', [], { settings }), {
      code: 1,
      stderr: `${refusal}\n`,
    });
    t.same(await read(), before);
  });
});

t.test('a check of readiness takes a second, and shows delays of the last five', async (t) => {
  const database = await openMigrated(t, 'sqlite');
  const stopped = { atMs: 10_000 };
  const now = mock.method(performance, 'now', () => stopped.atMs);
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => {
    mock.timers.reset();
    now.mock.restore();
  });
  const pass = async (ms: number) => {
    mock.timers.tick(ms);
    for (let i = 0; i < 5; i += 1) await nextTick();
  };
  const adapterWith = (given: object): Adapter =>
    Object.assign(Object.create(database.adapter), given);
  const hanging = { queryAlone: () => new Promise<never>(() => undefined) };
  for (const spare of [undefined, adapterWith(hanging)]) {
    let readiness: unknown;
    const adapter = adapterWith({ ...hanging, spare });
    const checking = checkReadiness({ ...database, adapter }).then((result) => {
      readiness = result;
    });
    await pass(500);
    await pass(499);
    t.equal(readiness, undefined, 'the half of it for each of two connections');
    await pass(1);
    await checking;
    t.match(readiness, { database: 'failed', isReady: false });
  }
  for (const [agoMs, expected] of [
    [5_000, 'busy'],
    [5_001, 'ok'],
  ] as const) {
    const adapter = adapterWith({ delays: { latestAtMs: stopped.atMs - agoMs } });
    const readiness = await checkReadiness({ ...database, adapter });
    t.match(readiness, { database: expected, isReady: true }, `${agoMs} ms ago`);
  }
});

const ONE_TABLE = madeUpHistory({ '1_one': 'CREATE TABLE one (id integer)' });

t.test('SQLite waits five seconds to read, and one at a time to write, durably', async (t) => {
  // With a write-ahead log, for which SQLite does not wait for the disk unless it is told to.
  const { url } = await openMigrated(t, 'sqlite');
  const { exec, prepare } = Sqlite.prototype;
  const read = (db: Sqlite.Database, name: string) => db.pragma(name, { simple: true });
  const seen: unknown[] = [];
  const prepared = mock.method(
    Sqlite.prototype,
    'prepare',
    function (this: Sqlite.Database, sql: string) {
      if (sql.includes('sqlite_schema')) seen.push(read(this, 'busy_timeout'));
      return prepare.call(this, sql);
    },
  );
  const executed = mock.method(
    Sqlite.prototype,
    'exec',
    function (this: Sqlite.Database, sql: string) {
      if (sql === 'COMMIT') seen.push(read(this, 'busy_timeout'), read(this, 'synchronous'));
      return exec.call(this, sql);
    },
  );
  t.teardown(() => {
    prepared.mock.restore();
    executed.mock.restore();
  });
  const history = await laterHistory('sqlite', { '2999_one': 'CREATE TABLE one (id integer)' });
  await applyMigrations(url, { history });
  const FULL = 2;
  // The history is read once without the lock, and with it before each migration and after the last.
  t.strictSame(seen, [5_000, 5_000, 1_000, FULL, 5_000]);
});

t.test('asks twice a second whether others still migrate, for ten minutes', async (t) => {
  const url = await emptyDatabase(t, 'sqlite');
  const locked = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
  const asked = mock.method(Sqlite.prototype, 'exec', () => {
    throw locked;
  });
  t.teardown(() => asked.mock.restore());
  const pass = stopTime(t);
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  let outcome: unknown;
  applyMigrations(url, { history: ONE_TABLE, warn }).catch(({ message }) => {
    outcome = message;
  });
  while (asked.mock.callCount() === 0) await nextTick();
  await pass(499);
  t.equal(asked.mock.callCount(), 1);
  await pass(1);
  t.equal(asked.mock.callCount(), 2);
  await pass(600_000 - 500, 500);
  t.strictSame([asked.mock.callCount(), outcome], [3, undefined]);
  await pass(500);
  t.equal(outcome, 'Gave up after 10 minutes: another process is still migrating the database');
  t.equal(warnings.length, 1);
});

t.test('gives a server of PostgreSQL up after 15 seconds', async (t) => {
  let connections = 0;
  const silent = createServer((socket) => {
    connections += 1;
    t.teardown(() => socket.destroy());
  });
  const port = await listenOn(t, silent);
  const pass = stopTime(t);
  let outcome: unknown;
  applyMigrations(`postgresql://postgres@127.0.0.1:${port}/store`).catch(({ message }) => {
    outcome = message;
  });
  while (connections === 0) await nextTick();
  await pass(14_999);
  t.equal(outcome, undefined);
  await pass(1);
  t.equal(outcome, 'The database cannot be opened: timeout expired');
});

t.test('SQLite changes a table without touching the rows that refer to it', async (t) => {
  const url = await emptyDatabase(t, 'sqlite');
  const history = madeUpHistory({
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
  await applyMigrations(url, { history });
  const { client } = await open(t, url);
  t.same(await client.$queryRaw`SELECT parent FROM children`, [{ parent: 1 }]);
});

t.test('PostgreSQL', NEEDS_POSTGRES, async (t) => {
  const INDEX = '-- no transaction\nCREATE UNIQUE INDEX CONCURRENTLY numbers_id ON numbers (id);\n';

  t.test('runs a script outside a transaction if it says so, while others wait', async (t) => {
    const url = await emptyDatabase(t, 'postgresql');
    const history = madeUpHistory({
      '1_numbers': 'CREATE TABLE numbers (id integer)',
      '2_index': INDEX,
    });
    const { client } = await open(t, url);
    // The index waits for an older snapshot, and the other processes wait for the index.
    const waiting = new Set<number>();
    const start = (process: number) =>
      applyMigrations(url, { history, warn: () => waiting.add(process) });
    const { applying } = await client.$transaction(
      async (transaction) => {
        await transaction.$queryRaw`SELECT count(*) FROM pg_class`;
        const first = [1, 2, 3].map(start);
        await until(() => waiting.size === 3, 'the index waits, and two processes for it');
        const later = [4, 5].map(start);
        await until(() => waiting.size === 5, 'the other processes wait');
        return { applying: [...first, ...later] };
      },
      { isolationLevel: 'RepeatableRead' as 'Serializable', timeout: 60_000 },
    );
    const applied = await Promise.all(applying);
    t.same(applied.flat().sort(), ['1_numbers', '2_index']);
    const indexes = await client.$queryRaw`
      SELECT indisvalid FROM pg_index WHERE indexrelid = 'numbers_id'::regclass`;
    t.match(indexes, [{ indisvalid: true }]);
  });

  t.test('leaves no connection to a database that it does not fit', async (t) => {
    const url = await emptyDatabase(t, 'postgresql');
    await t.rejects(openMigratedDatabase(url), /lacks/);
    // It fails while somebody is connected.
    await run(postgresUrl, `DROP DATABASE ${new URL(url).pathname.slice(1)}`);
  });

  t.test('says whose transaction a script waits for', async (t) => {
    const url = await emptyDatabase(t, 'postgresql');
    const scripts = { '1_numbers': 'CREATE TABLE numbers (id integer)' };
    await applyMigrations(url, { history: madeUpHistory(scripts) });
    const { client } = await open(t, url);
    const warnings: string[] = [];
    for (const [name, script] of [
      ['2_column', 'ALTER TABLE numbers ADD COLUMN name text'],
      ['3_index', INDEX],
    ] as const) {
      const history = madeUpHistory(Object.assign(scripts, { [name]: script }));
      const migrating = await client.$transaction(
        async (transaction) => {
          await transaction.$executeRaw`INSERT INTO numbers DEFAULT VALUES`;
          const warn = (message: string) => warnings.push(message);
          const beganAtMs = performance.now();
          const applying = applyMigrations(url, { history, warn });
          await until(() => warnings.length > 0);
          const waitedMs = performance.now() - beganAtMs;
          t.ok(waitedMs >= 1_000 && waitedMs < 10_000, `it is said after ${waitedMs} ms`);
          return { applying };
        },
        { timeout: 60_000 },
      );
      t.same(await migrating.applying, [name]);
      const [warning, ...more] = warnings.splice(0);
      t.match(warning, `Migration ${name} waits for the transaction of process `);
      t.same(more, [], 'it is said once');
    }
  });

  t.test('stays in the schema of its tables when the search_path finds another', async (t) => {
    const url = await emptyDatabase(t, 'postgresql');
    const name = new URL(url).pathname.slice(1);
    await run(url, `ALTER DATABASE ${name} SET search_path = later, public`);
    const tables = { '1_one': 'CREATE TABLE one (id integer)' };
    await applyMigrations(url, { history: madeUpHistory(tables) });
    await run(url, 'CREATE SCHEMA later');
    const more = {
      ...tables,
      '2_two': 'CREATE TABLE two AS SELECT * FROM one',
      '3_three': '-- no transaction\nCREATE INDEX CONCURRENTLY two_id ON two (id)',
    };
    const history = madeUpHistory(more);
    t.same(await applyMigrations(url, { history }), ['2_two', '3_three']);
    const { client } = await open(t, url);
    t.same(
      await client.$queryRaw`SELECT relname::text AS name FROM pg_class
        WHERE relnamespace = 'later'::regnamespace`,
      [],
    );
  });

  t.test('makes no second store when the search_path leads elsewhere', async (t) => {
    const url = await emptyDatabase(t, 'postgresql');
    const database = new URL(url).pathname.slice(1);
    await run(url, 'CREATE SCHEMA "The store"', 'CREATE SCHEMA other', 'CREATE SCHEMA last');
    const set = (schemas: string) =>
      run(url, `ALTER DATABASE ${database} SET search_path = ${schemas}`);
    await set('"The store"');
    await applyMigrations(url);
    const countTables = async () => {
      const { client } = await open(t, url);
      const [row] = await client.$queryRaw<{ count: bigint }[]>`
        SELECT count(*) FROM pg_class WHERE relkind = 'r'`;
      return row?.count;
    };
    const line = (schema: string) =>
      'The tables of this service are in the schema "The store" of the database, and its ' +
      `search_path leads to ${schema}: name its schema in search_path, as with ` +
      'options=-c%20search_path%3DNAME';
    // Its schema has migrations of another service.
    await run(
      url,
      'CREATE TABLE last._prisma_migrations AS SELECT * FROM "The store"._prisma_migrations',
      "UPDATE last._prisma_migrations SET checksum = 'x', migration_name = '1_other'",
    );
    const before = await countTables();
    for (const [schemas, schema] of [
      ['other', 'other'],
      ['nowhere', 'public'],
      ['last, "The store"', 'last'],
    ] as const) {
      await set(schemas);
      await t.rejects(applyMigrations(url), { message: line(schema) });
      await t.rejects(openMigratedDatabase(url), { message: line(schema) });
    }
    await set('other');
    t.equal(await countTables(), before);
    const settings = { DATABASE_URL: url };
    const refused = await runScript(t, 'scripts/migrate.ts', [], { settings });
    t.same(refused, { code: 1, stdout: '', stderr: `${line('other')}\n` });
    const made = await runScript(t, 'scripts/migrate.ts', ['--another'], { settings });
    t.match(made, { code: 0, stdout: /^(Applied \d+_\w+\.\n)+$/ }, 'when it is meant');
    t.same(await applyMigrations(url), []);
    await (await openMigratedDatabase(url)).close();
  });

  t.test("lifts the database's time limit, also outside a transaction", async (t) => {
    const url = await emptyDatabase(t, 'postgresql');
    // Long enough for the other statements.
    await run(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET statement_timeout = '1s'`);
    const history = madeUpHistory({
      '1_inside': `SELECT pg_sleep(1.2);
        CREATE TABLE limits AS SELECT current_setting('lock_timeout') AS lock_timeout`,
      '2_outside': '-- no transaction\nSELECT pg_sleep(1.2)',
    });
    t.same(await applyMigrations(url, { history }), ['1_inside', '2_outside']);
    const { client } = await open(t, url);
    const limits = await client.$queryRaw`SELECT lock_timeout FROM limits`;
    t.same(limits, [{ lock_timeout: '10min' }], 'and waits for a lock no longer than that');
  });

  t.test('does not go on after a migration that failed half-way', async (t) => {
    const url = await emptyDatabase(t, 'postgresql');
    const history = madeUpHistory({
      '1_numbers': 'CREATE TABLE numbers (id integer); INSERT INTO numbers VALUES (1), (1)',
      '2_index': INDEX,
    });
    for (const reason of [
      'could not create unique index "numbers_id"',
      'undo by hand what it did',
    ]) {
      const message = new RegExp(`^Migration 2_index failed half-way: ${reason}`);
      await t.rejects(applyMigrations(url, { history }), { message });
    }
    await run(
      url,
      'DROP INDEX numbers_id',
      'DELETE FROM numbers',
      `DELETE FROM _prisma_migrations WHERE migration_name = '2_index'`,
    );
    t.same(await applyMigrations(url, { history }), ['2_index']);
  });
});
