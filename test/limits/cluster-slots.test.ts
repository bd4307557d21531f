import { ReplyError } from 'ioredis';
import t from 'tap';
import { readRedirect, readSlots } from '../../src/limits/cluster-slots.ts';

const ASKED = '192.0.2.9';

t.test('reads who serves which slot', async (t) => {
  const masters = readSlots(
    [
      [0, 99, ['192.0.2.1', 6_379, 'a'], ['192.0.2.2', 6_379, 'b']],
      [100, 199, ['192.0.2.3', 6_380, 'c', ['hostname', 'c.example']]],
      [300, 300, ['d.example', 6_381, 'd', ['ip', '192.0.2.4']]],
    ],
    ASKED,
  );
  t.equal(masters.length, 16_384);
  const a = { host: '192.0.2.1', port: 6_379, hostname: undefined };
  const c = { host: '192.0.2.3', port: 6_380, hostname: 'c.example' };
  const d = { host: 'd.example', port: 6_381, hostname: undefined };
  const slots = [0, 99, 100, 199, 200, 299, 300, 301];
  t.strictSame(
    slots.map((slot) => masters[slot]),
    [a, a, c, c, undefined, undefined, d, undefined],
  );
});

t.test('an address that is not announced is that of the node that was asked', async (t) => {
  for (const unknown of [null, '', '?']) {
    const [master] = readSlots([[0, 16_383, [unknown, 6_379, 'a', ['ip', '']]]], ASKED);
    t.strictSame(master, { host: ASKED, port: 6_379, hostname: undefined });
  }
  for (const unknown of ['', '?']) {
    const redirect = readRedirect(new ReplyError(`MOVED 7 ${unknown}:6380`), ASKED);
    t.strictSame(redirect, { hasMoved: true, endpoint: { host: ASKED, port: 6_380 } });
  }
});

t.test('reads redirects, also to IPv6, and nothing else', async (t) => {
  const read = (message: string) => readRedirect(new ReplyError(message), ASKED);
  t.strictSame(read('ASK 7 2001:db8::1:6380'), {
    hasMoved: false,
    endpoint: { host: '2001:db8::1', port: 6_380 },
  });
  t.equal(read('CLUSTERDOWN Hash slot not served'), undefined);
  t.equal(readRedirect(new Error('MOVED 7 192.0.2.1:6380'), ASKED), undefined);
});
