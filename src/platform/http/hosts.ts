// The hosts that requests name: which are valid, and which lead to this service whatever a name
// server says.

import { isIP, isIPv6 } from 'node:net';

/** Without a comma, which a proxy may have put between two hosts. */
const HOST = /^(?:\[([\da-f:.]+)\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})+)(?::(\d{1,5})?)?$/i;
const MAX_PORT = 65_535;

/** Whether a text is a host, with or without a port, or empty. @see RFC 9110 section 7.2 */
export function isHost(text: string): boolean {
  if (text === '') return true;
  const match = HOST.exec(text);
  if (!match) return false;
  const [, ipv6, port = '0'] = match;
  return (ipv6 === undefined || isIPv6(ipv6)) && Number(port) <= MAX_PORT;
}

/**
 * Whether no name server decides where the host of a URL leads: an address, or localhost. It guards
 * against DNS rebinding, where the name of another host leads to this service: a page of that host
 * could then read what this service sends.
 */
export function isOwnHost(hostname: string): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
}
