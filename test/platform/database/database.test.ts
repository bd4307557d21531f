// What both databases promise the service, and what each does by itself: ids, instants, lists, SQL
// and opening.

import { chmod, mkdir, readdir, readlink, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import t, { type Test } from 'tap';
import { createPeriodicWork } from '../../../src/platform/async/periodic-work.ts';
import { reason } from '../../../src/platform/database/faults.ts';
import {
  DAY_MS,
  dayOf,
  exactSum,
  exposedFiles,
  type Integer,
  MAX_INTEGER,
  ROWS_PER_PAGE,
  readInstant,
  readPages,
  repeatRemoval,
  violatedConstraint,
  writeInstant,
} from '../../../src/platform/database/index.ts';
import { listRows } from '../../../src/platform/database/list-rows.ts';
import { orderedList } from '../../../src/platform/database/ordered-lists.ts';
import type { Query } from '../../../src/platform/database/statements.ts';
import { idempotencyRemovals } from '../../../src/platform/idempotency/index.ts';
import { addKeyUsages } from '../../../src/platform/keys/index.ts';
import { openKeyFinder } from '../../../src/platform/keys/key-finder.ts';
import { readKeys } from '../../../src/platform/keys/key-pages.ts';
import { storeDayCounts } from '../../../src/platform/limits/stored-day-counts.ts';
import {
  emptyDatabase,
  run as execute,
  NEEDS_POSTGRES,
  onBoth,
  openMigrated,
  postgresUrl,
} from '../../support/both-databases.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { listenOn } from '../../support/raw-http.ts';
import { applyMigrations, openDatabase } from '../../support/service-database.ts';
import { until } from '../../support/until.ts';
import { newWidget } from '../../support/widgets.ts';
import { openWidgets } from '../service/src/store/widget-queries.ts';

// No instant must depend on the time zone of this process or of the server.
const { TZ } = process.env;
process.env.TZ = 'Asia/Kolkata';
t.teardown(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

/** Opens a database as the service does, with its time limits. */
async function open(t: Test, url: string) {
  const database = await openDatabase(url);
  t.teardown(() => database.close());
  return database;
}

await onBoth(t, async (t, provider) => {
  t.test('never assigns an id twice', async (t) => {
    const { client } = await openMigrated(t, provider);
    const { id } = await client.widget.create({ data: newWidget() });
    await client.widget.delete({ where: { id } });
    t.equal((await client.widget.create({ data: newWidget() })).id, id + 1n);
  });

  t.test('keeps instants to the millisecond, in every time zone', async (t) => {
    const { client } = await openMigrated(t, provider);
    const createdAt = new Date('2026-03-08T07:30:00.123Z');
    await client.customer.create({ data: { name: 'A', plan: 'free', createdAt } });
    await client.$executeRaw`INSERT INTO customers (name, plan) VALUES ('B', 'free')`;
    const [a, b] = await client.customer.findMany({ orderBy: { id: 'asc' } });
    t.same(a?.createdAt, createdAt);
    t.ok(Math.abs(Date.now() - Number(b?.createdAt)) < 60_000, 'the default is the current time');
    const recent = { createdAt: { gt: new Date(Date.now() - 60_000) } };
    t.match(await client.customer.findMany({ where: recent }), [{ name: 'B' }]);
    const before = await client.customer.findMany({ where: { createdAt: { lte: createdAt } } });
    t.same(before, [a]);
  });

  t.test('reads a list by id, of one value of any column or of all', async (t) => {
    const { client, query } = await openMigrated(t, provider);
    const data = ['Bolt', 'Nut', 'Bolt', 'Bolt'].map((name) => ({ ...newWidget(), name }));
    const widgets = await client.widget.createManyAndReturn({ data });
    const ids = widgets.map(({ id }) => id);
    const selected = { select: 'SELECT id FROM widgets', filteredBy: 'name' } as const;
    const list = listRows(query, selected, ([id]: [id: Integer]) => BigInt(id));
    const [first = 0n, second, third, fourth] = ids;
    const after = { id: first };
    t.same(await list.read({ filter: {}, after: undefined, count: 3 }), [first, second, third]);
    t.same(await list.read({ filter: {}, after, count: 9 }), [second, third, fourth]);
    const bolts = { filter: { name: 'Bolt' }, count: 2 };
    t.same(await list.read({ ...bolts, after: undefined }), [first, third]);
    t.same(await list.read({ ...bolts, after }), [third, fourth]);
  });

  t.test('reads the rows of a list that have given ids, by few statements', async (t) => {
    const { client, query } = await openMigrated(t, provider);
    const data = ['Bolt', 'Nut', 'Bolt', 'Bolt', 'Bolt'].map((name) => ({ ...newWidget(), name }));
    const ids = (await client.widget.createManyAndReturn({ data })).map(({ id }) => id);
    const statements = new Set<string>();
    const counted: Query = (sql, values) => {
      statements.add(sql);
      return query(sql, values);
    };
    const selected = { select: 'SELECT id FROM widgets', filteredBy: 'name' } as const;
    const list = listRows(counted, selected, ([id]: [id: Integer]) => BigInt(id));
    const all = { after: undefined, count: 9 };
    for (let count = 1; count <= 5; count += 1) {
      const id = ids.slice(0, count).reverse();
      t.same(await list.read({ ...all, filter: { id } }), id.reverse(), `${count} ids`);
    }
    const sizes = [...statements].map((sql) => (sql.match(/\$\d+/g)?.length ?? 0) - 1);
    t.strictSame(sizes, [1, 2, 4, 8], 'beside the limit');
    const [first = 0n, second, third, fourth, fifth] = ids;
    t.same(await list.read({ ...all, filter: { id: [first + 99n] } }), []);
    const after = { id: first };
    t.same(await list.read({ filter: { id: ids }, after, count: 2 }), [second, third]);
    const bolts = { id: ids, name: 'Bolt' };
    t.same(await list.read({ filter: bolts, after, count: 9 }), [third, fourth, fifth]);
  });

  t.test('reads a list in any order, page by page, without a gap', async (t) => {
    const { client } = await openMigrated(t, provider);
    const { id: widgetId } = await client.widget.create({ data: newWidget() });
    const data = Array.from({ length: 24 }, (_, i) => ({
      widgetId,
      quantity: 1 + (i % 3),
      status: i === 0 ? ('delivered' as const) : ('placed' as const),
      createdAt: new Date(1.8e12 - (i % 4)),
    }));
    await client.shipment.createMany({ data });
    const list = orderedList(
      { quantity: 'int32 desc', createdAt: 'instant asc', id: 'int64 desc' },
      (range, status: 'placed' | 'delivered') =>
        client.shipment.findMany({ ...range, where: { AND: [range.where, { status }] } }),
    );
    const orderBy = [{ quantity: 'desc' }, { createdAt: 'asc' }, { id: 'desc' }] as const;
    const all = await client.shipment.findMany({
      where: { status: 'placed' },
      orderBy: [...orderBy],
    });
    for (const count of [1, 2, 5, 23]) {
      const rows: typeof all = [];
      for (let after = undefined as (typeof all)[0] | undefined; ; after = rows.at(-1)) {
        const page = await list.read({ after, count, filter: 'placed' });
        if (page.length === 0) break;
        rows.push(...page);
      }
      t.same(rows, all, `${count} at a time`);
    }
    // Not called: they must not compile.
    const tables = () => [
      // @ts-expect-error Shipments of the same quantity would be skipped.
      orderedList({ quantity: 'int32 asc' }, (range) => client.shipment.findMany(range)),
      orderedList({ status: 'text asc', id: 'int64 asc' }, (range) =>
        // @ts-expect-error The databases sort an enum in different ways.
        client.shipment.findMany(range),
      ),
      orderedList({ expiresAt: 'instant asc', id: 'int32 asc' }, (range) =>
        // @ts-expect-error They sort null in different ways.
        client.apiKey.findMany(range),
      ),
    ];
    t.type(tables, 'function');
  });

  t.test('reads sums in an order, page by page', async (t) => {
    const { client } = await openMigrated(t, provider);
    const usage = { requests: 1, clientErrors: 0, lastUsedAt: new Date() };
    const data = [1, 2, 3].flatMap((apiKeyId) =>
      ['2026-11-01', '2026-11-02'].flatMap((day) =>
        ['listWidgets', 'getWidget'].map((operation) => ({ ...usage, apiKeyId, day, operation })),
      ),
    );
    await client.keyUsage.createMany({ data });
    let selects = 0;
    const list = orderedList(
      { day: 'text desc', operation: 'text asc' },
      (range, keys: readonly number[]) => {
        selects += 1;
        return client.keyUsage.groupBy({
          ...range,
          by: ['day', 'operation'],
          where: { AND: [range.where, { apiKeyId: { in: [...keys] } }] },
          _sum: { requests: true },
        });
      },
    );
    const sums: object[] = [];
    let after: { day: string; operation: string } | undefined;
    do {
      const [row] = await list.read({ after, count: 1, filter: [1, 2] });
      if (row) sums.push(row);
      after = row;
    } while (after);
    const _sum = { requests: 2 };
    t.same(sums, [
      { day: '2026-11-02', operation: 'getWidget', _sum },
      { day: '2026-11-02', operation: 'listWidgets', _sum },
      { day: '2026-11-01', operation: 'getWidget', _sum },
      { day: '2026-11-01', operation: 'listWidgets', _sum },
    ]);
    t.equal(selects, 7, 'two where the first finds too few');
  });

  t.test('names a violated constraint, however the row was written', async (t) => {
    const { client, query } = await openMigrated(t, provider);
    const primaryKey = { kind: 'unique', name: 'widgets_pkey' };
    const foreignKey = { kind: 'foreignKey' };
    const widget = { id: 1n, ...newWidget() };
    await client.widget.create({ data: widget });
    const violated = (write: Promise<unknown>) =>
      write.then(() => t.fail('it was written'), violatedConstraint);
    const addWidget =
      "INSERT INTO widgets (id, name, group_id, status) VALUES ($1, 'Mia', 7, 'sold')";
    t.same(await violated(client.widget.create({ data: widget })), primaryKey);
    t.same(await violated(client.$executeRawUnsafe(addWidget.replace('$1', '1'))), primaryKey);
    t.same(await violated(query(`${addWidget} RETURNING id`, [1])), primaryKey);

    const shipment = { widgetId: 9n, quantity: 1, status: 'placed' } as const;
    const addShipment =
      "INSERT INTO shipments (widget_id, quantity, status) VALUES ($1, 1, 'placed')";
    t.same(await violated(client.shipment.create({ data: shipment })), foreignKey);
    t.same(await violated(client.$executeRawUnsafe(addShipment.replace('$1', '9'))), foreignKey);
    t.same(await violated(query(`${addShipment} RETURNING id`, [9])), foreignKey);

    await client.shipment.create({ data: { ...shipment, widgetId: 1n } });
    const removeWidget = 'DELETE FROM widgets WHERE id = 1';
    t.same(await violated(client.widget.delete({ where: { id: 1n } })), foreignKey);
    t.same(await violated(client.$executeRawUnsafe(removeWidget)), foreignKey);
    t.same(await violated(query(`${removeWidget} RETURNING id`, [])), foreignKey);

    const unknownStatus = client.$executeRaw`UPDATE widgets SET status = 'eaten'`;
    await t.rejects(unknownStatus, /Code: `(SQLITE_CONSTRAINT_CHECK|22P02)`|CHECK constraint/);
    t.equal(await violated(query('SELECT id FROM made_up WHERE id = $1', [1])), undefined);
    t.equal(violatedConstraint('text'), undefined);
  });

  t.test('names which of several constraints is violated, as PostgreSQL does', async (t) => {
    const url = await emptyDatabase(t, provider);
    // Longer than a name of PostgreSQL can be.
    const long = 'n'.repeat(50);
    await execute(
      url,
      'CREATE TABLE books (isbn TEXT, title TEXT, shelf INTEGER, place INTEGER)',
      'CREATE UNIQUE INDEX books_isbn_key ON books (isbn)',
      'CREATE UNIQUE INDEX books_title_key ON books (title)',
      'CREATE UNIQUE INDEX books_shelf_place_key ON books (shelf, place)',
      'CREATE TABLE shelves (code TEXT)',
      'CREATE UNIQUE INDEX shelves_lower_code_key ON shelves (lower(code))',
      'CREATE TABLE copies (book INTEGER, number INTEGER, PRIMARY KEY (book, number))',
      `CREATE TABLE ${long} (${long} INTEGER)`,
      `CREATE UNIQUE INDEX ${long}_nnnnnnnn_key ON ${long} (${long})`,
      "INSERT INTO books VALUES ('1', 'A', 1, 1)",
      "INSERT INTO shelves VALUES ('A')",
      'INSERT INTO copies VALUES (1, 1)',
      `INSERT INTO ${long} VALUES (1)`,
    );
    const { client, query } = await open(t, url);
    const rows = {
      "books VALUES ('1', 'B', 2, 2)": 'books_isbn_key',
      "books VALUES ('2', 'A', 2, 2)": 'books_title_key',
      "books VALUES ('2', 'B', 1, 1)": 'books_shelf_place_key',
      "shelves VALUES ('a')": 'shelves_lower_code_key',
      'copies VALUES (1, 1)': 'copies_pkey',
      [`${long} VALUES (1)`]: `${long}_nnnnnnnn_key`,
    };
    for (const [row, name] of Object.entries(rows)) {
      const expected = { kind: 'unique', name };
      const insert = `INSERT INTO ${row}`;
      const prepared = await query(`${insert} RETURNING 1`, []).catch(violatedConstraint);
      t.same(prepared, expected);
      t.same(await client.$executeRawUnsafe(insert).catch(violatedConstraint), expected);
    }
  });

  t.test('SQL means the same on both databases, or is rejected', async (t) => {
    const { query } = await openMigrated(t, provider);
    t.same(await query("SELECT 'x'", []), [['x']]);
    t.same(await query('SELECT CAST($1 AS TEXT), CAST($2 AS TEXT)', ['a', 'b']), [['a', 'b']]);
    const misplaced: Record<string, string[]> = {
      'SELECT CAST($2 AS TEXT), CAST($1 AS TEXT)': ['a', 'b'],
      'SELECT CAST($1 AS TEXT), CAST($1 AS TEXT)': ['a'],
      'SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($1 AS TEXT)': ['a', 'b'],
      'SELECT CAST($2 AS TEXT)': ['a', 'b'],
      'SELECT CAST($1 AS TEXT), CAST($3 AS TEXT)': ['a', 'b', 'c'],
      'SELECT CAST($0 AS TEXT), CAST($1 AS TEXT)': ['a', 'b'],
    };
    for (const [sql, values] of Object.entries(misplaced)) {
      // Also the second time, when it could be prepared already.
      for (const time of ['first', 'second']) {
        await t.rejects(query(sql, values), { message: /placeholders.* in this order/ }, time);
      }
    }
  });

  t.test('sums are exact, and no greater than a column can hold', async (t) => {
    const { query } = await openMigrated(t, provider);
    const sumOf = async (...values: readonly bigint[]) => {
      const rows = values
        .map((value) => `SELECT CAST(${value} AS BIGINT) AS n`)
        .join(' UNION ALL ');
      const [row] = await query<[Integer]>(`SELECT ${exactSum('n')} FROM (${rows}) AS given`, []);
      return BigInt(row?.[0] ?? -1);
    };
    const half = 2n ** 32n;
    t.equal(await sumOf(0n), 0n);
    t.equal(await sumOf(1n, 2n, half - 1n), half + 2n);
    t.equal(await sumOf(MAX_INTEGER - half, half - 1n), MAX_INTEGER - 1n);
    t.equal(await sumOf(MAX_INTEGER - 1n, 1n), MAX_INTEGER);
    t.equal(await sumOf(MAX_INTEGER, 1n), MAX_INTEGER);
    t.equal(await sumOf(MAX_INTEGER, MAX_INTEGER, MAX_INTEGER), MAX_INTEGER);
  });

  t.test('keeps other statements out of a transaction', async (t) => {
    const { client, query } = await openMigrated(t, provider);
    let statement: Promise<unknown> = Promise.resolve();
    let reading: Promise<unknown[]> = Promise.resolve([]);
    const transaction = client.$transaction(async (transaction) => {
      await transaction.widget.create({ data: newWidget({ name: 'undone' }) });
      reading = query("SELECT id FROM widgets WHERE name = 'undone'", []);
      statement = client.widget.create({ data: newWidget({ name: 'kept' }) }).then();
      // Behind what would have come between.
      await transaction.widget.count();
      await transaction.widget.count();
      throw new Error('undo');
    });
    await t.rejects(transaction, { message: 'undo' });
    await statement;
    t.same(await reading, []);
    t.match(await client.widget.findMany(), [{ name: 'kept' }]);
  });
});

t.test('SQLite', async (t) => {
  t.test('is durable, never blocks for a lock and checks references', async (t) => {
    const { client, provider } = await open(
      t,
      `file:${await temporaryFolder(t)}/a/new/folder/s.db`,
    );
    t.equal(provider, 'sqlite');
    t.match(await client.$queryRaw`PRAGMA journal_mode`, [{ journal_mode: 'wal' }]);
    t.match(await client.$queryRaw`PRAGMA synchronous`, [{ synchronous: 2n }]);
    t.match(await client.$queryRaw`PRAGMA busy_timeout`, [{ timeout: 0n }]);
    t.match(await client.$queryRaw`PRAGMA foreign_keys`, [{ foreign_keys: 1n }]);
  });

  t.test('is not opened when a setting does not take effect', async (t) => {
    const folder = process.cwd();
    process.chdir(await temporaryFolder(t));
    await t.rejects(openDatabase('file::memory:'), {
      message: 'The database cannot be opened: SQLite has journal_mode memory, and needs wal',
    });
    process.chdir(folder);
  });

  t.test('says in one line why a file cannot be opened', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'text.db'), 'This is not a database, but a text of some length.');
    for (const use of [openDatabase, applyMigrations] as ((url: string) => Promise<unknown>)[]) {
      const message =
        /^The database cannot be opened: EISDIR: illegal operation on a directory, open/;
      await t.rejects(use(`file:${folder}`), { message });
    }
    await t.rejects(openDatabase(`file:${join(folder, 'text.db')}`), {
      message: 'The database cannot be opened: file is not a database',
    });
    const open = await readdir('/proc/self/fd').catch(() => []);
    const files = await Promise.all(
      open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(String)),
    );
    t.notOk(files.includes(join(folder, 'text.db')), 'it is closed, where Linux tells');
    const { client, url } = await openMigrated(t, 'sqlite');
    await client.$queryRaw`PRAGMA locking_mode = EXCLUSIVE`;
    await client.widget.create({ data: newWidget() });
    await t.rejects(applyMigrations(url), {
      message: 'The database cannot be opened: database is locked',
    });
  });

  t.test('is usable after a COMMIT that failed', async (t) => {
    const { client, url } = await openMigrated(t, 'sqlite');
    const transaction = client.$transaction(async (transaction) => {
      await transaction.$executeRaw`PRAGMA defer_foreign_keys = ON`;
      await transaction.shipment.create({ data: { widgetId: 42n, quantity: 1, status: 'placed' } });
    });
    await t.rejects(transaction, /FOREIGN KEY constraint failed|ForeignKeyConstraintViolation/);
    await client.widget.create({ data: newWidget() });
    const another = await open(t, url);
    t.equal(await another.client.widget.count(), 1, 'it is committed');
    t.same(await another.client.shipment.findMany(), []);
  });

  t.test('lets a transaction write after it has read', async (t) => {
    const { client, url } = await openMigrated(t, 'sqlite');
    const another = await open(t, url);
    const data = newWidget();
    await client.$transaction(async (transaction) => {
      t.equal(await transaction.widget.count(), 0);
      await t.rejects(another.client.widget.create({ data }), { code: 'P1008' });
      const waiting = another.client.$transaction((transaction) => transaction.widget.count());
      await t.rejects(waiting, { code: 'P1008' });
      await transaction.widget.create({ data });
    });
    t.equal(await another.client.widget.count(), 1, 'one that could not begin blocks nobody');
    t.equal(await another.client.$transaction((transaction) => transaction.widget.count()), 1);
  });

  const hasModes = { skip: process.platform === 'win32' && 'Windows has no such permissions' };
  t.test(
    'creates files for their owner alone, and keeps the mode of an existing one',
    hasModes,
    async (t) => {
      const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
      const path = join(await temporaryFolder(t), 'a/b/store.db');
      await applyMigrations(`file:${path}`);
      const { client, close } = await openDatabase(`file:${path}`);
      await client.widget.create({ data: newWidget() });
      for (const suffix of ['', '-wal', '-shm'])
        t.equal(await modeOf(path + suffix), 0o600, suffix);
      for (const folder of [dirname(path), join(path, '../..')])
        t.equal(await modeOf(folder), 0o700);
      t.same(await exposedFiles(`file:${path}`), []);
      await close();
      await t.rejects(stat(`${path}-wal`), { code: 'ENOENT' }, 'nothing but the file is left');
      await chmod(path, 0o644);
      await open(t, `file:${path}`);
      t.equal(await modeOf(path), 0o644);
      t.same(await exposedFiles(`file:${path}`), [path]);
    },
  );

  t.test('says when others can replace the file', hasModes, async (t) => {
    const folder = join(await temporaryFolder(t), 'shared');
    const path = join(folder, 'store.db');
    await mkdir(folder);
    await writeFile(path, '', { mode: 0o600 });
    for (const mode of ['777', '720', '1777', '755']) {
      await chmod(folder, mode);
      t.same(await exposedFiles(`file:${path}`), /^7[27]/.test(mode) ? [folder] : [], mode);
    }
    t.same(await exposedFiles('postgresql://localhost/store'), []);
  });
});

t.test('PostgreSQL', NEEDS_POSTGRES, async (t) => {
  t.test('statements of a tick share a connection, but for those that run alone', async (t) => {
    const { query, queryAlone, adapter } = await openMigrated(t, 'postgresql');
    const sessionsOf = async (...runs: Query[]) => {
      const rows = await Promise.all(runs.map((run) => run('SELECT pg_backend_pid()', [])));
      return rows.map(String);
    };
    const [first, alone, second] = await sessionsOf(query, queryAlone, query);
    t.equal(first, second);
    t.not(alone, first);
    const ofMany = new Set(await sessionsOf(...Array<Query>(30).fill(query)));
    t.ok(ofMany.size > 1 && ofMany.size < 10, `30 share ${ofMany.size}: some run at a time`);
    const { queryAlone: spare = query } = adapter.spare ?? {};
    const [own, ...others] = new Set(await sessionsOf(spare, spare, spare));
    t.strictSame(others, [], 'one connection more than the pool has');
    t.notOk([...ofMany, first, alone].includes(own));
    t.equal(adapter.pool?.().size, 10, 'which are ten by default');
  });

  t.test('reads few rows by an index, also where tables were empty at first', async (t) => {
    const { client, url } = await openMigrated(t, 'postgresql');
    await client.$executeRawUnsafe('VACUUM ANALYZE');
    // One connection, on which each statement stays prepared.
    const options = { poolSize: 1, statementTimeoutMs: 20_000, connectTimeoutMs: 20_000 };
    const database = await openDatabase(url, options);
    t.teardown(() => database.close());
    const widgets = openWidgets(database, Date.now);
    const keys = openKeyFinder(database);
    let count = 0;
    const useAll = async () => {
      count += 1;
      const value = String(count);
      await widgets.create(newWidget(), { customerId: 1n, value, bodyHash: '' });
      await widgets.find(1n);
      for (const status of [undefined, 'sold']) {
        await widgets.list.read({ after: { id: 1n }, count: 1, filter: { status } });
      }
      await keys.find(['7', '9']);
    };
    // PostgreSQL could keep the plan of the sixth time.
    for (let i = 0; i < 8; i += 1) await useAll();
    await client.$executeRaw`INSERT INTO customers (name, plan)
      SELECT 'A', 'free' FROM generate_series(1, 10000)`;
    await client.$executeRaw`INSERT INTO api_keys (customer_id, hash, hint)
      SELECT n, n::text, '' FROM generate_series(1, 10000) AS n`;
    await client.$executeRaw`INSERT INTO widgets (name, group_id, status)
      SELECT 'Bolt', n, 'available' FROM generate_series(1, 10000) AS n`;
    await client.$executeRaw`INSERT INTO idempotency_keys
      SELECT n, 'key', '', n, now() FROM generate_series(1, 2000) AS n`;
    const readRows = async () => {
      await database.query('SELECT pg_stat_force_next_flush()', []);
      const [[sum]] = (await database.query(
        'SELECT sum(seq_tup_read) + sum(idx_tup_fetch) FROM pg_stat_user_tables',
        [],
      )) as [[string]];
      return Number(sum);
    };
    for (const state of ['before its tables are analyzed', 'afterwards']) {
      const before = await readRows();
      await useAll();
      const read = (await readRows()) - before;
      t.ok(read < 100, `reads ${read} of 32,000 rows ${state}`);
      await client.$executeRawUnsafe('VACUUM ANALYZE');
    }
  });

  t.test('finds the widgets of a status though all earlier ones have others', async (t) => {
    const { client, query } = await openMigrated(t, 'postgresql');
    await client.$executeRaw`INSERT INTO widgets (name, group_id, status)
      SELECT repeat('Bolt', 30), 1,
        (CASE WHEN n > 8500 THEN 'available'
          WHEN n % 3 = 0 THEN 'pending' ELSE 'sold' END)::widget_status
      FROM generate_series(1, 10000) AS n ORDER BY n`;
    await client.$executeRawUnsafe('VACUUM ANALYZE');
    const explain: Query = (sql, values) => query(`EXPLAIN ${sql}`, values);
    const selected = { select: 'SELECT id, name FROM widgets', filteredBy: 'status' } as const;
    const listed = listRows(explain, selected, ([line]) => line);
    for (const after of [undefined, { id: 1n }]) {
      const plan = await listed.read({ after, count: 2, filter: { status: 'available' } });
      t.match(plan.join(), 'Index Scan using widgets_status_id_idx');
    }
  });

  t.test('finds the last use of a key without reading its other days', async (t) => {
    const { client } = await openMigrated(t, 'postgresql');
    await client.$executeRaw`INSERT INTO customers (name, plan) VALUES ('Ada', 'free')`;
    await client.$executeRaw`INSERT INTO api_keys (customer_id, hash, hint)
      SELECT 1, n::text, '' FROM generate_series(1, 100) AS n`;
    await client.$executeRaw`INSERT INTO key_usages SELECT id, d::text, 'listWidgets', 1, 0, now()
      FROM api_keys, generate_series(100, 300) AS d`;
    await client.$executeRaw`ANALYZE`;
    const readRows = await client.$transaction(async (transaction) => {
      const query = async (sql: string, values: readonly unknown[]) => {
        await transaction.$queryRawUnsafe(sql, ...values);
        return [];
      };
      await readKeys({ query }, undefined, 0).next();
      return transaction.$executeRaw`SELECT FROM pg_stat_xact_user_tables,
        generate_series(1, idx_tup_fetch) WHERE relname = 'key_usages'`;
    });
    t.ok(readRows <= 300, `reads ${readRows} of 20,100 rows`);
  });

  t.test('a statement that writes several rows locks them in their order', async (t) => {
    const { url, ...database } = await openMigrated(t, 'postgresql');
    const { client, provider } = database;
    const other = await open(t, url);
    const row = {
      customerId: 1n,
      day: '2026-11-21',
      requests: 1,
      clientErrors: 0,
      serverErrors: 0,
      lastUsedAt: new Date(0),
    };
    const usages = [2n, 1n].flatMap((apiKeyId) =>
      ['b', 'a'].map((operation) => ({ ...row, apiKeyId, operation })),
    );
    const counts = [3n, 2n, 1n].map((customerId) => ({ customerId, openedAtSeconds: 7, used: 1 }));
    const createAll = (nowMs: number) => {
      const { create } = openWidgets(database, () => nowMs);
      const keys = ['c', 'b', 'a'].map((value) => ({ customerId: 1n, value, bodyHash: '' }));
      return Promise.all(keys.map((key) => create(newWidget(), key)));
    };
    // What is held by another, what is only locked after it, and the statement.
    const table: [held: string, after: string, write: () => Promise<unknown>][] = [
      [
        'day_usages WHERE customer_id = 2',
        'day_usages WHERE customer_id = 3',
        () => storeDayCounts(client, 'customer', counts, { nowSeconds: 7, overAtSeconds: 0 }),
      ],
      [
        "key_usages WHERE (api_key_id, operation) = (1, 'b')",
        "key_usages WHERE (api_key_id, operation) > (1, 'b')",
        () => addKeyUsages(client, usages),
      ],
      [
        "idempotency_keys WHERE key = 'b'",
        "idempotency_keys WHERE key = 'c'",
        // The keys have expired.
        () => createAll(Date.now()),
      ],
    ];
    await storeDayCounts(client, 'customer', counts, { nowSeconds: 7, overAtSeconds: 0 });
    await addKeyUsages(client, usages);
    await createAll(0);
    for (const [held, after, write] of table) {
      let writing: Promise<unknown> | undefined;
      await other.client.$transaction(async (transaction) => {
        await transaction.$executeRawUnsafe(`SELECT FROM ${held} FOR UPDATE`);
        writing = write();
        await until(async () => {
          const waiting = await transaction.$executeRaw`SELECT FROM pg_locks WHERE NOT granted`;
          return waiting > 0;
        }, 'the statement waits');
        const free = `SELECT FROM ${after} FOR UPDATE SKIP LOCKED`;
        t.ok((await transaction.$executeRawUnsafe(free)) > 0, `${after} is not locked`);
      });
      await writing;
    }

    // The removal of expired rows waits for no lock.
    const background = createPeriodicWork();
    t.teardown(() => background.end(60_000));
    const now = () => Date.now() + 2 * 86_400_000;
    await other.client.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT FROM idempotency_keys WHERE key = 'b' FOR UPDATE`;
      repeatRemoval(background, {
        database: { client, provider },
        removals: idempotencyRemovals,
        intervalMs: 60_000,
        now,
        onFailure: (error) => t.error(error),
      });
      await until(
        async () => (await client.idempotencyKey.count()) === 1,
        'all others are removed',
      );
    });
  });

  t.test('a repeat that cannot be looked up fails its caller alone', async (t) => {
    const { client, url } = await openMigrated(t, 'postgresql');
    await client.customer.create({ data: { name: 'A', plan: 'free' } });
    const database = await openDatabase(url, { statementTimeoutMs: 3_000 });
    t.teardown(() => database.close());
    const { create } = openWidgets(database, Date.now);
    const key = { customerId: 1n, value: 'key', bodyHash: 'hash' };
    const ends: (() => void)[] = [];
    /** Runs a statement in a transaction that is open until its turn in `ends`. */
    const hold = (sql: string) =>
      client.$transaction(
        async (transaction) => {
          await transaction.$executeRawUnsafe(sql);
          await new Promise<void>((end) => ends.push(end));
        },
        { timeout: 60_000 },
      );
    const isWaiting = async (count: number) => {
      const waiting = await client.$queryRaw`SELECT 1 AS one FROM pg_locks WHERE NOT granted`;
      return (waiting as unknown[]).length === count;
    };
    const first = hold(`INSERT INTO idempotency_keys
      VALUES (1, 'key', 'hash', 1, now() + interval '1 hour')`);
    await until(() => ends.length === 1);
    const creates = Promise.allSettled([create(newWidget()), create(newWidget(), key)]);
    await until(() => isWaiting(1));
    // Granted once the batch is stored, before the repeated key is looked up.
    const lock = hold('LOCK TABLE idempotency_keys');
    await until(() => isWaiting(2));
    ends[0]?.();
    await first;
    t.match(await creates, [{ value: { kind: 'created' } }, { reason: { code: '57014' } }]);
    ends[1]?.();
    await lock;
    t.equal(await client.widget.count(), 1);
  });

  t.test('says in one line why a database cannot be opened', async (t) => {
    const port = await listenOn(t, createServer());
    const reasons: Record<string, RegExp> = {
      [postgresUrl.replace(/postgres$/, 'missing')]: /^database "missing" does not exist$/,
      'postgresql://nobody:secret@127.0.0.1:1/store': /^connect ECONNREFUSED 127.0.0.1:1$/,
      [`postgresql://postgres@127.0.0.1:${port}/store`]: /timeout/,
    };
    for (const [url, reason] of Object.entries(reasons)) {
      const error = await openDatabase(url).catch(String);
      const [, actual] = /^Error: The database cannot be opened: (.*)$/.exec(String(error)) ?? [];
      t.match(actual, reason);
    }
  });
});

t.test('pages hold all rows once, and no more than fit in memory', async (t) => {
  t.ok(ROWS_PER_PAGE >= 100 && ROWS_PER_PAGE <= 1_000);
  for (const [count, pages, reads] of [
    [0, [], 1],
    [1, [1], 1],
    [ROWS_PER_PAGE, [ROWS_PER_PAGE], 2],
    [2 * ROWS_PER_PAGE + 1, [ROWS_PER_PAGE, ROWS_PER_PAGE, 1], 3],
  ] as const) {
    const rows = Array.from({ length: count }, (_, i) => i);
    let read = 0;
    const readAfter = async (after = -1) => {
      read += 1;
      return rows.slice(after + 1, after + 1 + ROWS_PER_PAGE);
    };
    const found: number[][] = [];
    for await (const page of readPages(readAfter)) found.push(page);
    t.strictSame(found.flat(), rows);
    const lengths = found.map(({ length }) => length);
    t.strictSame([lengths, read], [pages, reads]);
  }
});

t.test('reads the instants that both databases write, and no others', async (t) => {
  const at = Date.UTC(2026, 10, 5, 7, 30, 0, 120);
  for (const text of [
    '2026-11-05 07:30:00.12+00',
    '2026-11-05T07:30:00.120+00:00',
    writeInstant(at),
  ]) {
    t.equal(readInstant(text).getTime(), at, text);
  }
  for (const text of [
    '05.11.2026 07:30:00+00',
    '2026-11-05 07:30:00+05:30',
    '2026-13-05 07:30:00+00',
    '',
  ]) {
    t.throws(() => readInstant(text), { message: `${text} is not an instant` });
  }
  t.strictSame([dayOf(at), dayOf(at + DAY_MS)], ['2026-11-05', '2026-11-06']);
});

t.test('states the reason of any error in one line', async (t) => {
  const cause = { kind: 'SocketTimeout' } as const;
  t.equal(reason(new DriverAdapterError({ ...cause, originalMessage: 'locked' })), 'locked');
  t.equal(reason(new DriverAdapterError(cause)), 'SocketTimeout');
  t.equal(reason(new Error('First.\nSecond.')), 'First.');
  t.equal(
    reason(new AggregateError([new Error('connect ECONNREFUSED ::1:1')])),
    'connect ECONNREFUSED ::1:1',
  );
  t.equal(reason('No error at all'), 'No error at all');
});

t.test('rejects any other address, without repeating its password', async (t) => {
  await t.rejects(openDatabase('mysql://root:secret@localhost/store'), {
    message: 'The database address must start with "file:" or "postgresql://"',
  });
});
