import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { DriverAdapterError, type SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { reason } from '../../src/database/faults.ts';
import { applyMigrations } from '../../src/database/migrations.ts';
import { startPostgres } from '../support/servers/postgres.ts';

const INT64 = [9223372036854775807n, -9223372036854775808n, 9007199254740993n, -9007199254740993n];

// No instant must depend on the time zone of this process or of the server.
process.env.TZ = 'Asia/Kolkata';

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());
const postgresUrl = postgres?.url ?? '';
const needsPostgres = { skip: postgres ? false : 'there is no PostgreSQL on this machine' };
if (postgres) await applyMigrations(postgres.url);

async function newSqliteFile(t: Test): Promise<string> {
  const url = `file:${join(t.testdir(), 'store.db')}`;
  await applyMigrations(url);
  return url;
}

async function open(t: Test, url: string): Promise<Database> {
  const database = await openDatabase(url);
  t.teardown(() => database.close());
  return database;
}

/** What holds on both databases. */
async function sharedGuarantees(t: Test, getUrl: (t: Test) => Promise<string>) {
  await t.test('keeps every 64-bit integer exactly, as an id and as a value', async (t) => {
    const { client } = await open(t, await getUrl(t));
    for (const number of INT64) {
      const pet = { id: number, name: 'Rex', categoryId: number, status: 'sold' } as const;
      t.same(await client.pet.create({ data: pet }), pet);
      t.same(await client.pet.findMany({ where: { categoryId: number } }), [pet]);
      t.same(await client.pet.findMany({ where: { id: { gte: number, lte: number } } }), [pet]);
    }
  });

  await t.test('never assigns an id twice', async (t) => {
    const { client } = await open(t, await getUrl(t));
    const data = { name: 'Rex', categoryId: 1n, status: 'sold' } as const;
    const { id } = await client.pet.create({ data });
    await client.pet.delete({ where: { id } });
    t.equal((await client.pet.create({ data })).id, id + 1n);
  });

  await t.test('keeps instants to the millisecond, in every time zone', async (t) => {
    const { client } = await open(t, await getUrl(t));
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

  await t.test('rejects a reference to a missing row, and an unknown status', async (t) => {
    const { client } = await open(t, await getUrl(t));
    await t.rejects(client.order.create({ data: { petId: 42n, quantity: 1, status: 'placed' } }), {
      code: 'P2003',
    });
    await t.rejects(
      client.$executeRaw`INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, 'eaten')`,
      /Code: `(SQLITE_CONSTRAINT_CHECK|22P02)`|CHECK constraint/,
    );
  });

  await t.test('keeps a statement out of a transaction that it does not belong to', async (t) => {
    const { client } = await open(t, await getUrl(t));
    const pet = { categoryId: 1n, status: 'available' } as const;
    let statement: Promise<unknown> = Promise.resolve();
    const transaction = client.$transaction(async (transaction) => {
      await transaction.pet.create({ data: { ...pet, name: 'undone' } });
      statement = client.pet.create({ data: { ...pet, name: 'kept' } }).then();
      await setTimeout(50);
      throw new Error('undo');
    });
    await t.rejects(transaction, { message: 'undo' });
    await statement;
    t.match(await client.pet.findMany(), [{ name: 'kept' }]);
  });
}

t.test('SQLite', async (t) => {
  await sharedGuarantees(t, newSqliteFile);

  t.test(
    'is durable, never blocks for a lock and checks references, on every connection',
    async (t) => {
      const { client, provider } = await open(
        t,
        `file:${join(t.testdir(), 'a/new/folder/store.db')}`,
      );
      t.equal(provider, 'sqlite');
      for (const connection of ['first', 'second']) {
        t.match(await client.$queryRaw`PRAGMA journal_mode`, [{ journal_mode: 'wal' }], connection);
        t.match(await client.$queryRaw`PRAGMA synchronous`, [{ synchronous: 2n }]);
        t.match(await client.$queryRaw`PRAGMA busy_timeout`, [{ timeout: 0n }]);
        t.match(await client.$queryRaw`PRAGMA foreign_keys`, [{ foreign_keys: 1n }]);
        await client.$disconnect();
      }
    },
  );

  t.test('rejects to open when a setting does not take effect', async (t) => {
    await t.rejects(openDatabase('file::memory:'), {
      message: 'The database cannot be opened: SQLite has journal_mode memory, and needs wal',
    });
    await t.rejects(stat(':memory:'), { code: 'ENOENT' }, 'which is no name of a file');
  });

  t.test('says in one line why a file cannot be opened', async (t) => {
    const folder = t.testdir({ 'text.db': 'This is not a database, but a text of some length.' });
    await t.rejects(openDatabase(`file:${folder}`), {
      message: `The database cannot be opened: EISDIR: illegal operation on a directory, open '${folder}'`,
    });
    await t.rejects(openDatabase(`file:${join(folder, 'text.db')}`), {
      message: 'The database cannot be opened: file is not a database',
    });
  });

  t.test('is usable after a COMMIT that failed', async (t) => {
    const url = await newSqliteFile(t);
    const { client } = await open(t, url);
    const transaction = client.$transaction(async (transaction) => {
      await transaction.$executeRaw`PRAGMA defer_foreign_keys = ON`;
      await transaction.order.create({ data: { petId: 42n, quantity: 1, status: 'placed' } });
    });
    await t.rejects(transaction, /ForeignKeyConstraintViolation/);

    await client.pet.create({ data: { name: 'Rex', categoryId: 1n, status: 'sold' } });
    const another = await open(t, url);
    t.match(await another.client.pet.findMany(), [{ name: 'Rex' }], 'it is committed');
    t.same(await another.client.order.findMany(), []);
  });

  t.test(
    'lets a transaction write after it has read, whatever other processes do meanwhile',
    async (t) => {
      const url = await newSqliteFile(t);
      const { client } = await open(t, url);
      const another = await open(t, url);
      const data = { categoryId: 1n, status: 'sold' } as const;
      await client.$transaction(async (transaction) => {
        t.equal(await transaction.pet.count(), 0);
        await t.rejects(another.client.pet.create({ data: { ...data, name: 'Another' } }), {
          code: 'P1008',
        });
        await transaction.pet.create({ data: { ...data, name: 'Rex' } });
      });
      t.match(await another.client.pet.findMany(), [{ name: 'Rex' }]);
    },
  );

  t.test('is not blocked by a transaction that could not begin', async (t) => {
    const url = await newSqliteFile(t);
    const { client } = await open(t, url);
    const another = await open(t, url);
    await another.client.$transaction(async () => {
      await t.rejects(
        client.$transaction((transaction) => transaction.pet.count()),
        {
          code: 'P1008',
        },
      );
    });
    t.equal(await client.pet.count(), 0);
    t.equal(await client.$transaction((transaction) => transaction.pet.count()), 0);
  });

  t.test('leaves nothing but the file when it is closed', async (t) => {
    const url = await newSqliteFile(t);
    await t.rejects(stat(`${url.slice('file:'.length)}-wal`), { code: 'ENOENT' });
  });
});

t.test('PostgreSQL', needsPostgres, async (t) => {
  const getUrl = async (t: Test) => {
    const { client } = await open(t, postgresUrl);
    await client.$executeRaw`TRUNCATE customers, api_keys, pets, orders, idempotency_keys RESTART IDENTITY`;
    return postgresUrl;
  };
  await sharedGuarantees(t, getUrl);

  t.test('stores the instant itself, on a server that is not in UTC', async (t) => {
    const { client, provider } = await open(t, await getUrl(t));
    t.equal(provider, 'postgresql');
    const createdAt = new Date('2026-03-08T07:30:00.123Z');
    await client.customer.create({ data: { name: 'A', plan: 'free', createdAt } });
    const [row] = await client.$queryRaw<{ milliseconds: number }[]>`
      SELECT (extract(epoch FROM created_at) * 1000)::float8 AS milliseconds FROM customers`;
    t.equal(row?.milliseconds, Number(createdAt));
  });

  t.test('says in one line why a database cannot be opened', async (t) => {
    await t.rejects(openDatabase(postgresUrl.replace(/postgres$/, 'missing')), {
      message: 'The database cannot be opened: database "missing" does not exist',
    });
    await t.rejects(openDatabase('postgresql://nobody:secret@127.0.0.1:1/store'), {
      message: "The database cannot be opened: Can't reach database server at 127.0.0.1:1",
    });
  });

  t.test('gives up on a server that does not respond', async (t) => {
    const silent = createServer().listen(0, '127.0.0.1');
    t.teardown(() => silent.close());
    await once(silent, 'listening');
    const { port } = silent.address() as import('node:net').AddressInfo;
    await t.rejects(openDatabase(`postgresql://postgres@127.0.0.1:${port}/store`), {
      message: /^The database cannot be opened: .*timeout/,
    });
  });

  t.test('recovers by itself when the server comes back', async (t) => {
    const { client } = await open(t, await getUrl(t));
    await client.pet.create({ data: { name: 'Rex', categoryId: 1n, status: 'sold' } });
    await postgres?.kill();
    await t.rejects(client.pet.findMany());
    await postgres?.start();
    t.match(await client.pet.findMany(), [{ name: 'Rex' }], 'what was confirmed was on disk');
  });
});

t.test('states the reason of any error in one line', async (t) => {
  const cause = { kind: 'SocketTimeout' } as const;
  t.equal(reason(new DriverAdapterError({ ...cause, originalMessage: 'locked' })), 'locked');
  t.equal(reason(new DriverAdapterError(cause)), 'SocketTimeout');
  t.equal(reason(new Error('First.\nSecond.')), 'First.');
  t.equal(reason(Object.assign(new Error(), { code: 'ECONNREFUSED' })), 'ECONNREFUSED');
  t.equal(reason('No error at all'), 'No error at all');
});

t.test('rejects any other address, without repeating its password', async (t) => {
  await t.rejects(openDatabase('mysql://root:secret@localhost/store'), {
    message: 'The database address must start with "file:" or "postgresql://"',
  });
});

t.test('rejects a SQLite library with the bug that corrupts files', async (t) => {
  let version = '';
  const { adapterFactory } = await t.mockImport<typeof import('../../src/database/sqlite.ts')>(
    '../../src/database/sqlite.ts',
    {
      '@prisma/adapter-better-sqlite3': { PrismaBetterSqlite3: libraryOf(() => version) },
    },
  );
  const { connect } = adapterFactory(() => `file:${join(t.testdir(), 'store.db')}`);

  for (version of ['3.51.2', '3.9.4']) {
    await t.rejects(connect(), {
      message: `SQLite is version ${version}, and needs to be 3.51.3 or later`,
    });
  }
  for (version of ['3.51.3', '3.100.0']) await (await connect()).dispose();
});

/** The adapter on a SQLite library that reports another version. */
function libraryOf(getVersion: () => string) {
  return class extends PrismaBetterSqlite3 {
    override async connect() {
      // The connection, which the adapter's type leaves out.
      const adapter = (await super.connect()) as SqlDriverAdapter & { client: Sqlite.Database };
      const prepare = adapter.client.prepare.bind(adapter.client);
      const prepareOther = (sql: string) =>
        prepare(sql.replace('sqlite_version()', `'${getVersion()}'`));
      Object.assign(adapter.client, { prepare: prepareOther });
      return adapter;
    }
  };
}
