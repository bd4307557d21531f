// What counts as one address: for the limits of anonymous callers, and for open connections.

import { isIP, isIPv4 } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/** The network of IPv4 addresses that a NAT64 or a stateless translator shows. @see RFC 6052 */
const TRANSLATED = '64:ff9b::';
/** As above, but only the translating network knows where the IPv4 address is. @see RFC 8215 */
const LOCALLY_TRANSLATED = '64:ff9b:1:';

/**
 * What counts as one anonymous caller: an IPv4 address, or an IPv6 /64 network. If a proxy sends no
 * address, its callers count as the proxy.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  // A socket that is already closed has no address.
  const { remoteAddress = '' } = socket;
  if (ip === remoteAddress || !isIP(ip)) return networkOf(remoteAddress);
  // A copy, since an address that is cut from a header keeps the whole header in memory.
  return Buffer.from(networkOf(ip)).toString();
}

/**
 * An IPv4 address, also one that is mapped or translated to IPv6; or the /64 network of any other
 * IPv6 address.
 */
export function networkOf(address: string): string {
  // First, since parsing IPv6 takes much longer.
  if (isIPv4(address)) return address;
  const network = normalizeIP(address);
  // Millions of IPv4 addresses share one such network.
  if (network.startsWith(LOCALLY_TRANSLATED)) return normalizeIP(address, 128);
  if (network !== TRANSLATED) return network;
  const whole = normalizeIP(address, 128);
  // The last 32 bits are the IPv4 address, which is mapped in the same way.
  return normalizeIP(whole.replace(/^64:ff9b::(?=[^:]+:[^:]+$)/, '::ffff:'));
}
