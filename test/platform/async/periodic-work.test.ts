// Work in the background: when it is done, what ends it, and what is written how often.

import { mock } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { createPeriodicWork, repeatWrites } from '../../../src/platform/async/periodic-work.ts';

/** Lets time pass, and everything happen that was due. */
async function pass(ms: number) {
  mock.timers.tick(ms);
  await tick();
}

function stopTime(t: Test) {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
}

t.test('work is repeated after the pause that it returns, and done once more', async (t) => {
  stopTime(t);
  const background = createPeriodicWork();
  const done: boolean[] = [];
  background.repeat(async (isLast) => {
    done.push(isLast);
    return done.length * 1_000;
  }, 300);
  await pass(299);
  t.strictSame(done, []);
  await pass(1);
  t.strictSame(done, [false]);
  await pass(999);
  t.equal(done.length, 1);
  await pass(1);
  t.equal(done.length, 2);
  await pass(1_999);
  t.equal(done.length, 2);
  await background.end(100);
  t.strictSame(done, [false, false, true]);
  await pass(60_000);
  t.equal(done.length, 3, 'nothing follows the last time');
});

t.test('work that takes long is not done twice at a time, and is waited for', async (t) => {
  stopTime(t);
  const background = createPeriodicWork();
  const done: string[] = [];
  let release: () => void = () => undefined;
  background.repeat(async (isLast) => {
    done.push(isLast ? 'last' : 'begins');
    await new Promise<void>((resolve) => {
      release = resolve;
      if (isLast) resolve();
    });
    done.push('ends');
    return 10;
  }, 10);
  await pass(10);
  await pass(60_000);
  t.strictSame(done, ['begins']);
  const ending = background.end(5_000);
  await pass(4_999);
  t.strictSame(done, ['begins']);
  release();
  await ending;
  t.strictSame(done, ['begins', 'ends', 'last', 'ends']);
  await pass(60_000);
  t.equal(done.length, 4);
});

t.test('the end waits for all work at once, and no longer than it may', async (t) => {
  stopTime(t);
  const background = createPeriodicWork();
  const ended: string[] = [];
  const forever = new Promise<never>(() => undefined);
  background.repeat(() => forever, 1_000);
  background.repeat(async () => ended.push('the other'), 1_000);
  const ending = background.end(700);
  const rejected = t.rejects(ending, { code: 'ETIMEDOUT' });
  await pass(699);
  t.strictSame(ended, ['the other']);
  t.equal(await Promise.race([ending.catch(String), tick('waits')]), 'waits');
  await pass(1);
  await rejected;
});

t.test('a pause keeps no process running', (t) => {
  const timeouts = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout');
  const before = timeouts().length;
  createPeriodicWork().repeat(async () => 60_000, 60_000);
  t.equal(timeouts().length, before);
  t.end();
});

/** Repeats writes of rows, which fail as the test says. */
function startWrites(t: Test, faultOf: (rows: readonly number[]) => Error | undefined) {
  stopTime(t);
  const background = createPeriodicWork();
  const changed = new Set<number>();
  /** The rows of each statement, also of those that have failed. */
  const statements: (readonly number[])[] = [];
  const written: number[] = [];
  const lost: number[] = [];
  const failures: unknown[] = [];
  repeatWrites<number>(background, {
    take() {
      const rows = [...changed];
      changed.clear();
      return rows;
    },
    async write(rows) {
      statements.push([...rows]);
      const fault = faultOf(rows);
      if (fault) throw fault;
      written.push(...rows);
    },
    restore(rows) {
      for (const row of rows) changed.add(row);
    },
    onFailure: (error) => failures.push(error),
    isFaultOfRow: (error) => (error as Error).message === 'a row',
    onLost: (row) => lost.push(row),
  });
  const change = (count: number) => {
    for (let row = 1; row <= count; row += 1) changed.add(row);
  };
  return { background, change, changed, statements, written, lost, failures };
}

/** The rows from one to another. */
const rowsTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

t.test('what has changed is written once a second, and at the end', async (t) => {
  const { background, change, statements } = startWrites(t, () => undefined);
  change(2);
  await pass(999);
  t.strictSame(statements, []);
  await pass(1);
  t.strictSame(statements, [[1, 2]]);
  await pass(5_000);
  t.equal(statements.length, 1, 'nothing without a change');
  change(1);
  await pass(999);
  t.equal(statements.length, 1);
  await pass(1);
  t.equal(statements.length, 2);
  change(3);
  await background.end(1_000);
  t.strictSame(statements.slice(2), [[1, 2, 3]]);
});

t.test('a statement has 500 rows at most, whose parameters fit', async (t) => {
  const { change, statements, written } = startWrites(t, () => undefined);
  change(1_201);
  await pass(1_000);
  t.strictSame(
    statements.map((rows) => rows.length),
    [500, 500, 201],
  );
  t.strictSame(written, rowsTo(1_201), 'each once');
});

t.test('after a failure only what is not written is written again', async (t) => {
  let isFailing = true;
  const fault = new Error('the disk is full');
  const { change, changed, written, failures } = startWrites(t, (rows) =>
    isFailing && rows.includes(600) ? fault : undefined,
  );
  change(1_200);
  await pass(1_000);
  t.strictSame(failures, [fault]);
  t.strictSame(written, rowsTo(500));
  t.strictSame([...changed], rowsTo(1_200, 501));
  isFailing = false;
  await pass(1_000);
  t.strictSame(written, rowsTo(1_200), 'each once');
  t.equal(failures.length, 1);
});

t.test('a row that cannot be written is lost alone', async (t) => {
  const { change, changed, statements, written, lost, failures } = startWrites(t, (rows) =>
    rows.includes(3) ? new Error('a row') : undefined,
  );
  change(502);
  await pass(1_000);
  t.strictSame(lost, [3]);
  t.strictSame(
    written,
    rowsTo(502).filter((row) => row !== 3),
    'each once',
  );
  t.strictSame([...changed], []);
  t.strictSame(failures, []);
  t.equal(statements.length, 1 + 500 + 1, 'one by one only those of its statement');
});

t.test('a failure while rows are written one by one restores the others', async (t) => {
  const { change, changed, written, lost, failures } = startWrites(t, (rows) =>
    rows.includes(5) && rows.length === 1
      ? new Error('the disk is full')
      : rows.includes(3)
        ? new Error('a row')
        : undefined,
  );
  change(6);
  await pass(1_000);
  t.strictSame(written, [1, 2, 4]);
  t.strictSame(lost, [3]);
  t.strictSame([...changed], [5, 6]);
  t.equal(failures.length, 1);
});
