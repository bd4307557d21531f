// What counts as one address.

import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import t from 'tap';
import { clientAddress, networkOf } from '../../../src/platform/limits/client-address.ts';

t.test('an IPv4 address, or an IPv6 /64 network', async (t) => {
  for (const [address, network] of [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2::'],
    ['64:ff9b::c000:201', '192.0.2.1'],
    // Only the network that translates knows where the address of IPv4 is.
    ['64:ff9b:1:2:3:4:5:6', '64:ff9b:1:2:3:4:5:6'],
  ] as const) {
    t.equal(networkOf(address), network, address);
  }
});

t.test('a socket that is closed already counts as no address, and fails nothing', async (t) => {
  const closed = { socket: new Socket() } as Partial<FastifyRequest> as FastifyRequest;
  t.equal(clientAddress(closed), networkOf(''));
});
