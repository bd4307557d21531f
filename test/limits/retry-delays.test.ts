import t from 'tap';
import { createRetryDelays } from '../../src/limits/retry-delays.ts';

t.test('outages that follow each other closely last longer and longer', async (t) => {
  const { begin, end } = createRetryDelays();
  let nowMs = 0;
  const delays = Array.from({ length: 30 }, () => {
    const delayMs = begin('a', nowMs);
    nowMs += delayMs;
    end('a', delayMs, nowMs);
    return delayMs;
  });
  t.equal(delays[0], 500);
  t.equal(delays[1], 625);
  t.equal(delays.at(-1), 10_000);
  t.equal(begin('b', nowMs), 500, 'of each server by itself');
});

t.test('an outage is forgotten after a minute without another', async (t) => {
  const { begin, end } = createRetryDelays();
  end('a', 10_000, 1_000);
  t.equal(begin('a', 61_000), 10_000);
  t.equal(begin('a', 61_001), 500);
});
