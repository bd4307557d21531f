import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { Redis, type RedisOptions } from 'ioredis';
import type { Endpoint } from './cluster-slots.ts';
import { followAddress } from './redis-address.ts';
import { createRedisConnections } from './redis-connections.ts';

export type RedisNode = ReturnType<typeof openRedisNode>;

/** The longest that an attempt to connect takes. */
export const CONNECT_TIMEOUT_MS = 1_000;

const OPTIONS = {
  // A command that cannot be sent now fails now, so that no request waits for an unavailable Redis.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  lazyConnect: true,
  connectTimeout: CONNECT_TIMEOUT_MS,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 1_000),
  // A Redis that is loading says so to the first command.
  enableReadyCheck: false,
  // With the password that the server requires now.
  reconnectOnError: ({ message }: Error) => /^(?:NOAUTH|WRONGPASS) /.test(message),
  // Commands sent within one tick go out in one write.
  enableAutoPipelining: true,
} satisfies RedisOptions;

/**
 * Connects to a server of Redis, again and again until it is closed.
 *
 * @param address gives its address, with credentials, for each connection anew
 * @param hostname what its certificate may name in place of the host
 */
export function openRedisNode(address: () => string, hostname?: string) {
  const url = address();
  const { host, port } = endpointOf(url);
  const { Connector, watch, reasonFor, hide } = createRedisConnections([url]);
  const open = (url: string) => {
    const tls = url.startsWith('rediss:')
      ? { tls: tlsOptions(endpointOf(url).host, hostname) }
      : {};
    return new Redis(url, { ...OPTIONS, ...tls, Connector });
  };
  const client = followAddress(address, open, hide);
  watch(client);
  // Its reason is noted by the connection.
  const opened = client.connect().catch(() => undefined);

  return {
    name: nameOf({ host, port }),
    host,
    client,
    /** Settles when the first attempt to connect has ended. */
    opened,
    reasonFor,
    close: () => client.disconnect(),
  };
}

export function nameOf({ host, port }: Endpoint): string {
  return `${host}:${port}`;
}

/** Where an address leads to. */
export function endpointOf(url: string): Endpoint {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6_379) };
}

/** The address of another node, with the credentials and all else of this one. */
export function addressOf({ host, port }: Endpoint, url: string): string {
  const address = new URL(url);
  address.hostname = isIP(host) === 6 ? `[${host}]` : host;
  address.port = String(port);
  // A cluster has one database.
  address.pathname = '';
  return address.href;
}

function tlsOptions(host: string, hostname: string | undefined) {
  const names = hostname === undefined ? [host] : [host, hostname];
  // Only names are indicated to a server.
  const servername = names.find((name) => !isIP(name));
  return {
    ...(servername !== undefined && { servername }),
    checkServerIdentity(_name: string, certificate: PeerCertificate) {
      const mismatches = names.map((name) => checkServerIdentity(name, certificate));
      return mismatches.includes(undefined) ? undefined : mismatches[0];
    },
  };
}
