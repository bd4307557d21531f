// A guard against DNS rebinding, where the name of another host leads to this service: a page of
// that host could then read what this service sends.

import { isIP } from 'node:net';

/** Whether no name server decides where the host of a URL leads: an address, or localhost. */
export function isOwnHost(hostname: string): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
}
