import Fastify from 'fastify';
import t, { type Test } from 'tap';
import anonymousLimit from '../../src/limits/anonymous-limit.ts';
import { stopClock } from '../helper.ts';

t.test('counts the requests of an address, and peeks without counting', async (t) => {
  const limit = await openLimit(t, 2);
  t.match(limit.peek('192.0.2.1'), { remaining: 2, isExceeded: false });
  t.match(await limit.count('192.0.2.1'), { remaining: 1, isExceeded: false });
  t.match(await limit.count('192.0.2.1'), { remaining: 0, isExceeded: false });
  t.match(limit.peek('192.0.2.1'), { remaining: 0, isExceeded: false });
  t.match(await limit.count('192.0.2.1'), { remaining: 0, isExceeded: true });
  t.match(limit.peek('192.0.2.1'), { remaining: 0, isExceeded: true });
  t.match(limit.peek('192.0.2.2'), { remaining: 2, isExceeded: false });
});

t.test('names the address or network that it counts', async (t) => {
  const limit = await openLimit(t, 2);
  t.equal((await limit.count('::ffff:192.0.2.1')).address, '192.0.2.1');
  t.equal((await limit.count('2001:db8:1:2:3::4')).address, '2001:db8:1:2::');
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
  for (const address of addresses) await limit.count(address);
  const remaining = addresses.map((address) => limit.peek(address).remaining);
  t.equal(remaining.filter((count) => count === 1).length, 50_000);
  t.equal(remaining[0], 2);
});

t.test('tells requests apart that are counted at the same moment', async (t) => {
  const limit = await openLimit(t, 3);
  const counted = await Promise.all([1, 2, 3, 4, 5].map(() => limit.count('192.0.2.1')));
  t.strictSame(counted.map(({ remaining }) => remaining).sort(), [0, 0, 0, 1, 2]);
  t.equal(counted.filter(({ isExceeded }) => isExceeded).length, 2);
});

/** An application that counts every request. */
async function openLimit(t: Test, perMinute: number) {
  const app = Fastify();
  t.teardown(() => app.close());
  await app.register(anonymousLimit, { perMinute });
  app.get('/', (request) => app.anonymousLimit.count(request));

  async function count(remoteAddress: string) {
    const response = await app.inject({ url: '/', remoteAddress });
    return response.json<ReturnType<typeof app.anonymousLimit.peek>>();
  }

  return { count, peek: app.anonymousLimit.peek };
}
