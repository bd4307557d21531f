import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { createDeadlines } from '../../src/limits/deadlines.ts';

const never = () => new Promise<never>(() => undefined);

t.test('returns a response in time, and rejects what takes longer', async (t) => {
  const withDeadline = createDeadlines(80);
  t.equal(await withDeadline(Promise.resolve('response')), 'response');
  await t.rejects(withDeadline(Promise.reject(new Error('failed'))), { message: 'failed' });
  const order: string[] = [];
  await Promise.all([
    withDeadline(never()).catch(({ message }) => order.push(message)),
    wait(1_000).then(() => order.push('a second later')),
    wait(20).then(() => order.push('20 ms later')),
  ]);
  t.strictSame(order, ['20 ms later', 'There was no response within 80 ms.', 'a second later']);
});

t.test('a delay of the process, however long, is no delay of the response', async (t) => {
  const withDeadline = createDeadlines(80);
  // The response comes with the third turn of the event loop, each of which takes longer than the limit.
  const response = new Promise<string>((resolve) => {
    let turns = 0;
    const timer = setInterval(() => {
      const untilMs = performance.now() + 150;
      while (performance.now() < untilMs);
      turns += 1;
      if (turns < 3) return;
      clearInterval(timer);
      resolve('response');
    }, 1);
  });
  t.equal(await withDeadline(response), 'response');
});
