// What beginnings of sessions get instead of being counted: for how long, and of how many customers.

import t from 'tap';
import { createCredits } from '../../../src/platform/agents/beginnings.ts';

t.test('the next message within a minute is not counted, thirty times', async (t) => {
  let nowMs = 0;
  const { give, take } = createCredits(() => nowMs);
  t.notOk(take('1'));
  for (let i = 0; i < 31; i += 1) give('1');
  nowMs = 59_999;
  for (let i = 0; i < 29; i += 1) t.ok(take('1'));
  give('1');
  t.ok(take('1'));
  t.notOk(take('1'), 'which further ones do not prolong');
  nowMs = 60_000;
  give('1');
  give('2');
  nowMs = 119_999;
  t.ok(take('1'));
  nowMs = 120_000;
  t.notOk(take('2'), 'after a minute it is gone');
});

t.test('of ten thousand customers it is known, the latest ones', async (t) => {
  const { give, take } = createCredits(() => 0);
  for (let id = 0; id <= 10_000; id += 1) give(String(id));
  t.ok(take('1'));
  t.notOk(take('0'));
});
