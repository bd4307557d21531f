import Fastify, { type FastifyRequest } from 'fastify';
import t, { type Test } from 'tap';
import anonymousLimit from '../../src/limits/anonymous-limit.ts';
import { clientAddress } from '../../src/limits/client-address.ts';
import { createMemoryCounters } from '../../src/limits/memory-counters.ts';
import { openStore, stopClock } from '../helper.ts';
import { heapBytes } from '../support/memory.ts';

t.test('counts the requests of an address, and peeks without counting', async (t) => {
  const limit = await openLimit(t, 2);
  t.match(limit.peek('192.0.2.1'), { remaining: 2 });
  t.match(await limit.count('192.0.2.1'), { remaining: 1, isExceeded: false });
  t.match(await limit.count('192.0.2.1'), { remaining: 0, isExceeded: false });
  t.match(limit.peek('192.0.2.1'), { remaining: 0 });
  t.match(await limit.count('192.0.2.1'), { remaining: 0, isExceeded: true });
  t.match(limit.peek('192.0.2.1'), { remaining: 0 });
  t.match(limit.peek('192.0.2.2'), { remaining: 2 });
  await limit.count('2001:db8::1');
  t.match(limit.peek('2001:db8::2'), { remaining: 1 }, 'in the same network');
});

t.test('names the address or network that it counts', async (t) => {
  const address = (ip: string, remoteAddress?: string) =>
    clientAddress({ ip, socket: { remoteAddress } } as FastifyRequest);
  t.equal(address('192.0.2.1'), '192.0.2.1');
  t.equal(address('::ffff:192.0.2.1'), '192.0.2.1');
  t.equal(address('2001:db8:1:2:3::4'), '2001:db8:1:2::');
  for (const name of ['unknown', '_hidden', '', '192.0.2', 'x'.repeat(10_000)]) {
    t.equal(address(name, '10.0.0.1'), '10.0.0.1', 'what is no address counts as its proxy');
  }
  t.equal(address(''), '', 'a socket that is already closed has none');
});

t.test('keeps 50,000 addresses, and forgets those that called longest ago', async (t) => {
  stopClock(t);
  const store = await openStore(t);
  const { count, peek } = store.app.anonymousLimit;
  const addresses = Array.from(
    { length: 50_501 },
    (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`,
  );
  const call = (ip = '') => count({ ip, socket: {} } as FastifyRequest);
  for (const address of addresses.slice(0, -1)) await call(address);
  await call(addresses[0]);
  await call(addresses.at(-1));
  const remaining = addresses.map((address) => peek(address).remaining);
  t.equal(remaining[0], 58);
  t.equal(remaining.filter((count) => count === 59).length, 49_999);
  t.equal(
    remaining.slice(1, 502).every((count) => count === 60),
    true,
  );
});

t.test('keeps no header in memory for the address in it', async (t) => {
  const { app } = await openStore(t, { TRUST_PROXY: '127.0.0.1', ANONYMOUS_PER_MINUTE: '10000' });
  const call = (address: string) =>
    app.inject({ url: '/v1/pets', headers: { 'x-forwarded-for': address } });
  const addressOf = (i: number) => `192.168.${100 + (i >> 7)}.${100 + (i & 127)}`;
  for (let i = 0; i < 100; i += 1) await call(addressOf(i));
  const beforeBytes = await heapBytes();
  const padding = 'x'.repeat(50_000);
  for (let i = 0; i < 1_000; i += 1) await call(`${padding}, ${addressOf(i)}`);
  const growthBytes = (await heapBytes()) - beforeBytes;
  t.ok(growthBytes < 15_000_000, `${growthBytes} of the 50,000,000 bytes that came in`);
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
  await app.register(anonymousLimit, { perMinute, counters: createMemoryCounters() });
  app.get('/', async (request) => {
    const { windows, rejectedBy } = await app.anonymousLimit.count(request);
    return { remaining: windows[0].remaining, isExceeded: rejectedBy !== undefined };
  });

  async function count(remoteAddress: string) {
    const response = await app.inject({ url: '/', remoteAddress });
    return response.json<{ remaining: number; isExceeded: boolean }>();
  }

  return { count, peek: app.anonymousLimit.peek };
}
