// What HOST and METRICS_HOST mean where they name all addresses of the machine, as in the image.

import type { Server } from 'node:net';

/**
 * The host to listen on. Without one, Node listens on all addresses of IPv6 and IPv4, or of IPv4
 * alone if the kernel has no IPv6, where `::` would end the start.
 */
export function listenHost(host: string): string {
  return host === '::' ? '' : host;
}

/** Whether listeners on two hosts would take a port from each other, as far as texts tell. */
export function overlap(host: string, other: string): boolean {
  return host === other || [host, other].some((one) => one === '::' || one === '0.0.0.0');
}

/** The origin at which callers on the same machine reach a server; undefined before it listens. */
export function ownOrigin(address: ReturnType<Server['address']>): string | undefined {
  if (!address || typeof address === 'string') return undefined;
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return openableOrigin(`http://${host}:${address.port}`);
}

/** Replaces the host of a listener by one that can be opened, which all addresses cannot. */
export function openableOrigin(origin: string): string {
  return origin.replace('//[::]', '//localhost').replace('//0.0.0.0', '//127.0.0.1');
}
