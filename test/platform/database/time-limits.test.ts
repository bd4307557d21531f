// Waiting for the database has a bound, and what has waited too long is never done.

import { mock } from 'node:test';
import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { buildApp } from '../../../src/platform/app.ts';
import { createTurns } from '../../../src/platform/async/turns.ts';
import { faultKind } from '../../../src/platform/database/faults.ts';
import {
  type DatabaseOptions,
  isDatabaseFault,
  type Provider,
} from '../../../src/platform/database/index.ts';
import { timeLimits } from '../../../src/platform/database/options.ts';
import { emptyDatabase, NEEDS_POSTGRES, run } from '../../support/both-databases.ts';
import { startProxy } from '../../support/proxy.ts';
import { prepare } from '../../support/servers/databases.ts';
import { asService } from '../../support/servers/roles.ts';
import { openDatabase } from '../../support/service-database.ts';
import { stopTime } from '../../support/stopped-time.ts';
import { testConfig } from '../../support/test-config.ts';
import { eventually, until } from '../../support/until.ts';
import { newWidget } from '../../support/widgets.ts';
import { service } from '../service/src/service.ts';
import { openWidgets } from '../service/src/store/widget-queries.ts';

/** Opens a migrated database and the service on it. */
async function serve(t: Test, provider: Provider, options: DatabaseOptions) {
  const url = await emptyDatabase(t, provider);
  const key = await prepare(url);
  const database = await openDatabase(asService(url), { connectTimeoutMs: 20_000, ...options });
  t.teardown(() => database.close());
  const app = await buildApp(service, testConfig({ DATABASE_URL: url }), database);
  t.teardown(() => app.close());
  const headers = { authorization: `Bearer ${key}` };
  const payload = { name: 'Bolt', groupId: 1 };
  return {
    url,
    database,
    client: database.client,
    create: openWidgets(database, Date.now).create,
    /** Adds a widget over HTTP. @returns the status, and Retry-After */
    async post() {
      const response = await app.inject({ method: 'POST', url: '/v1/widgets', headers, payload });
      return [response.statusCode, response.headers['retry-after']];
    },
    /** @returns the status, and what is said of the database */
    async readiness() {
      const response = await app.inject('/readyz');
      return [response.statusCode, response.json().checks.database];
    },
  };
}

/** The kinds of errors, by how many calls have them; undefined for those that succeed. */
async function kindsOf(calls: readonly Promise<unknown>[]) {
  const kinds = await Promise.all(calls.map((call) => call.then(() => undefined, faultKind)));
  return Map.groupBy(kinds, (kind) => kind);
}

/** Makes each commit that adds widgets take so long. */
const slowCommits = (seconds: number) => [
  `CREATE FUNCTION delay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('slow.transaction', true) IS DISTINCT FROM txid_current()::text THEN
      PERFORM set_config('slow.transaction', txid_current()::text, true);
      PERFORM pg_sleep(${seconds});
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE CONSTRAINT TRIGGER delay AFTER INSERT ON widgets DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION delay()`,
];

t.test('creates wait no longer than a statement may take', NEEDS_POSTGRES, async (t) => {
  const { url, client, create, post, readiness } = await serve(t, 'postgresql', {
    statementTimeoutMs: 600,
  });
  t.same(await readiness(), [200, 'ok']);
  await run(url, ...slowCommits(0.4));
  const beganAtMs = performance.now();
  const creates = Array.from({ length: 2_000 }, () => create(newWidget()));
  const posts = Array.from({ length: 150 }, () => post());
  const kinds = await kindsOf(creates);
  const tookMs = performance.now() - beganAtMs;
  const added = kinds.get(undefined)?.length ?? 0;
  t.ok(added > 0);
  t.ok(added + (kinds.get('ETIMEDOUT')?.length ?? 0) === 2_000, [...kinds.keys()].join());
  t.ok(tookMs < ((2_000 / 64) * 400) / 2, `${tookMs} ms, without a bound at least twice as long`);
  const responses = Object.groupBy(await Promise.all(posts), String);
  const { '201,': created = [], '503,2': rejected = [] } = responses;
  t.ok(rejected.length > 0);
  t.equal(created.length + rejected.length, 150, Object.keys(responses).join());
  t.same(await readiness(), [200, 'busy'], 'reads are served');
  // Longer than a commit that began in between.
  await wait(1_000);
  t.equal(
    await client.widget.count(),
    added + created.length,
    'what was rejected is not added later',
  );
  await run(url, 'DROP TRIGGER delay ON widgets');
  t.same(await post(), [201, undefined]);
  await eventually(t, readiness, [200, 'ok']);
});

t.test('commits that take longer than a statement may are shown', NEEDS_POSTGRES, async (t) => {
  const { url, client, post, readiness } = await serve(t, 'postgresql', {
    statementTimeoutMs: 300,
  });
  await run(url, ...slowCommits(30));
  t.same(await Promise.all([post(), post()]), [
    [503, 2],
    [503, 2],
  ]);
  t.same(await readiness(), [200, 'busy']);
  t.equal(await client.widget.count(), 0);
});

t.test('no more creates wait than there can be connections', NEEDS_POSTGRES, async (t) => {
  const { url, create } = await serve(t, 'postgresql', { statementTimeoutMs: 900 });
  await run(url, ...slowCommits(0.5));
  const first = create(newWidget());
  await wait(100);
  const kinds = await kindsOf(Array.from({ length: 2_100 }, () => create(newWidget())));
  await first;
  t.equal(kinds.get('EAGAIN')?.length, 100);
  t.ok(isDatabaseFault(Object.assign(new Error('x'), { code: 'EAGAIN' })));
});

t.test('a COMMIT without a response closes its connection', NEEDS_POSTGRES, async (t) => {
  const url = await emptyDatabase(t, 'postgresql');
  await prepare(url);
  const proxy = await startProxy(t, Number(new URL(url).port));
  const slowUrl = new URL(url);
  slowUrl.port = String(proxy.port);
  const limits = { connectTimeoutMs: 20_000, statementTimeoutMs: 500, poolSize: 1 };
  const { client, query, close } = await openDatabase(asService(slowUrl.href), limits);
  t.teardown(close);
  const processId = async () => String(await query('SELECT pg_backend_pid()', []));
  for (const error of [undefined, new Error('undo')]) {
    const before = await processId();
    const ending = client.$transaction(async (transaction) => {
      await transaction.widget.create({ data: newWidget() });
      proxy.hang();
      if (error) throw error;
    });
    const reason = await ending.then(
      () => undefined,
      (reason) => reason,
    );
    t.ok(error ? reason === error : isDatabaseFault(reason), String(reason));
    proxy.resume();
    await until(async () => (await processId().catch(() => before)) !== before);
    t.match(await query('SELECT pg_current_xact_id_if_assigned() IS NULL', []), [['t']]);
  }
});

t.test(
  'a server that does not respond is given up soon after its time',
  NEEDS_POSTGRES,
  async (t) => {
    const url = await emptyDatabase(t, 'postgresql');
    const proxy = await startProxy(t, Number(new URL(url).port));
    const slowUrl = new URL(url);
    slowUrl.port = String(proxy.port);
    const limits = { connectTimeoutMs: 20_000, statementTimeoutMs: 2_000, poolSize: 1 };
    const { client, query, close } = await openDatabase(slowUrl.href, limits);
    t.teardown(close);
    for (const read of [
      () => query('SELECT 1', []),
      () => client.$queryRaw`SELECT 1`.then(() => undefined),
    ]) {
      await read();
      proxy.hang();
      mock.timers.enable({ apis: ['setTimeout'] });
      t.teardown(() => mock.timers.reset());
      let isOver = false;
      const reading = read().then(
        () => t.fail('it responds'),
        (error) => {
          isOver = true;
          t.ok(isDatabaseFault(error), String(error));
        },
      );
      for (const [passedMs, expected] of [
        [2_100, false],
        [900, true],
      ] as const) {
        // Until the statement is sent, and its error has arrived.
        for (let i = 0; i < 50; i += 1) await nextTick();
        mock.timers.tick(passedMs);
        for (let i = 0; i < 50; i += 1) await nextTick();
        t.equal(isOver, expected, 'the server itself would have cancelled it before');
      }
      await reading;
      mock.timers.reset();
      proxy.resume();
      await until(() =>
        read().then(
          () => true,
          () => false,
        ),
      );
    }
  },
);

t.test('requests have short limits unless given, and commands long ones', async (t) => {
  t.strictSame(timeLimits(), { connectMs: 1_500, statementMs: 1_500, transactionMs: 5_000 });
  t.strictSame(timeLimits({ connectTimeoutMs: 1, statementTimeoutMs: 6_000 }), {
    connectMs: 1,
    statementMs: 6_000,
    transactionMs: 6_000,
  });
  const { connectMs, statementMs, transactionMs } = timeLimits({ isTimed: false });
  t.equal(statementMs, 0);
  t.ok(connectMs >= 10_000 && connectMs <= 20_000, `${connectMs} ms until nobody is there`);
  // A lock that it holds stops others.
  t.ok(transactionMs >= 30_000 && transactionMs <= 120_000, `${transactionMs} ms`);
  t.match(timeLimits({ isTimed: false, connectTimeoutMs: 7 }), { connectMs: 7 });
});

t.test('a task that has waited too long for its turn is never run', async (t) => {
  const inTurn = createTurns<string>(50);
  const ran: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = inTurn('a', () => promise);
  const late = Promise.all(
    ['x', 'y'].map((name) =>
      t.rejects(
        inTurn('a', async () => ran.push(name)),
        ETIMEDOUT,
      ),
    ),
  );
  await inTurn('b', async () => ran.push('other key'));
  await late;
  const next = inTurn('a', async () => ran.push('next'));
  resolve();
  await Promise.all([first, next]);
  t.same(ran, ['other key', 'next']);
  await t.rejects(
    inTurn('a', () => Promise.reject(new Error('failed'))),
    { message: 'failed' },
  );
  await inTurn('a', async () => ran.push('afterwards'));
  t.equal(ran.at(-1), 'afterwards');
});

const ETIMEDOUT = { code: 'ETIMEDOUT' };

t.test('SQLite', async (t) => {
  t.test('what waits for a transaction waits no longer than a statement may take', async (t) => {
    const limits = { statementTimeoutMs: 300, transactionTimeoutMs: 60_000 };
    const { client, create, database, post, readiness } = await serve(t, 'sqlite', limits);
    const { promise, resolve } = Promise.withResolvers<void>();
    const open = client.$transaction(async () => promise);
    await wait(50);
    const calls = [
      ...Array.from({ length: 100 }, () => create(newWidget())),
      database.query('SELECT 1', []),
      client.widget.create({ data: newWidget() }),
      client.$transaction((transaction) => transaction.widget.create({ data: newWidget() })),
    ];
    t.same([...(await kindsOf(calls)).keys()], ['ETIMEDOUT']);
    for (const call of calls) t.ok(await call.catch(isDatabaseFault));
    t.same(await post(), [503, 2]);
    t.same(await readiness(), [503, 'failed'], 'nothing can be read');
    resolve();
    await open;
    await wait(100);
    t.equal(await client.widget.count(), 0, 'none of it is done later');
    t.same(await post(), [201, undefined]);
  });

  t.test('statements wait for one transaction only, and transactions for each other', async (t) => {
    const { client, database } = await serve(t, 'sqlite', { statementTimeoutMs: 20_000 });
    const ended: string[] = [];
    const [begun, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const transactions = ['first', 'second', 'third'].map((name) =>
      client.$transaction(async () => {
        begun.resolve();
        await sent.promise;
        await wait(50);
        ended.push(name);
      }),
    );
    await begun.promise;
    const statement = database.query('SELECT 1', []).then(() => ended.push('statement'));
    sent.resolve();
    await Promise.all([statement, ...transactions]);
    t.same(ended, ['first', 'statement', 'second', 'third']);
  });

  t.test('what finds the file locked tries again every 20 ms, for a second', async (t) => {
    const { adapter, close } = await openDatabase(await emptyDatabase(t, 'sqlite'));
    t.teardown(close);
    const locked = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
    const beginning = mock.method(Sqlite.prototype, 'exec', () => {
      throw locked;
    });
    t.teardown(() => beginning.mock.restore());
    const pass = stopTime(t);
    let outcome: unknown;
    void adapter.startTransaction().catch((error) => {
      outcome = faultKind(error);
    });
    const attemptsAfter = async (ms: number) => {
      await pass(ms);
      return beginning.mock.callCount();
    };
    t.equal(await attemptsAfter(0), 1);
    t.equal(await attemptsAfter(19), 1);
    t.equal(await attemptsAfter(1), 2);
    while (performance.now() < 1_000) await attemptsAfter(20);
    t.equal(outcome, undefined);
    t.equal(await attemptsAfter(20), 52);
    t.equal(outcome, 'SQLITE_BUSY');
  });

  t.test('a ROLLBACK that fails leaves the connection to others', async (t) => {
    const { client, create, post, readiness } = await serve(t, 'sqlite', {
      statementTimeoutMs: 20_000,
    });
    const fault = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
    /** The statements that fail. */
    let failing: string[] = [];
    const { exec } = Sqlite.prototype;
    const injected = mock.method(
      Sqlite.prototype,
      'exec',
      function (this: Sqlite.Database, sql: string) {
        if (failing.includes(sql)) throw fault;
        return exec.call(this, sql);
      },
    );
    t.teardown(() => injected.mock.restore());
    const undone = (end: () => void) =>
      client.$transaction(async (transaction) => {
        await transaction.widget.create({ data: newWidget({ name: 'undone' }) });
        end();
      });
    for (const statements of [['ROLLBACK'], ['COMMIT', 'ROLLBACK'], ['BEGIN IMMEDIATE']]) {
      failing = statements;
      await t.rejects(
        undone(() => {
          if (statements.length === 1) throw new Error('undo');
        }),
      );
      if (failing.includes('ROLLBACK')) {
        t.same(
          await kindsOf([create(newWidget()), client.widget.count()]),
          new Map([['SQLITE_IOERR', ['SQLITE_IOERR', 'SQLITE_IOERR']]]),
        );
        t.same(await post(), [503, 2]);
        t.same(
          await kindsOf([undone(() => undefined)]),
          new Map([['SQLITE_IOERR', ['SQLITE_IOERR']]]),
        );
        t.same((await readiness())[0], 503);
      }
      failing = [];
      t.same(await post(), [201, undefined], 'as soon as it can be rolled back');
      t.equal(await client.widget.count({ where: { name: 'undone' } }), 0);
    }
  });

  t.test('the error of a transaction is its first, whatever fails after it', async (t) => {
    const { client } = await serve(t, 'sqlite', { statementTimeoutMs: 20_000 });
    const { exec } = Sqlite.prototype;
    let isFailing = true;
    const injected = mock.method(
      Sqlite.prototype,
      'exec',
      function (this: Sqlite.Database, sql: string) {
        if (isFailing && sql === 'ROLLBACK') throw new Error('disk I/O error');
        return exec.call(this, sql);
      },
    );
    t.teardown(() => injected.mock.restore());
    const ignoring = client.$transaction(async (transaction) => {
      const data = { id: 1n, ...newWidget() };
      await transaction.widget.create({ data });
      await transaction.widget.create({ data }).catch(() => undefined);
    });
    t.equal(await ignoring.catch(faultKind), 'SQLITE_CONSTRAINT_PRIMARYKEY');
    isFailing = false;
    t.equal(await client.widget.count(), 0);
  });

  t.test('what SQLite has rolled back by itself takes no further statements', async (t) => {
    const { client } = await serve(t, 'sqlite', { statementTimeoutMs: 20_000 });
    const kinds: string[] = [];
    const note = (error: unknown) => kinds.push(faultKind(error));
    const ending = client.$transaction(async (transaction) => {
      const { id } = await transaction.widget.create({ data: newWidget() });
      // As a disk that is full, or a trigger, can do.
      await transaction.$executeRaw`INSERT OR ROLLBACK INTO widgets (id, name, group_id, status)
        VALUES (${id}, 'Mia', 7, 'sold')`.catch(note);
      await transaction.widget.create({ data: newWidget({ name: 'alone' }) }).catch(note);
    });
    await ending.catch(note);
    const constraint = 'SQLITE_CONSTRAINT_PRIMARYKEY';
    t.same(kinds, [constraint, 'TransactionAlreadyClosed', constraint]);
    t.equal(await client.widget.count(), 0);
  });
});
