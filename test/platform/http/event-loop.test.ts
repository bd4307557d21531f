// When a process counts as overloaded, by delays that a test makes up. health.test.ts has real ones.

import { syncBuiltinESMExports } from 'node:module';
import perfHooks from 'node:perf_hooks';
import { mock } from 'node:test';
import Fastify from 'fastify';
import t from 'tap';
import { watchEventLoop } from '../../../src/platform/http/index.ts';
import { listen } from '../../support/raw-http.ts';

t.test('delays are measured each second, and only while the application listens', async (t) => {
  const delays = { mean: Number.NaN, enable: mock.fn(), disable: mock.fn(), reset: mock.fn() };
  const monitor = mock.method(perfHooks, 'monitorEventLoopDelay', () => delays as never);
  mock.timers.enable({ apis: ['setInterval'] });
  syncBuiltinESMExports();
  t.teardown(() => {
    monitor.mock.restore();
    mock.timers.reset();
    syncBuiltinESMExports();
  });
  const app = Fastify();
  const eventLoop = watchEventLoop(app, 50);
  // Often enough for an average of a second, and without a cost.
  t.strictSame(monitor.mock.calls[0]?.arguments, [{ resolution: 10 }]);
  mock.timers.tick(5_000);
  t.equal(delays.enable.mock.callCount() + delays.reset.mock.callCount(), 0, 'not yet');
  await listen(app);
  t.equal(delays.enable.mock.callCount(), 1);
  let seconds = 0;
  // Without a delay, the mean is the time between two samples.
  for (const [meanMs, isOverloaded] of [
    [61, false],
    [61, true],
    [60, false],
    [61, false],
    [Number.NaN, false],
    [61, false],
    [61, true],
    [1_000, true],
  ] as const) {
    delays.mean = meanMs * 1e6;
    mock.timers.tick(999);
    t.equal(delays.reset.mock.callCount(), seconds);
    mock.timers.tick(1);
    seconds += 1;
    t.equal(delays.reset.mock.callCount(), seconds, 'each second by itself');
    t.equal(eventLoop.isOverloaded, isOverloaded, `${meanMs} ms`);
  }
  await app.close();
  mock.timers.tick(5_000);
  t.equal(delays.reset.mock.callCount(), seconds, 'nothing after the end');
  t.equal(delays.disable.mock.callCount(), 1);
});
