// Waiting for a result no longer than a time.

import { mock } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import t from 'tap';
import { withTimeout } from '../../../src/platform/async/with-timeout.ts';
import { block } from '../../support/until.ts';

t.test('a result in time is passed on, and leaves no timer', async (t) => {
  const timeouts = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout');
  const before = timeouts().length;
  t.equal(await withTimeout(Promise.resolve(7), 60_000), 7);
  await t.rejects(withTimeout(Promise.reject(new Error('no luck')), 60_000), {
    message: 'no luck',
  });
  await tick();
  t.equal(timeouts().length, before);
});

t.test('a late result is ignored', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  for (const isFailing of [false, true]) {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const waiting = withTimeout(promise, 80).catch(({ code, message }) => [code, message]);
    mock.timers.tick(79);
    await tick();
    t.equal(await Promise.race([waiting, tick('still waits')]), 'still waits');
    mock.timers.tick(1);
    t.strictSame(await waiting, ['ETIMEDOUT', 'There was no answer within 80 ms.']);
    if (isFailing) reject(new Error('too late'));
    else resolve('too late');
    await tick();
  }
});

t.test('a busy process does not take its own delay for a late result', async (t) => {
  const arrived = new Promise<string>((resolve) => setImmediate(resolve, 'arrived'));
  const waiting = withTimeout(arrived, 1);
  block(20);
  t.equal(await waiting, 'arrived');
});
