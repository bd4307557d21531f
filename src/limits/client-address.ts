import { isIP, isIPv4 } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/**
 * What is counted as one anonymous caller: an IPv4 address, or an IPv6 /64 network. One whose address a proxy does not
 * give counts as that proxy.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  // A socket that is already closed has no address.
  const { remoteAddress = '' } = socket;
  if (ip === remoteAddress || !isIP(ip)) return networkOf(remoteAddress);
  // A copy, since V8 keeps the whole header in memory as long as the address cut from it.
  return Buffer.from(networkOf(ip)).toString();
}

/** Most addresses are of IPv4, which is told much faster than that one is not of IPv6. */
export function networkOf(address: string): string {
  return isIPv4(address) ? address : normalizeIP(address);
}
