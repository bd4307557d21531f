import { setTimeout } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { startPostgres } from '../../scripts/testbed/postgres.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { isDatabaseFault } from '../../src/database/faults.ts';
import type { DatabaseOptions } from '../../src/database/options.ts';
import { until } from '../support/until.ts';

/*
 * Prepared statements that are asked for together, on a real PostgreSQL.
 */

const server = await startPostgres();
if (!server && process.env.CI) throw new Error('There is no PostgreSQL on this machine.');
const options = { skip: server ? false : 'there is no PostgreSQL on this machine' };
t.teardown(() => server?.stop());

/** How long everything may take on a machine with much other work. */
const PATIENT = { connectTimeoutMs: 20_000, statementTimeoutMs: 20_000 };

const SLEEP = 'SELECT 1 FROM pg_sleep($1::float8)';
const DIVIDE = 'SELECT 12 / $1::int';

async function open(t: Test, settings: DatabaseOptions = PATIENT) {
  const database = await openDatabase(server?.url ?? '', settings);
  t.teardown(() => database.close());
  const { query } = database;
  /** The process of the server that runs the statement. Each number is a statement of its own. */
  const processOf = async (number: number) =>
    (await query<[number]>(`SELECT pg_backend_pid() AS process_${number}`, []))[0]?.[0];
  return { ...database, processOf };
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

t.test(
  'statements that are asked for together share connections, in groups',
  options,
  async (t) => {
    const { processOf } = await open(t);
    const processes = await Promise.all(numbers(20).map(processOf));
    const groups = new Set([processes.slice(0, 8), processes.slice(8, 16), processes.slice(16)]);
    for (const group of groups) t.equal(new Set(group).size, 1);
    t.equal(new Set(processes).size, 3);
  },
);

t.test('each gets its own rows, also those of one text', options, async (t) => {
  const { query } = await open(t);
  const results = await Promise.all([
    ...numbers(12).map((divisor) => query<[number]>(DIVIDE, [divisor])),
    query('SELECT $1::text, $2::bigint, NULL', ['Rex 🐶', -(2n ** 63n)]),
    query('SELECT generate_series(1, $1::int)', [3]),
    query('SELECT 1 WHERE false', []),
  ]);
  t.strictSame(results, [
    ...[12, 6, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1].map((quotient) => [[quotient]]),
    [['Rex 🐶', '-9223372036854775808', null]],
    [[1], [2], [3]],
    [],
  ]);
});

t.test('one that fails does so alone', options, async (t) => {
  const { query } = await open(t);
  const outcomes = await Promise.allSettled([
    query(DIVIDE, [3]),
    query(DIVIDE, [0]),
    query('SELECT nothing', []),
    query(DIVIDE, [4]),
    query('CREATE TABLE notes (text TEXT)', []),
    query(DIVIDE, [0]),
  ]);
  t.match(outcomes, [
    { value: [[4]] },
    { reason: /division by zero/ },
    { reason: /"nothing" does not exist/ },
    { value: [[3]] },
    { value: [] },
    { reason: /division by zero/ },
  ]);
  t.equal(isDatabaseFault((outcomes[1] as PromiseRejectedResult).reason), false);
  t.same(await query('SELECT * FROM notes', []), [], 'what was written beside it stays');
});

t.test('one that is ended fails alone, and those after it run', options, async (t) => {
  const { query, processOf } = await open(t);
  const ended = Promise.allSettled([
    processOf(1),
    query(SLEEP, [60]),
    processOf(2),
    query(DIVIDE, [6]),
  ]);
  await untilEnded(await open(t), SLEEP);
  const [first, slow, second, last] = await ended;
  t.match(slow, { status: 'rejected', reason: { code: '57014' } });
  t.equal(isDatabaseFault((slow as PromiseRejectedResult).reason), true);
  t.strictSame(first, second, 'on the connection of the others');
  t.match(last, { value: [[2]] });
});

/** Ends a statement as its time limit does. */
async function untilEnded({ query }: Pick<Database, 'query'>, sql: string) {
  const end =
    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE state = 'active' AND query = $1";
  await until(async () => (await query(end, [sql])).length > 0);
}

t.test('where the database takes its time, none waits for another', options, async (t) => {
  const { query, pool, processOf } = await open(t);
  const holder = await open(t, { ...PATIENT, poolSize: 1 });
  await holder.query('SELECT pg_advisory_lock(1)::text', []);
  const wait = () => query('SELECT pg_advisory_xact_lock_shared(1)::text', []);
  const waiting = [];
  for (const used of numbers(3)) {
    waiting.push(wait());
    await until(() => pool()?.used === used);
  }
  await setTimeout(50);
  const [processes] = await Promise.all([
    Promise.all(numbers(4).map(processOf)),
    waiting.push(wait()),
  ]);
  t.equal(new Set(processes).size, 4);
  await holder.query('SELECT pg_advisory_unlock(1)', []);
  t.same(await Promise.all(waiting), Array(4).fill([['']]));
});

t.test('when their connection breaks, all that have not run fail', options, async (t) => {
  const { query, processOf } = await open(t, { ...PATIENT, poolSize: 1 });
  const first = await processOf(1);
  const end = 'SELECT pg_terminate_backend(pg_backend_pid())::text FROM pg_sleep(0)';
  const outcomes = await Promise.allSettled([
    processOf(1),
    query(end, []),
    processOf(2),
    processOf(3),
  ]);
  t.same(outcomes[0], { status: 'fulfilled', value: first });
  for (const outcome of outcomes.slice(1)) {
    t.equal(isDatabaseFault((outcome as PromiseRejectedResult).reason), true);
  }
  t.not(await processOf(1), first);
});

t.test('what is asked for waits for a connection, but not for ever', options, async (t) => {
  const { query, pool } = await open(t, { ...PATIENT, connectTimeoutMs: 500, poolSize: 1 });
  const sleeping = query(SLEEP, [3]);
  await until(() => pool()?.used === 1);
  const outcomes = await Promise.allSettled([query(DIVIDE, [3]), query(DIVIDE, [4])]);
  for (const { reason } of outcomes as PromiseRejectedResult[]) {
    t.match(reason, { message: 'timeout exceeded when trying to connect' });
    t.equal(isDatabaseFault(reason), true);
  }
  await sleeping;
  t.same(await query(DIVIDE, [3]), [[4]]);
});

t.test('a connection is examined once for those that share it', options, async (t) => {
  let isFit = true;
  let examinations = 0;
  const beforeQuery: DatabaseOptions['beforeQuery'] = async (_connection, query) => {
    examinations += 1;
    t.same(await query('SELECT $1::int', [5]), [[5]]);
    if (!isFit) throw new Error('not this one');
  };
  const { query } = await open(t, { ...PATIENT, beforeQuery });
  const ask = () => Promise.allSettled(numbers(5).map((divisor) => query(DIVIDE, [divisor])));
  t.match(
    await ask(),
    [12, 6, 4, 3, 2].map((quotient) => ({ value: [[quotient]] })),
  );
  t.equal(examinations, 1);
  isFit = false;
  for (const outcome of await ask()) t.match(outcome, { reason: { message: 'not this one' } });
  t.equal(examinations, 2);
});

t.test('times are read as UTC, whatever their precision', options, async (t) => {
  const { query } = await open(t);
  const times = ['2026-11-22 10:00:00+00', '2026-11-22 10:00:00.5-03:30', '0044-03-15 12:00:00Z'];
  const read = await Promise.all(
    times.map(async (time) => (await query<[string]>('SELECT $1::timestamptz', [time]))[0]?.[0]),
  );
  t.same(
    read.map((time) => new Date(String(time)).toISOString()),
    ['2026-11-22T10:00:00.000Z', '2026-11-22T13:30:00.500Z', '0044-03-15T12:00:00.000Z'],
  );
});
