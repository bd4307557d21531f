import t from 'tap';
import { shareReads } from '../../src/database/coalesced-reads.ts';
import { openStore } from '../helper.ts';

t.test('reads of the same in one turn share a query, others and later ones do not', async (t) => {
  const asked: string[] = [];
  const read = shareReads(
    async (question: string) => {
      asked.push(question);
      return { answer: asked.length };
    },
    (question) => question,
  );
  const [a, b, again] = await Promise.all([read('a'), read('b'), read('a')]);
  t.equal(again, a);
  t.not(b, a);
  t.same(asked, ['a', 'b']);
  await read('a');
  t.same(asked, ['a', 'b', 'a']);
});

t.test('a read that fails fails all who wait for it, and nobody after them', async (t) => {
  let isDown = true;
  const read = shareReads(
    async () => {
      if (isDown) throw new Error('down');
      return 'up';
    },
    () => 'the same',
  );
  const outcomes = await Promise.allSettled([read(1), read(2)]);
  t.same(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  isDown = false;
  t.equal(await read(3), 'up');
});

t.test('a list that is asked for after a create was answered has the animal', async (t) => {
  const { send } = await openStore(t);
  const list = () => send({ url: '/v1/pets' });
  const payload = { name: 'Rex', categoryId: 7 };
  for (let count = 1; count <= 20; count += 1) {
    const before = Array.from({ length: 5 }, list);
    await send({ method: 'POST', url: '/v1/pets', payload });
    const after = await Promise.all(Array.from({ length: 5 }, list));
    for (const answer of after) t.equal(answer.json().length, Math.min(count, 20));
    await Promise.all(before);
  }
});
