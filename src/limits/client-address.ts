import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/**
 * What is counted as one anonymous caller: an IPv4 address, or an IPv6 /64 network. A caller whose
 * address a proxy does not give counts as that proxy.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  // A socket that is already closed has no address.
  const address = isIP(ip) ? ip : (socket.remoteAddress ?? '');
  return keptAddress(address);
}

/** An address as counters keep it: a copy, since V8 keeps the whole header in memory as long as the address cut from it. */
export function keptAddress(address: string): string {
  return Buffer.from(normalizeIP(address)).toString();
}
