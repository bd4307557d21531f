// What a transaction may do until its end, and nothing of it afterwards, on both databases.

import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import t, { type Test } from 'tap';
import { buildApp } from '../../../src/platform/app.ts';
import { reason } from '../../../src/platform/database/faults.ts';
import {
  type DatabaseOptions,
  isDatabaseFault,
  type Provider,
  violatedConstraint,
} from '../../../src/platform/database/index.ts';
import { banKey } from '../../../src/platform/keys/bans.ts';
import { createCustomer, createKey, setPlan } from '../../../src/platform/keys/index.ts';
import {
  emptyDatabase,
  NEEDS_POSTGRES,
  onBoth,
  open as openUntimed,
} from '../../support/both-databases.ts';
import { keysOf } from '../../support/key-rules.ts';
import { startProxy } from '../../support/proxy.ts';
import { contract } from '../../support/sample-contract.ts';
import { migrate } from '../../support/servers/databases.ts';
import { asService } from '../../support/servers/roles.ts';
import { type Database, openDatabase, type Transaction } from '../../support/service-database.ts';
import { testConfig } from '../../support/test-config.ts';
import { until } from '../../support/until.ts';
import { newWidget } from '../../support/widgets.ts';
import { service } from '../service/src/service.ts';

/** Short limits, within which even a busy machine begins a transaction. */
const SHORT: DatabaseOptions = {
  connectTimeoutMs: 20_000,
  statementTimeoutMs: 20_000,
  transactionTimeoutMs: 400,
};

async function openMigrated(t: Test, provider: Provider, options: DatabaseOptions) {
  const url = await emptyDatabase(t, provider);
  await migrate(url);
  const database = await openDatabase(asService(url), options);
  t.teardown(() => database.close());
  return { url, ...database };
}

const statement = (sql: string) => ({ sql, args: [], argTypes: [] });
const addCustomer = (name: string) =>
  statement(`INSERT INTO customers (name, plan) VALUES ('${name}', 'free')`);

const namesOf = async ({ client }: Pick<Database, 'client'>) =>
  (await client.customer.findMany({ orderBy: { id: 'asc' } })).map(({ name }) => name);

await onBoth(t, async (t, provider) => {
  t.test('takes no statement once its end has begun', async (t) => {
    const database = await openMigrated(t, provider, { poolSize: 1 });
    for (const end of ['commit', 'rollback'] as const) {
      const transaction = await database.adapter.startTransaction();
      await transaction.executeRaw(addCustomer(end));
      const ending = transaction[end]();
      for (const late of [
        transaction.executeRaw(addCustomer('late')),
        transaction.queryRaw(statement('SELECT 1')),
        transaction.createSavepoint('late'),
      ]) {
        t.equal(
          await late.catch(reason),
          'The transaction has ended, and takes no more statements.',
        );
        t.ok(await late.catch(isDatabaseFault), 'so that the request gets 503');
      }
      await ending;
      t.match(await transaction.executeRaw(addCustomer('later')).catch(reason), /has ended/);
    }
    t.same(await namesOf(database), ['commit']);
  });

  t.test('ends after the statements that are in progress', async (t) => {
    const database = await openMigrated(t, provider, { poolSize: 1 });
    const transaction = await database.adapter.startTransaction();
    const inProgress = [transaction.executeRaw(addCustomer('a'))];
    inProgress.push(transaction.executeRaw(addCustomer('b')));
    await transaction.rollback();
    await Promise.all(inProgress);
    t.same(await namesOf(database), [], 'they are undone');

    const another = await database.adapter.startTransaction();
    const unfinished = another.executeRaw(addCustomer('c'));
    await t.rejects(another.commit(), { message: /still in progress/ });
    await unfinished;
    t.same(await namesOf(database), [], 'part of it would be missing');
  });

  t.test('a query of several statements that meets the limit changes nothing', async (t) => {
    const database = await openMigrated(t, provider, { ...SHORT, poolSize: 1 });
    const { client } = database;
    const last = client.$transaction(async (transaction) => {
      for (;;) {
        await transaction.customer.create({ data: { name: 'undone', plan: 'free' } });
        // Without a pause SQLite would let no timer run.
        await wait(1);
      }
    });
    t.ok(await last.catch(isDatabaseFault));
    // A handler that never ends its transaction, and one that goes on afterwards.
    const never = client.$transaction(async (transaction) => {
      await transaction.customer.create({ data: { name: 'undone', plan: 'free' } });
      await wait(600);
      await transaction.customer.create({ data: { name: 'undone', plan: 'free' } });
    });
    t.ok(await never.catch(isDatabaseFault));
    await client.customer.create({ data: { name: 'afterwards', plan: 'free' } });
    t.same(await namesOf(database), ['afterwards']);
  });

  t.test('commits nothing if a statement has failed that the caller ignores', async (t) => {
    const database = await openMigrated(t, provider, { poolSize: 1 });
    const widget = { id: 1n, ...newWidget() };
    await database.client.widget.create({ data: widget });
    const ignoring = database.client.$transaction(async (transaction) => {
      await transaction.customer.create({ data: { name: 'undone', plan: 'free' } });
      await transaction.widget.create({ data: widget }).catch(() => undefined);
    });
    const expected = { kind: 'unique', name: 'widgets_pkey' };
    t.same(await ignoring.catch(violatedConstraint), expected, 'its error is that of the commit');
    t.same(await namesOf(database), []);
  });

  t.test('can have others within it, which are undone alone', async (t) => {
    const statements: string[] = [];
    const database = await openMigrated(t, provider, { poolSize: 1 });
    database.onStatement((sql) => void statements.push(sql));
    const { client } = database;
    const widget = { id: 1n, ...newWidget() };
    const add = (transaction: Pick<Transaction, 'customer'>, name: string) =>
      transaction.customer.create({ data: { name, plan: 'free' } });
    await client.$transaction(async (outer) => {
      await add(outer, 'outer');
      await outer.$transaction(async (inner) => {
        await add(inner, 'inner');
        await t.rejects(
          inner.$transaction(async (innermost) => {
            await add(innermost, 'undone');
            await innermost.widget.create({ data: widget });
            await innermost.widget.create({ data: widget });
          }),
        );
      });
      await t.rejects(
        outer.$transaction(async (inner) => {
          await add(inner, 'undone, too');
          throw new Error('undo');
        }),
        { message: 'undo' },
      );
      await add(outer, 'last');
    });
    t.same(await namesOf(database), ['outer', 'inner', 'last']);
    t.equal(await client.widget.count(), 0);
    const ofNested = ['SAVEPOINT', 'ROLLBACK TO SAVEPOINT', 'RELEASE SAVEPOINT'];
    for (const sql of ofNested) t.ok(statements.includes(sql), `${sql} is observed`);

    const all = client.$transaction(async (outer) => {
      await outer.$transaction((inner) => add(inner, 'undone'));
      throw new Error('undo all');
    });
    await t.rejects(all, { message: 'undo all' });
    t.same(await namesOf(database), ['outer', 'inner', 'last']);
  });

  t.test('nothing of a nested transaction runs after it', async (t) => {
    const database = await openMigrated(t, provider, { poolSize: 1 });
    const { client } = database;
    const rest: unknown[] = [];
    await client.$transaction(async (outer) => {
      const nested = outer.$transaction(async (inner) => {
        const two = async () => {
          await inner.$executeRaw`INSERT INTO customers (name, plan) VALUES ('first', 'free')`;
          await inner.$executeRaw`INSERT INTO customers (name, plan) VALUES ('second', 'free')`;
        };
        rest.push(two().catch(isDatabaseFault));
        throw new Error('undo');
      });
      await t.rejects(nested, { message: 'undo' });
      await outer.customer.create({ data: { name: 'outer', plan: 'free' } });
    });
    t.same(await Promise.all(rest), [true]);
    t.same(await namesOf(database), ['outer']);
  });
});

t.test('PostgreSQL behind a slow network', NEEDS_POSTGRES, async (t) => {
  const url = await emptyDatabase(t, 'postgresql');
  await migrate(url);
  const { client: observer } = await openUntimed(t, url);
  const proxy = await startProxy(t, Number(new URL(url).port));
  const slowUrl = new URL(url);
  slowUrl.port = String(proxy.port);
  const limits = { ...SHORT, transactionTimeoutMs: 250 };
  const database = await openDatabase(asService(slowUrl.href), limits);
  t.teardown(() => database.close());
  const { client } = database;
  const app = await buildApp(service, testConfig({ DATABASE_URL: url }), database);
  t.teardown(() => app.close());
  const customer = { name: 'A', plan: 'business' } as const;
  const manager = await createCustomer(keysOf(observer), customer, { scopes: contract.scopes });
  const { customerId } = manager;

  const call = async (method: 'POST' | 'DELETE', path: string, payload?: object) => {
    const { statusCode } = await app.inject({
      method,
      url: `/v1/account/keys${path}`,
      headers: { authorization: `Bearer ${manager.key}`, 'idempotency-key': crypto.randomUUID() },
      ...(payload && { payload }),
    });
    t.ok([201, 204, 503].includes(statusCode), `${method} returns ${statusCode}`);
    return statusCode < 300;
  };
  const madeWithin = (change: Promise<unknown>) =>
    change.then(
      () => true,
      (error) => {
        t.ok(isDatabaseFault(error), String(error));
        return false;
      },
    );
  const newKey = async () =>
    (await createKey(keysOf(observer), customerId, { name: 'old', scopes: ['widgets:read'] })).id;
  /** Another limit each time: the same one would be no change. */
  let perDay = 100_000;
  /** Each makes a change of the key. @returns whether it says that it was made */
  const changes: Record<string, (id: bigint) => Promise<boolean>> = {
    rotation: (id) => call('POST', `/${id}/rotation`, { overlapSeconds: 60 }),
    creation: () => call('POST', '', { name: 'new' }),
    revocation: (id) => call('DELETE', `/${id}?withCreated=true`),
    'change of plan': () => {
      perDay += 1;
      const limits = { perMinute: 1_000, perDay };
      return madeWithin(setPlan(keysOf(client), manager.id, 'enterprise', limits));
    },
    ban: (id) => madeWithin(banKey(client, id, 60_000, Date.now())),
    batch: (id) =>
      madeWithin(
        client.$transaction([
          ...['a', 'b', 'c'].map((name) => client.apiKey.update({ where: { id }, data: { name } })),
          client.keyEvent.create({
            data: { at: new Date(), actor: '', action: '', apiKeyId: id, customerId, detail: '' },
          }),
        ]),
      ),
  };

  const snapshot = async () => {
    const [keys, events] = await Promise.all([
      observer.apiKey.findMany({ orderBy: { id: 'asc' } }),
      observer.keyEvent.count(),
    ]);
    return { keys: inspect(keys, { maxArrayLength: null }), count: keys.length, events };
  };
  /** Until nothing of a change is in progress any more. */
  const settled = async () => {
    proxy.slow(0);
    await until(async () => {
      const [row] = await observer.$queryRaw<{ count: bigint }[]>`
        SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
          AND pid <> pg_backend_pid() AND state <> 'idle'`;
      return row?.count === 0n;
    });
  };

  for (const [name, change] of Object.entries(changes)) {
    t.test(`a ${name} is made whole or not at all`, async (t) => {
      const outcomes: boolean[] = [];
      for (const delayMs of [100, 60, 40, 30, 24, 20, 16, 12, 4]) {
        const id = await newKey();
        const before = await snapshot();
        proxy.slow(delayMs);
        const isMade = await change(id);
        outcomes.push(isMade);
        await settled();
        const after = await snapshot();
        if (isMade) t.ok(after.events > before.events, `with its event, ${delayMs} ms each`);
        else t.same(after, before, `nothing has changed, ${delayMs} ms each`);
      }
      t.equal(outcomes[0], false, 'the limit applies');
      await until(() => newKey().then(change), 'it is made when the network is fast');
    });
  }
});
