import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { declaredChange } from '../../src/database/declared-change.ts';
import type { Provider } from '../../src/database/index.ts';
import {
  applyMigrations,
  newerMigrations,
  openMigratedDatabase,
  pendingMigrations,
} from '../../src/database/migrations.ts';
import { createKey } from '../../src/keys/index.ts';
import {
  emptyDatabase,
  NEEDS_POSTGRES,
  onBoth,
  open,
  run,
  withMigrations,
} from '../support/both-databases.ts';
import { startServer } from '../support/processes.ts';
import { NO_FILTERS, openEngine } from '../support/schema-engine.ts';
import { runScript } from '../support/scripts.ts';

const COLUMN = `-- additive
ALTER TABLE pets ADD COLUMN collar_tag TEXT NOT NULL DEFAULT 'unknown';
CREATE INDEX pets_collar_tag_idx ON pets (collar_tag);`;
const TABLE = `-- Visits of animals.
-- additive
CREATE TABLE visits (id INTEGER PRIMARY KEY, pet_id BIGINT REFERENCES pets (id));`;
const BREAKING = `-- breaking: orders.note is required
ALTER TABLE orders ADD COLUMN note TEXT;`;
const UNDECLARED = 'ALTER TABLE orders ADD COLUMN remark TEXT;';

const KNOWS = 'which only a newer version of this service knows';

/** A database that a newer version has migrated, with these migrations besides. */
async function migratedFurther(
  t: Test,
  provider: Provider,
  scripts: Readonly<Record<string, string>>,
) {
  const url = await emptyDatabase(t, provider);
  await applyMigrations(url, await withMigrations(t, provider, scripts));
  return url;
}

async function rejects(t: Test, url: string, message: string) {
  await t.rejects(openMigratedDatabase(url), { message });
  await t.rejects(applyMigrations(url), { message });
}

await onBoth(t, async (t, provider) => {
  t.test('a version runs on a schema that additive migrations have passed it by', async (t) => {
    const url = await migratedFurther(t, provider, { '2999_column': COLUMN, '2999_table': TABLE });
    t.same(await applyMigrations(url), [], 'nothing is left to apply');
    const { client } = await open(t, url);
    const { key } = await createKey(client, { name: 'A customer', plan: 'business' });
    const server = await startServer(t, { DATABASE_URL: url });
    const created = await fetch(`${server.origin}/v1/pets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Rex', categoryId: 1 }),
    });
    t.equal(created.status, 201);
    t.match(await (await fetch(`${server.origin}/readyz`)).json(), { status: 'ready' });
    t.match(await client.$queryRaw`SELECT name, collar_tag FROM pets`, [
      { name: 'Rex', collar_tag: 'unknown' },
    ]);
    const { stdout } = await server.end('SIGTERM');
    for (const name of ['2999_column', '2999_table']) {
      t.match(
        stdout,
        new RegExp(`"severity_text":"INFO".*migration ${name}, ${KNOWS}. It only adds`),
      );
    }
  });

  t.test('it does not start after a breaking one, wherever that is among others', async (t) => {
    const declared = 'breaking: orders.note is required';
    const scripts = { '2999_a': COLUMN, '2999_b': BREAKING, '2999_c': TABLE };
    const message = `The database has migration 2999_b, ${KNOWS} (${declared})`;
    const url = await migratedFurther(t, provider, scripts);
    await rejects(t, url, message);
    t.match(
      await runScript(t, 'src/server.ts', [], { settings: { PORT: '0', DATABASE_URL: url } }),
      {
        code: 1,
        stderr: `${message}\n`,
      },
    );
  });

  t.test('nor after one that declares nothing, or whose declaration was removed', async (t) => {
    const url = await migratedFurther(t, provider, { '2999_a': UNDECLARED });
    await rejects(t, url, `The database has migration 2999_a, ${KNOWS}`);
    const other = await migratedFurther(t, provider, { '2999_a': COLUMN });
    await run(other, `UPDATE _prisma_migrations SET logs = NULL WHERE migration_name = '2999_a'`);
    await rejects(t, other, `The database has migration 2999_a, ${KNOWS}`);
  });

  t.test('it applies none of its own to a schema of a newer version', async (t) => {
    const url = await migratedFurther(t, provider, { '2999_b': COLUMN });
    const folder = await withMigrations(t, provider, { '2999_a': TABLE });
    const message = `The database has migration 2999_b, ${KNOWS}, and lacks 2999_a: migrate it with a version that knows both`;
    await t.rejects(applyMigrations(url, folder), { message });
    await t.rejects(pendingMigrations(await open(t, url), folder), { message });
    const both = await withMigrations(t, provider, { '2999_a': TABLE, '2999_b': COLUMN });
    t.same(await applyMigrations(url, both), ['2999_a']);
  });

  t.test(
    'a declaration is completed where another program has applied the migration',
    async (t) => {
      const url = await migratedFurther(t, provider, { '2999_a': COLUMN });
      await run(url, `UPDATE _prisma_migrations SET logs = NULL WHERE migration_name = '2999_a'`);
      t.same(
        await applyMigrations(url, await withMigrations(t, provider, { '2999_a': COLUMN })),
        [],
      );
      t.same(await newerMigrations(await open(t, url)), ['2999_a']);
      t.same(await applyMigrations(url), []);
    },
  );

  t.test("Prisma's own command line accepts the declarations", async (t) => {
    const url = await migratedFurther(t, provider, { '2999_a': COLUMN });
    const engine = await openEngine(await open(t, url));
    const diagnosis = await engine.diagnoseMigrationHistory({
      migrationsList: {
        baseDir: '',
        lockfile: { path: 'migration_lock.toml', content: null },
        shadowDbInitScript: '',
        migrationDirectories: [
          {
            path: '2999_a',
            migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: COLUMN } },
          },
        ],
      },
      optInToShadowDatabase: false,
      filters: NO_FILTERS,
    });
    t.match(diagnosis, { editedMigrationNames: [], failedMigrationNames: [] });
  });
});

t.test('an additive migration that is still running, or has failed', NEEDS_POSTGRES, async (t) => {
  const url = await emptyDatabase(t, 'postgresql');
  const script = '-- additive\n-- no transaction\nCREATE INDEX CONCURRENTLY names ON pets (name);';
  await applyMigrations(url);
  const { client } = await open(t, url);
  // What an index has to wait for.
  const { promise, resolve } = Promise.withResolvers<void>();
  const snapshot = client.$transaction(
    async (transaction) => {
      await transaction.$queryRaw`SELECT count(*) FROM pets`;
      await promise;
    },
    { timeout: 120_000, isolationLevel: 'RepeatableRead' as 'Serializable' },
  );
  const running = applyMigrations(url, await withMigrations(t, 'postgresql', { '2999_a': script }));
  const database = await open(t, url);
  while ((await newerMigrations(database)).length === 0) await wait(20);
  await (await openMigratedDatabase(url)).close();
  resolve();
  await snapshot;
  t.same(await running, ['2999_a']);
});

t.test('a declaration is a line of its own among the first comments', async (t) => {
  const declarations: [string, string | undefined][] = [
    ['-- additive\nSELECT 1;', 'additive'],
    ['-- additive', 'additive'],
    ['-- no transaction\n-- additive\r\nSELECT 1;', 'additive'],
    ['-- breaking: a reason \nSELECT 1;', 'breaking: a reason'],
    ['-- breaking\nSELECT 1;', undefined],
    ['-- additive changes\nSELECT 1;', undefined],
    ['-- This is additive\nSELECT 1;', undefined],
    ['SELECT 1;\n-- additive\n', undefined],
    ['', undefined],
  ];
  for (const [script, declaration] of declarations) t.equal(declaredChange(script), declaration);
});
