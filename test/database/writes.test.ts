import t from 'tap';
import { applyMigrations } from '../../src/database/migrations.ts';
import { stopClock } from '../helper.ts';
import {
  emptyDatabase,
  NEEDS_POSTGRES,
  onBoth,
  open,
  postgres,
  run,
} from '../support/both-databases.ts';

await onBoth(t, async (t, provider) => {
  t.test('a row that is written on trial leaves nothing behind', async (t) => {
    const move = stopClock(t);
    const url = await emptyDatabase(t, provider);
    await applyMigrations(url);
    const { client, writes } = await open(t, url);
    if (provider === 'sqlite') await client.$executeRaw`PRAGMA user_version = 7`;
    const pet = { name: 'Rex', categoryId: 1n, status: 'sold' } as const;
    const { id } = await client.pet.create({ data: pet });
    for (let i = 0; i < 3; i += 1) {
      writes.takeFault(Object.assign(new Error('disk full'), { code: '53100' }));
      t.equal(await writes.failure(), i === 0 ? undefined : 'disk full', 'a result is reused');
      move(2);
      t.equal(await writes.failure(), undefined);
    }
    t.equal((await client.pet.create({ data: pet })).id, id + 1n);
    t.equal(await client.pet.count(), 2);
    if (provider === 'sqlite') {
      t.match(await client.$queryRaw`PRAGMA user_version`, [{ user_version: 7n }]);
    }
  });

  t.test('errors that are not about writing are no evidence', async (t) => {
    const url = await emptyDatabase(t, provider);
    await applyMigrations(url);
    const { writes } = await open(t, url);
    t.equal(await writes.failure(), undefined);
    for (const code of ['57014', '23505', 'SQLITE_BUSY', 'ECONNREFUSED']) {
      writes.takeFault(Object.assign(new Error(code), { code }));
    }
    writes.takeFault('nothing');
    t.equal(await writes.failure(), undefined);
  });
});

t.test('PostgreSQL: numbers that are taken', NEEDS_POSTGRES, async (t) => {
  const url = await emptyDatabase(t, 'postgresql');
  await applyMigrations(url);
  await run(url, `INSERT INTO customers (id, name, plan) VALUES (9, 'A customer', 'free')`);
  const { writes } = await open(t, url);
  t.equal(await writes.failure(), 'the next numbers of customers.id are taken');
});

t.test('PostgreSQL: connections that are read-only are made anew', NEEDS_POSTGRES, async (t) => {
  const move = stopClock(t);
  const url = await emptyDatabase(t, 'postgresql');
  await applyMigrations(url);
  const name = new URL(url).pathname.slice(1);
  await run(String(postgres?.url), `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  const { client, writes } = await open(t, url);
  const failure = 'cannot execute INSERT in a read-only transaction';
  t.equal(await writes.failure(), failure);
  move(2);
  t.equal(await writes.failure(), failure);
  await run(String(postgres?.url), `ALTER DATABASE ${name} RESET default_transaction_read_only`);
  move(2);
  t.equal(await writes.failure(), undefined);
  await client.$transaction((transaction) => transaction.pet.deleteMany());
});
