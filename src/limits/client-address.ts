import { isIP, isIPv4 } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/**
 * What is counted as one anonymous caller: an IPv4 address, or an IPv6 /64 network. A caller whose
 * address a proxy does not give counts as that proxy.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  // A socket that is already closed has no address.
  const { remoteAddress = '' } = socket;
  return ip === remoteAddress || !isIP(ip) ? normalize(remoteAddress) : keptAddress(ip);
}

/** An address as counters keep it: a copy, since V8 keeps the whole header in memory as long as the address cut from it. */
export function keptAddress(address: string): string {
  return Buffer.from(normalize(address)).toString();
}

/** Of an IPv6 address the network. Most addresses are of IPv4, which is told much faster than that one is not of IPv6. */
export function normalize(address: string): string {
  return isIPv4(address) ? address : normalizeIP(address);
}
