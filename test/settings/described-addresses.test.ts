import t from 'tap';
import { describeRedis } from '../../src/settings/index.ts';

const ADDRESSES: [address: string | undefined, described: string][] = [
  [undefined, 'no Redis'],
  ['redis://cache', 'Redis cache'],
  ['redis://cache/', 'Redis cache'],
  ['rediss://ada:secret@cache:6380/2?password=secret', 'Redis cache:6380/2'],
  ['redis://:secret@a:1/, redis://:secret@[::1]:2', 'Redis a:1, [::1]:2'],
];

for (const [address, described] of ADDRESSES) {
  t.test(`${address} is ${described}`, async (t) => {
    t.equal(describeRedis(address), described);
    if (address)
      t.equal(
        describeRedis(() => address),
        described,
      );
  });
}
