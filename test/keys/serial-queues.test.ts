import { setImmediate as tick } from 'node:timers/promises';
import t from 'tap';
import { createSerialQueues } from '../../src/keys/serial-queues.ts';

t.test('runs the tasks of one name one after the other, but not those of two', async (t) => {
  const enqueue = createSerialQueues();
  const events: string[] = [];
  const run = (name: string, task: string) =>
    enqueue(name, async () => {
      events.push(`${task} begins`);
      await tick();
      events.push(`${task} ends`);
      return task;
    });
  const results = await Promise.all([run('a', '1'), run('a', '2'), run('b', '3')]);
  t.strictSame(results, ['1', '2', '3']);
  t.strictSame(
    events.filter((event) => !event.startsWith('3')),
    ['1 begins', '1 ends', '2 begins', '2 ends'],
  );
  t.ok(events.indexOf('3 begins') < events.indexOf('1 ends'));
});

t.test('fails all tasks that wait behind one that fails, and runs the next', async (t) => {
  const enqueue = createSerialQueues();
  let runs = 0;
  const failing = async () => {
    runs += 1;
    throw new Error('unavailable');
  };
  const results = await Promise.allSettled([1, 2, 3].map(() => enqueue('a', failing)));
  t.strictSame(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  t.equal(runs, 1);
  t.equal(await enqueue('a', async () => 'done'), 'done');
});
