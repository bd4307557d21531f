import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { Redis, type RedisOptions } from 'ioredis';
import type { Endpoint } from './cluster-slots.ts';
import { followAddress } from './redis-address.ts';
import { createRedisConnections } from './redis-connections.ts';

export type RedisNode = ReturnType<typeof openRedisNode>;

interface Announced {
  hostname?: string;
}

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
} satisfies RedisOptions;

/**
 * Connects to a server of Redis, again and again until it is closed.
 *
 * @param address where it is, with the credentials that it requires now
 */
export function openRedisNode(address: () => string) {
  const { host, port } = endpointOf(address());
  const { Connector, watch, reasonFor, hide } = createRedisConnections([address()]);
  const announced: Announced = {};
  const open = (url: string) => {
    const tls = url.startsWith('rediss:') && { tls: tlsOptions(endpointOf(url).host, announced) };
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
    /** Takes the name that the certificate may be for in place of the host. */
    announce(hostname: string) {
      announced.hostname = hostname;
    },
    close: () => client.disconnect(),
  };
}

/** Has what is sent from now on, and until this process turns to something else, leave in one write. */
export function gather({ status, stream }: Redis) {
  if (status !== 'ready' || stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
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

/** Read for each connection, since the name may be announced later. */
function tlsOptions(host: string, announced: Announced) {
  const names = () => [host, announced.hostname ?? host];
  return {
    /** Servers are told names, and no addresses. */
    get servername() {
      return names().find((name) => !isIP(name));
    },
    checkServerIdentity(_host: string, certificate: PeerCertificate) {
      const [mismatch, other] = names().map((name) => checkServerIdentity(name, certificate));
      return other && mismatch;
    },
  };
}
