import t from 'tap';
import { createShares } from '../../src/http/shares.ts';
import { heapBytes } from '../support/memory.ts';

t.test('gives one holder half, each of two a third, and a new one always some', async (t) => {
  const shares = createShares(12);
  const takeAll = (holder: string) => {
    let count = 0;
    for (; shares.hasRoom(holder); count += 1) shares.take(holder);
    return count;
  };
  t.equal(takeAll('a'), 6);
  t.equal(takeAll('b'), 3);
  t.equal(takeAll('c'), 2);
  t.equal(takeAll('d'), 1);
  t.ok(shares.isUsedUp());
  shares.release('a');
  t.notOk(shares.isUsedUp());
  t.notOk(shares.hasRoom('a'));
  t.ok(shares.hasRoom('e'));
  t.same([shares.heldBy('a'), shares.heldBy('e')], [5, 0]);
});

t.test('keeps no share for those who have none', async (t) => {
  const shares = createShares(3);
  for (let i = 0; i < 3; i += 1) {
    t.ok(shares.hasRoom(undefined));
    shares.take(undefined);
  }
  t.notOk(shares.hasRoom(undefined));
  shares.release(undefined);
  t.ok(shares.hasRoom(undefined));
});

t.test('keeps no memory for holders that have gone', async (t) => {
  const shares = createShares(12);
  shares.take('a');
  const beforeBytes = await heapBytes();
  for (let i = 0; i < 200_000; i += 1) {
    shares.take(`address ${i}`);
    shares.release(`address ${i}`);
    // One that comes back.
    shares.take('b');
    shares.release('b');
  }
  const growthBytes = (await heapBytes()) - beforeBytes;
  t.ok(growthBytes < 3_000_000, `${growthBytes} bytes for 200,000 holders`);
  t.same([shares.heldBy('a'), shares.heldBy('b')], [1, 0]);
  for (let i = 0; i < 6; i += 1) shares.take('b');
  t.notOk(shares.hasRoom('b'), 'nothing is miscounted');
  t.ok(shares.hasRoom('c'));
});
