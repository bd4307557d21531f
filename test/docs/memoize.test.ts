import t from 'tap';
import { once } from '../../src/docs/memoize.ts';

t.test('makes something once for all, and again only where that has failed', async (t) => {
  let calls = 0;
  const make = once(async () => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return { calls };
  });
  await t.rejects(make(), new Error('not yet'));
  const made = await make();
  t.same(made, { calls: 2 });
  t.equal(await make(), made);
});
