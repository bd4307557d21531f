import t from 'tap';
import { openStore, stopClock } from '../helper.ts';

// The headers of GET are tested with each operation.

t.test('announces a deprecation to HEAD as to GET, and ends with it', async (t) => {
  const { send } = await openStore(t);
  const moveClock = stopClock(t);
  const request = { url: '/v1/pets/1', method: 'HEAD' } as const;
  const announcement = {
    deprecation: '@1795219200',
    sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
    link: '</v1/pets>; rel="successor-version"',
  };
  const before = await send(request);
  t.equal(before.statusCode, 404);
  t.match(before.headers, announcement);
  moveClock((Date.parse('2030-12-05') - Date.now()) / 1_000);
  const after = await send(request);
  t.equal(after.statusCode, 410);
  t.match(after.headers, announcement);
});

t.test('sends the stability of an experimental operation to HEAD', async (t) => {
  const { send } = await openStore(t);
  const { headers } = await send({ url: '/v1/store/orders', method: 'HEAD' });
  t.equal(headers['x-stability'], 'experimental');
});
