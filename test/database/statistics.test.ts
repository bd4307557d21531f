import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t from 'tap';
import { applyMigrations, openDatabase } from '../../src/database/index.ts';

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
