import Fastify from 'fastify';
import t, { type Test } from 'tap';
import anonymousLimit from '../../src/limits/anonymous-limit.ts';
import { stopClock } from '../helper.ts';

t.test('counts the requests of an address, and peeks without counting', async (t) => {
  const limit = await openLimit(t, 2);
  t.match(limit.peek('192.0.2.1'), { remaining: 2, isExceeded: false });
  t.match(limit.count('192.0.2.1'), { remaining: 1, isExceeded: false });
  t.match(limit.count('192.0.2.1'), { remaining: 0, isExceeded: false });
  t.match(limit.peek('192.0.2.1'), { remaining: 0, isExceeded: false });
  t.match(limit.count('192.0.2.1'), { remaining: 0, isExceeded: true });
  t.match(limit.peek('192.0.2.1'), { remaining: 0, isExceeded: true });
  t.match(limit.peek('192.0.2.2'), { remaining: 2, isExceeded: false });
});

t.test('names the address or network that it counts', async (t) => {
  const limit = await openLimit(t, 2);
  t.equal(limit.count('::ffff:192.0.2.1').address, '192.0.2.1');
  t.equal(limit.count('2001:db8:1:2:3::4').address, '2001:db8:1:2::');
  // A socket that is already closed has no address.
  t.match(limit.peek(''), { address: '', remaining: 2 });
});

t.test('keeps 50,000 addresses, and forgets the one that called longest ago', async (t) => {
  stopClock(t);
  const limit = await openLimit(t, 2);
  const addresses = Array.from(
    { length: 50_001 },
    (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`,
  );
  for (const address of addresses) limit.count(address);
  const remaining = addresses.map((address) => limit.peek(address).remaining);
  t.equal(remaining.filter((count) => count === 1).length, 50_000);
  t.equal(remaining[0], 2);
});

async function openLimit(t: Test, perMinute: number) {
  const app = Fastify();
  t.teardown(() => app.close());
  await app.register(anonymousLimit, { perMinute });
  return app.anonymousLimit;
}
