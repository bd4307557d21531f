import { setTimeout as wait } from 'node:timers/promises';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import type { LightMyRequestResponse as Response } from 'fastify';
import t, { type Test } from 'tap';
import { prepare } from '../../scripts/servers/databases.ts';
import { buildApp } from '../../src/app.ts';
import { faultKind, isDatabaseFault } from '../../src/database/faults.ts';
import { openDatabase } from '../../src/database/index.ts';
import { checkAnswer } from '../contract/check-response.ts';
import { temporaryFolder } from '../support/databases.ts';
import { testConfig } from '../support/test-config.ts';
import { openPostgres } from '../support/test-postgres.ts';
import { until } from '../support/until.ts';

/*
 * What requests get while the database is in trouble, on real databases.
 */

const { server, url: postgresUrl, needsPostgres } = await openPostgres();

/** The service on the database at this address. */
async function openService(t: Test, url: string) {
  const key = await prepare(url);
  const database = await openDatabase(url);
  t.teardown(() => database.close());
  const app = await buildApp(testConfig({ DATABASE_URL: url }), database);
  t.teardown(() => app.close());
  const send = async (method: 'GET' | 'POST', payload?: object) => {
    const headers = { authorization: `Bearer ${key}` };
    const request = { method, url: '/v1/pets', headers, ...(payload && { payload }) };
    const answer = await app.inject(request);
    checkAnswer(method, '/v1/pets', answer);
    return answer;
  };
  const create = () => send('POST', { name: 'Rex', categoryId: 7 });
  const list = () => send('GET');
  const untilServed = () => until(async () => (await list()).statusCode === 200, 'it is over');
  return { client: database.client, list, create, untilServed };
}

function isUnavailable(t: Test, answer: Response, message: string) {
  t.equal(answer.statusCode, 503, message);
  t.same(answer.json(), {
    code: 'service_unavailable',
    message: 'The service is temporarily unavailable. Please try again later.',
    status: 503,
  });
  t.equal(answer.headers['retry-after'], '2');
}

/** Runs statements in a transaction that is open until `use` has ended. */
async function holding(t: Test, url: string, statement: string, use: () => Promise<unknown>) {
  const other = await openDatabase(url, { isTimed: false });
  t.teardown(() => other.close());
  const hold = async (transaction: Pick<typeof other.client, '$executeRawUnsafe'>) => {
    await transaction.$executeRawUnsafe(statement);
    await use();
  };
  await other.client.$transaction(hold, { timeout: 60_000 });
}

t.test('PostgreSQL', needsPostgres, async (t) => {
  t.test('an outage gives a 503, and ends without a restart', async (t) => {
    const { list, create, untilServed } = await openService(t, postgresUrl);
    t.equal((await list()).statusCode, 200);
    await server.kill();
    isUnavailable(t, await list(), 'a list');
    isUnavailable(t, await create(), 'a create');
    await wait(1_100);
    isUnavailable(t, await list(), 'also when the key has to be looked up again');
    await server.start();
    await untilServed();
    t.equal((await create()).statusCode, 201);
  });

  t.test('a server that is frozen gives a 503, and is used again when it is not', async (t) => {
    const { create, list, untilServed } = await openService(t, postgresUrl);
    t.equal((await create()).statusCode, 201);
    server.freeze();
    isUnavailable(t, await create(), 'a create');
    // More than there are connections.
    for (const answer of await Promise.all(Array.from({ length: 30 }, list))) {
      isUnavailable(t, answer, 'a list');
    }
    server.thaw();
    await untilServed();
  });

  t.test('a statement that is too slow gives a 503', async (t) => {
    const { list } = await openService(t, postgresUrl);
    await holding(t, postgresUrl, 'LOCK TABLE pets IN ACCESS EXCLUSIVE MODE', async () =>
      isUnavailable(t, await list(), 'a list of a locked table'),
    );
    t.equal((await list()).statusCode, 200);
  });
});

t.test('a SQLite file that cannot be written leaves lists alone', async (t) => {
  const url = `file:${await temporaryFolder(t)}/store.db`;
  const { list, create, client } = await openService(t, url);
  t.equal((await create()).statusCode, 201);
  const rejectsWrites = async (message: string) => {
    isUnavailable(t, await create(), message);
    const answer = await list();
    t.equal(answer.statusCode, 200);
    t.equal(answer.json().length, 1, 'nothing was written, and lists still work');
  };
  await holding(t, url, 'UPDATE pets SET name = name', () => rejectsWrites('locked by another'));
  await client.$queryRaw`PRAGMA query_only = 1`;
  await rejectsWrites('read-only');
  await client.$queryRaw`PRAGMA query_only = 0`;
  t.equal((await create()).statusCode, 201);
});

t.test('a create that waits for a lock of another process does not delay lists', async (t) => {
  const url = `file:${await temporaryFolder(t)}/store.db`;
  const { list, create } = await openService(t, url);
  t.equal((await create()).statusCode, 201);
  const answered: string[] = [];
  let creating: Promise<Response> | undefined;
  await holding(t, url, 'UPDATE pets SET name = name', async () => {
    creating = create().finally(() => answered.push('create'));
    await wait(100);
    t.equal((await list()).statusCode, 200);
    answered.push('list');
  });
  t.equal((await creating)?.statusCode, 201, 'once the lock is gone');
  t.same(answered, ['list', 'create']);
});

const coded = (code: string) => Object.assign(new Error('x'), { code });
const unreachable = { kind: 'DatabaseNotReachable', host: 'db', port: 5432 } as const;
const CODES = ['EAI_AGAIN', 'EHOSTUNREACH', 'ENOENT', 'EPIPE', '28P01', '53300', 'SQLITE_FULL'];
/** Errors, what they are counted as, and whether the same request may succeed later. */
const KINDS: [error: Error, kind: string, isFault: boolean][] = [
  [new DriverAdapterError({ kind: 'SocketTimeout' }), 'SocketTimeout', true],
  [new DriverAdapterError({ ...unreachable, originalCode: '57P03' }), '57P03', true],
  [new DriverAdapterError(unreachable), 'DatabaseNotReachable', true],
  [new DriverAdapterError({ kind: 'InvalidInputValue', message: '' }), 'InvalidInputValue', false],
  // For a name with several addresses Node reports only that none can be reached.
  [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED', true],
  ...CODES.map((code): [Error, string, boolean] => [coded(code), code, true]),
  [coded('23505'), '23505', false],
  [new Error('Client has encountered a connection error'), 'Client has encountered', true],
  [new Error('There was no answer within 1000 ms.'), 'There was no answer within  ms.', true],
  [new TypeError('x is not a function'), 'x is not a function', false],
];

t.test('recognizes faults that the driver reports, and nothing else', async (t) => {
  for (const [error, kind, isFault] of KINDS) {
    t.match(faultKind(error), kind);
    t.equal(isDatabaseFault(error), isFault, kind);
  }
  for (const other of ['Connection terminated', undefined, { message: 'Connection terminated' }]) {
    t.equal(isDatabaseFault(other), false);
  }
});
