// What HOST and METRICS_HOST mean where they name all addresses of the machine, as in the image.

/**
 * The host to listen on. Without one, Node listens on all addresses of IPv6 and IPv4, or of IPv4
 * alone if the kernel has no IPv6, where `::` would end the start.
 */
export function listenHost(host: string): string {
  return host === '::' ? '' : host;
}

/** Replaces the host of a listener by one that can be opened, which `[::]` cannot. */
export function openableOrigin(origin: string): string {
  return origin.replace('//[::]', '//localhost');
}
