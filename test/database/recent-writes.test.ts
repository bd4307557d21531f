import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { createRecentWrites } from '../../src/database/replica/recent-writes.ts';

t.test('knows who has written, for as long as a replica may not show it', async (t) => {
  const { add, mayInclude } = createRecentWrites(3_600, undefined);
  await add(1);
  await add(3);
  t.equal(await mayInclude(1), true);
  t.equal(await mayInclude(2), true, 'before this process began, another one may have written');
});

t.test('forgets writes that any replica shows', async (t) => {
  const { add, mayInclude } = createRecentWrites(0.05, undefined);
  await add(1);
  await wait(100);
  await add(2);
  t.equal(await mayInclude(1), false);
  await wait(100);
  t.equal(await mayInclude(2), false);
});

t.test('asks the other instances about customers that it knows nothing of', async (t) => {
  const told = new Set<number>();
  const shared = {
    tell: async (customerId: number) => void told.add(customerId),
    mayHaveWritten: async (customerId: number) => told.has(customerId),
  };
  const { add } = createRecentWrites(3_600, shared);
  await add(1);
  const other = createRecentWrites(3_600, shared);
  t.equal(await other.mayInclude(1), true);
  t.equal(await other.mayInclude(2), false);
});
