import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t from 'tap';
import { applyMigrations, openDatabase } from '../../src/database/index.ts';
import { startPostgres } from '../support/servers/postgres.ts';

/*
 * Statements are run as they were planned, and a plan is as good as what was known of the tables.
 */

/** As an operator adds them, who then asks for statistics. */
const ADD_PETS = `WITH RECURSIVE numbers AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM numbers WHERE i < ?)
  INSERT INTO pets (name, category_id, status) SELECT 'Rex', i, 'sold' FROM numbers`;
const PAGE = 'EXPLAIN QUERY PLAN SELECT id FROM pets WHERE id > 9000 ORDER BY id LIMIT 20';

t.test('statistics of a small store are taken anew when it has grown', async (t) => {
  const path = join(t.testdir(), 'store.db');
  await applyMigrations(`file:${path}`);
  const file = new Sqlite(path);
  t.teardown(() => file.close());
  const plan = () => {
    const reader = new Sqlite(path);
    const steps = reader.prepare<[], { detail: string }>(PAGE).all();
    reader.close();
    return steps.map(({ detail }) => detail);
  };
  const start = async () => (await openDatabase(`file:${path}`)).close();
  const hasStatistics = () =>
    file.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'").get() !== undefined;

  file.prepare(ADD_PETS).run(1);
  await start();
  t.notOk(hasStatistics(), 'none are begun');
  file.exec('ANALYZE');
  file.prepare(ADD_PETS).run(10_000);
  t.same(plan(), ['SCAN pets']);

  file.exec('BEGIN IMMEDIATE');
  await start();
  file.exec('COMMIT');
  t.same(plan(), ['SCAN pets'], 'a start does not wait long for another writer');

  await start();
  t.same(plan(), ['SEARCH pets USING INTEGER PRIMARY KEY (rowid>?)']);
});

t.test('a plan that is made while a table is empty uses its index', async (t) => {
  const server = await startPostgres();
  if (!server && process.env.CI) throw new Error('There is no PostgreSQL on this machine.');
  if (!server) return t.comment('Skipped: there is no PostgreSQL on this machine.');
  t.teardown(() => server.stop());
  await applyMigrations(server.url);
  const { client, query, close } = await openDatabase(server.url);
  t.teardown(close);
  await client.$executeRawUnsafe('VACUUM ANALYZE');
  const explain =
    "EXPLAIN SELECT body_hash FROM idempotency_keys WHERE customer_id = 1 AND key = 'x'";
  t.match(await query(explain, []), [[/^Index Scan using idempotency_keys_pkey/]]);
});
