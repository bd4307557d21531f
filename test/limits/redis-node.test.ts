import t from 'tap';
import { addressOf, endpointOf } from '../../src/limits/redis-node.ts';

t.test('another node has all of an address but its host and its port', async (t) => {
  const url = 'rediss://user:pass%2Fword@redis.example/0?family=4';
  t.equal(
    addressOf({ host: '192.0.2.1', port: 7_000 }, url),
    'rediss://user:pass%2Fword@192.0.2.1:7000?family=4',
  );
  const ipv6 = addressOf({ host: '2001:db8::1', port: 7_000 }, url);
  t.match(ipv6, '@[2001:db8::1]:7000?');
  t.strictSame(endpointOf(ipv6), { host: '2001:db8::1', port: 7_000 });
  t.strictSame(endpointOf(url), { host: 'redis.example', port: 6_379 });
});
