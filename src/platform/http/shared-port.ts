// Several processes of a service can listen on one port (REUSE_PORT): the system gives each new
// connection to one of them. Another service at the same port would get some of them.

import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** How long whoever listens may take to respond. */
const MAX_WAIT_MS = 2_000;

/**
 * Asks whoever listens on a port already, if anybody does.
 *
 * @param product the name of this service, which its root shows
 * @throws one line if that is another service
 */
export async function expectSameService(
  address: string,
  port: number,
  product: string,
): Promise<void> {
  const title = await titleAt(address, port).catch((error: NodeJS.ErrnoException) => {
    // Who does not respond is about to stop, or busy. No HTTP is another service.
    return error.code?.startsWith('HPE_') ? undefined : product;
  });
  if (title === product) return;
  const other = title === undefined ? 'another service' : `another service, ${title}`;
  throw new Error(`PORT ${port} of ${address} is in use by ${other}. Set another PORT.`);
}

/** The title that a service shows at its root; undefined if it shows none. */
async function titleAt(host: string, port: number): Promise<string | undefined> {
  const headers = { accept: 'application/json' };
  const options = { host, port, headers, agent: false, signal: AbortSignal.timeout(MAX_WAIT_MS) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(options, resolve).once('error', reject);
  });
  return titleIn(await text(response));
}

function titleIn(json: string): string | undefined {
  try {
    const { title } = JSON.parse(json);
    return typeof title === 'string' ? title : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether connections that wait for a process move to the others when it stops. Otherwise Linux
 * resets them.
 *
 * @see https://docs.kernel.org/networking/ip-sysctl.html
 */
export function keepsWaiting(file = '/proc/sys/net/ipv4/tcp_migrate_req'): boolean {
  try {
    return Number(readFileSync(file, 'utf8')) === 1;
  } catch {
    // Linux before 5.14 has no such setting.
    return false;
  }
}
