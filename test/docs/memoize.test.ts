import t from 'tap';
import { memoize } from '../../src/docs/memoize.ts';

t.test('calls the function once, and again only after a failure', async (t) => {
  let calls = 0;
  const load = memoize(async () => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return { calls };
  });
  await t.rejects(load(), new Error('not yet'));
  const result = await load();
  t.same(result, { calls: 2 });
  t.equal(await load(), result);
});
