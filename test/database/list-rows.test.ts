import t from 'tap';
import { coalesceReads } from '../../src/database/batched-reads.ts';
import { openStore } from '../helper.ts';

t.test(
  'reads of one key within a tick share a query, other keys and later reads do not',
  async (t) => {
    const requested: string[] = [];
    const read = coalesceReads(
      async (key: string) => {
        requested.push(key);
        return { result: requested.length };
      },
      (key) => key,
    );
    const [a, b, again] = await Promise.all([read('a'), read('b'), read('a')]);
    t.equal(again, a);
    t.not(b, a);
    t.same(requested, ['a', 'b']);
    await read('a');
    t.same(requested, ['a', 'b', 'a']);
  },
);

t.test('a failed read fails everyone who shares it, and nobody afterwards', async (t) => {
  let isDown = true;
  const read = coalesceReads(
    async () => {
      if (isDown) throw new Error('down');
      return 'up';
    },
    () => 'one key',
  );
  const outcomes = await Promise.allSettled([read(1), read(2)]);
  t.same(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  isDown = false;
  t.equal(await read(3), 'up');
});

t.test('a list that is requested after the response to a create contains the animal', async (t) => {
  const { send } = await openStore(t);
  const list = () => send({ url: '/v1/pets' });
  const payload = { name: 'Rex', categoryId: 7 };
  for (let count = 1; count <= 20; count += 1) {
    const before = Array.from({ length: 5 }, list);
    await send({ method: 'POST', url: '/v1/pets', payload });
    const after = await Promise.all(Array.from({ length: 5 }, list));
    for (const response of after) t.equal(response.json().length, Math.min(count, 20));
    await Promise.all(before);
  }
});
