// Work that is done once, and again only after a failure.

import t from 'tap';
import { memoize } from '../../../src/platform/async/memoize.ts';

t.test('a function is called when its result is first needed, once for all', async (t) => {
  let calls = 0;
  const read = memoize(async () => {
    calls += 1;
    return calls;
  });
  t.equal(calls, 0);
  t.strictSame(await Promise.all([read(), read()]), [1, 1]);
  t.equal(await read(), 1);
});

t.test('after a failure it is called again', async (t) => {
  let calls = 0;
  const read = memoize(async () => {
    calls += 1;
    if (calls === 1) throw new Error('no luck');
    return calls;
  });
  const failure = { message: 'no luck' };
  await Promise.all([t.rejects(read(), failure), t.rejects(read(), failure)]);
  t.strictSame(await Promise.all([read(), read()]), [2, 2]);
  t.equal(calls, 2);
});
