// Responses while a real database fails.

import { setTimeout as wait } from 'node:timers/promises';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import type { LightMyRequestResponse as Response } from 'fastify';
import t, { type Test } from 'tap';
import { buildApp } from '../../../src/platform/app.ts';
import {
  faultKind,
  isDatabaseFault,
  isTableMissing,
} from '../../../src/platform/database/faults.ts';
import type { DatabaseOptions } from '../../../src/platform/database/index.ts';
import { errors } from '../../../src/platform/errors/index.ts';
import { createClock } from '../../support/clock.ts';
import { open, temporaryFolder } from '../../support/databases.ts';
import { generateApiKey } from '../../support/key-rules.ts';
import { checkResponse } from '../../support/sample-contract.ts';
import { execute, prepare } from '../../support/servers/databases.ts';
import { asService } from '../../support/servers/roles.ts';
import { openDatabase } from '../../support/service-database.ts';
import { testConfig } from '../../support/test-config.ts';
import { openPostgres } from '../../support/test-postgres.ts';
import { eventually, until } from '../../support/until.ts';
import { service } from '../service/src/service.ts';

const { server, url: postgresUrl, NEEDS_POSTGRES } = await openPostgres();

/** Opens the service on a database. */
async function openService(t: Test, url: string, options: DatabaseOptions = {}) {
  const key = await prepare(url);
  const database = await openDatabase(asService(url), options);
  t.teardown(() => database.close());
  const clock = createClock();
  const app = await buildApp(service, testConfig({ DATABASE_URL: url }), database, { clock });
  t.teardown(() => app.close());
  const call = async (method: 'GET' | 'POST', url: string, apiKey = key) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const payload = method === 'POST' && { payload: { name: 'Bolt', groupId: 7 } };
    const response = await app.inject({ method, url, headers, ...payload });
    checkResponse(method, url, response);
    return response;
  };
  const create = () => call('POST', '/v1/widgets');
  const list = (apiKey?: string) => call('GET', '/v1/widgets', apiKey);
  const untilServed = () => until(async () => (await list()).statusCode === 200, 'it is over');
  /** @returns the status, and what is said of the database */
  const readiness = async () => {
    const response = await app.inject('/readyz');
    return [response.statusCode, response.json().checks];
  };
  return { call, clock, list, create, untilServed, readiness };
}

function expectUnavailable(t: Test, { statusCode, payload, headers }: Response, message: string) {
  t.equal(statusCode, 503, message);
  t.equal(payload, errors.serviceUnavailable.body);
  t.equal(headers['retry-after'], '2');
}

/** Runs a statement in a transaction that is open until `use` has ended. */
async function whileHolding(t: Test, url: string, statement: string, use: () => Promise<unknown>) {
  const other = await openDatabase(url, { isTimed: false });
  t.teardown(() => other.close());
  const hold = async (transaction: Pick<typeof other.client, '$executeRawUnsafe'>) => {
    await transaction.$executeRawUnsafe(statement);
    await use();
  };
  await other.client.$transaction(hold, { timeout: 60_000 });
}

t.test('PostgreSQL', NEEDS_POSTGRES, async (t) => {
  t.test('an outage gives a 503, and ends without a restart', async (t) => {
    const { clock, list, create, untilServed } = await openService(t, postgresUrl);
    t.equal((await list()).statusCode, 200);
    await server.kill();
    expectUnavailable(t, await list(), 'a list');
    expectUnavailable(t, await create(), 'a create');
    clock.move(1);
    expectUnavailable(t, await list(), 'also when the key has to be looked up again');
    await server.start();
    await untilServed();
    t.equal((await create()).statusCode, 201);
  });

  t.test('a server that is frozen gives a 503, until it responds again', async (t) => {
    const { create, list, readiness, untilServed } = await openService(t, postgresUrl);
    t.equal((await create()).statusCode, 201);
    server.freeze();
    expectUnavailable(t, await create(), 'a create');
    t.same(await readiness(), [503, { database: 'failed' }]);
    // More than there are connections.
    for (const response of await Promise.all(Array.from({ length: 30 }, () => list()))) {
      expectUnavailable(t, response, 'a list');
    }
    server.thaw();
    await untilServed();
  });

  t.test('a table that is locked under load gives a 503, and nothing else', async (t) => {
    // The statements that wait use all connections.
    const options = { poolSize: 2 };
    const { call, readiness, untilServed } = await openService(t, postgresUrl, options);
    const calls: [method: 'GET' | 'POST', path: string][] = [
      ['GET', '/v1/widgets'],
      ['GET', '/v1/widgets?status=sold'],
      ['GET', '/v1/widgets/1'],
      ['GET', '/v1/store/shipments'],
      ['POST', '/v1/widgets'],
    ];
    const statuses: number[] = [];
    let isLocked = true;
    const callAll = async ([method, path]: (typeof calls)[number]) => {
      while (isLocked) statuses.push((await call(method, path)).statusCode);
    };
    await call('POST', '/v1/widgets');
    const clients = Array.from({ length: 6 }, () => calls)
      .flat()
      .map(callAll);
    const lock = 'LOCK TABLE widgets, shipments IN ACCESS EXCLUSIVE MODE';
    await whileHolding(t, postgresUrl, lock, async () => {
      const busy = [200, { database: 'busy', schema: 'ok' }];
      await eventually(t, readiness, busy);
      for (let round = 0; round < 3; round += 1) {
        const enough = statuses.length + clients.length;
        await until(() => statuses.length >= enough, 'each client has its response');
        t.match(await readiness(), [200, { schema: 'ok' }], 'the instance serves the rest');
      }
    });
    isLocked = false;
    await Promise.all(clients);
    const others = statuses.filter((status) => ![200, 201, 503].includes(status));
    t.strictSame(others, []);
    t.ok(statuses.includes(503));
    await untilServed();
    for (const [method, path] of calls) t.ok((await call(method, path)).statusCode < 300, path);
  });

  t.test('an instance that cannot read API keys is not ready', async (t) => {
    const { readiness } = await openService(t, postgresUrl);
    await whileHolding(t, postgresUrl, 'LOCK TABLE api_keys', async () => {
      t.same(await readiness(), [503, { database: 'busy' }]);
    });
    await eventually(t, readiness, [200, { database: 'ok', schema: 'ok' }]);
    const lock = 'LOCK TABLE _prisma_migrations IN ACCESS EXCLUSIVE MODE';
    await whileHolding(t, postgresUrl, lock, async () => {
      let first = await readiness();
      await until(async () => {
        first = await readiness();
        return !first[1].schema;
      }, 'the schema is not known');
      t.same(first, [200, { database: 'ok' }], 'requests do not wait for it');
    });
  });

  t.test('a temporary fault of any class gives a 503, for handlers and for keys', async (t) => {
    await execute(postgresUrl, 'CREATE DATABASE faulty');
    const url = postgresUrl.replace(/postgres$/, 'faulty');
    const { clock, create, list } = await openService(t, url);
    t.equal((await create()).statusCode, 201);
    const { client } = await open(t, url);
    const fails = (type: string) => `RETURNS ${type} LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION USING ERRCODE = (SELECT code FROM fault); END $$`;
    /** Makes every statement fail that reads a row of a table. */
    const breakReads = async (table: string) => {
      await client.$executeRawUnsafe(`ALTER TABLE ${table} RENAME TO stored_${table}`);
      const select = `SELECT * FROM stored_${table} WHERE fails() OFFSET 0`;
      await client.$executeRawUnsafe(`CREATE VIEW ${table} AS ${select}`);
    };
    for (const sql of [
      'CREATE TABLE fault AS SELECT NULL::text AS code',
      `CREATE FUNCTION fails() ${fails('boolean')}`,
      `CREATE FUNCTION fails_on_write() ${fails('trigger')}`,
      `CREATE TRIGGER fails BEFORE INSERT ON widgets
        FOR EACH ROW EXECUTE FUNCTION fails_on_write()`,
    ]) {
      await client.$executeRawUnsafe(sql);
    }
    const codes = ['25P03', '40001', '40P01', '55P03', '57014'];
    const useCode = (code: string) => client.$executeRaw`UPDATE fault SET code = ${code}`;
    for (const code of codes) {
      await useCode(code);
      expectUnavailable(t, await create(), `${code} of a create`);
    }
    await breakReads('widgets');
    for (const code of codes) {
      await useCode(code);
      expectUnavailable(t, await list(), `${code} of a list`);
    }
    await breakReads('api_keys');
    for (const code of codes) {
      await useCode(code);
      expectUnavailable(t, await list(generateApiKey()), `${code} of an unknown key`);
    }
    clock.move(1);
    expectUnavailable(t, await list(), 'also of a known key');
  });

  t.test('a statement that is cut off delays none behind it by its whole time', async (t) => {
    const limits = { connectTimeoutMs: 60_000, statementTimeoutMs: 500, poolSize: 1 };
    const { query, close } = await openDatabase(postgresUrl, limits);
    t.teardown(close);
    const texts = Array.from({ length: 8 }, (_, i) => `SELECT id, ${i} FROM widgets`);
    const failures = () =>
      Promise.all(texts.map((text) => query(text, []).then(() => undefined, faultKind)));
    t.strictSame(new Set(await failures()), new Set([undefined]), 'prepared');
    const lock = 'LOCK TABLE widgets IN ACCESS EXCLUSIVE MODE';
    await whileHolding(t, postgresUrl, lock, async () => {
      const startMs = performance.now();
      await query(texts[0] ?? '', []).catch(() => undefined);
      const oneMs = performance.now() - startMs;
      const kinds = await failures();
      const allMs = performance.now() - startMs - oneMs;
      t.ok(allMs < 4 * oneMs, `${allMs} ms for eight, ${oneMs} for one`);
      t.notOk(kinds.includes(undefined));
    });
    t.strictSame(new Set(await failures()), new Set([undefined]), 'afterwards');
  });

  t.test('a statement that cannot be prepared is the reason of all that need it', async (t) => {
    const { query, close } = await openDatabase(postgresUrl, { poolSize: 1 });
    t.teardown(close);
    const kindOf = (sql: string) => query(sql, []).then(() => undefined, faultKind);
    const failing = ['SELECT 1 FROM nowhere', 'SELECT 2', 'SELECT 1 FROM nowhere'].map(kindOf);
    t.strictSame(await Promise.all(failing), ['42P01', undefined, '42P01']);
  });

  t.test('a connection that has lost its statements gives a 503, and heals', async (t) => {
    const { client, query, close } = await openDatabase(postgresUrl, { poolSize: 1 });
    t.teardown(close);
    await client.$executeRaw`CREATE TABLE widened (value int)`;
    const read = () => query('SELECT value FROM widened', []);
    for (const statement of ['DEALLOCATE ALL', 'ALTER TABLE widened ALTER value TYPE bigint']) {
      t.same(await read(), []);
      await client.$executeRawUnsafe(statement);
      const error = await read().catch((error: unknown) => error);
      t.ok(isDatabaseFault(error), `${statement}: ${error}`);
      t.same(await read(), [], statement);
    }
  });
});

t.test('a SQLite file that another process has locked leaves lists alone', async (t) => {
  const url = `file:${await temporaryFolder(t)}/store.db`;
  const { list, create } = await openService(t, url);
  t.equal((await create()).statusCode, 201);
  await whileHolding(t, url, 'UPDATE widgets SET name = name', async () => {
    expectUnavailable(t, await create(), 'a create');
    const response = await list();
    t.equal(response.statusCode, 200);
    t.equal(response.json().length, 1, 'nothing was written, and lists still work');
  });
  t.equal((await create()).statusCode, 201);
});

t.test('a create that waits for a lock of another process does not delay lists', async (t) => {
  const url = `file:${await temporaryFolder(t)}/store.db`;
  const { list, create } = await openService(t, url);
  t.equal((await create()).statusCode, 201);
  const ended: string[] = [];
  let creating: Promise<Response> | undefined;
  await whileHolding(t, url, 'UPDATE widgets SET name = name', async () => {
    creating = create().finally(() => ended.push('create'));
    // The create meets the lock before the last of them is read.
    for (let i = 0; i < 10; i += 1) t.equal((await list()).statusCode, 200);
    // It waits for a second at most.
    await wait(100);
    ended.push('lists');
  });
  t.equal((await creating)?.statusCode, 201, 'once the lock is gone');
  t.same(ended, ['lists', 'create']);
});

const coded = (code: string) => Object.assign(new Error('x'), { code });
const unreachable = { kind: 'DatabaseNotReachable', host: 'db', port: 5432 } as const;
/** What drivers, the network and Prisma report of faults that end by themselves. */
const FAULT_CODES = [
  ...['EAI_AGAIN', 'EHOSTUNREACH', 'EMFILE', 'ENOENT', 'EPIPE', 'ETIMEDOUT'],
  ...['SQLITE_BUSY_SNAPSHOT', 'SQLITE_FULL', 'SQLITE_IOERR_FSYNC', 'SQLITE_READONLY'],
  ...['SQLITE_INTERRUPT', 'SQLITE_PROTOCOL', 'SQLITE_LOCKED_SHAREDCACHE'],
  ...['08006', '25006', '25P03', '25P04', '28P01', '3D000', '40001', '40P01', '53300', '55006'],
  ...['26000', '42P05', '55P03', '57014', '57P03', '58030', '72000'],
  ...['P1001', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037'],
];
/** What is wrong with a statement, a row or a file. */
const OTHER_CODES = [
  ...['22003', '22P02', '23001', '23505', '25P02', '42P01', '42703', 'XX001'],
  ...['SQLITE_CONSTRAINT_TRIGGER', 'SQLITE_CORRUPT', 'SQLITE_ERROR', 'SQLITE_NOTADB'],
  ...['P2002', 'P2003', 'P2010', 'P2025', 'ERR_INVALID_ARG_TYPE'],
];
/** Errors, their kinds, and whether the same request may succeed later. */
const KINDS: [error: Error, kind: string, isFault: boolean][] = [
  [new DriverAdapterError({ kind: 'SocketTimeout' }), 'SocketTimeout', true],
  [new DriverAdapterError({ ...unreachable, originalCode: '57P03' }), '57P03', true],
  [new DriverAdapterError(unreachable), 'DatabaseNotReachable', true],
  [new DriverAdapterError({ kind: 'InvalidInputValue', message: '' }), 'InvalidInputValue', false],
  // For a name with several addresses Node reports only that none can be reached.
  [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED', true],
  ...FAULT_CODES.map((code): [Error, string, boolean] => [coded(code), code, true]),
  ...OTHER_CODES.map((code): [Error, string, boolean] => [coded(code), code, false]),
  [new Error('Client has encountered a connection error'), 'Client has encountered', true],
  [new TypeError('x is not a function'), 'x is not a function', false],
  [new Error('no reply after 17 ms'), 'no reply after  ms', false],
];

t.test('recognizes a missing table in every language', async (t) => {
  const originalMessage = 'Relation »_prisma_migrations« existiert nicht';
  const missing = { kind: 'TableDoesNotExist', originalCode: '42P01', originalMessage } as const;
  const reported = new DriverAdapterError(missing);
  t.ok(isTableMissing(reported));
  t.ok(isTableMissing(Object.assign(new Error('x'), { meta: { driverAdapterError: reported } })));
  t.notOk(isTableMissing(new Error('relation "x" does not exist')));
});

t.test('recognizes faults of the database, and no other errors', async (t) => {
  for (const [error, kind, isFault] of KINDS) {
    t.match(faultKind(error), kind);
    t.equal(isDatabaseFault(error), isFault, kind);
  }
  for (const other of ['Connection terminated', undefined, { message: 'Connection terminated' }]) {
    t.equal(isDatabaseFault(other), false);
  }
});
