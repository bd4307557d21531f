// The connections to Redis, or to the nodes of Redis Cluster.

import { once } from 'node:events';
import { Cluster, Redis, type RedisOptions, ReplyError } from 'ioredis';
import { withTimeout } from '../../async/with-timeout.ts';

export type Client = Redis | Cluster;

const OPTIONS = {
  // A command that cannot be sent now fails now: no request waits, and none is counted twice.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  // A Redis that is loading says so to the first command.
  enableReadyCheck: false,
  lazyConnect: true,
  connectTimeout: 1_000,
  // Bounds how many commands wait for a Redis that does not respond.
  socketTimeout: 2_000,
} satisfies RedisOptions;

/** The database that REDIS_URL names cannot be used, now or later. */
export class UnusableDatabase extends Error {
  constructor(database: number, reason: string) {
    super(`REDIS_URL names the database ${database}: ${reason}`);
  }
}

/** How a reply of Redis begins if the database does not exist, or must not be used. */
const UNUSABLE = /^(?:ERR|NOPERM) /;

/** Longer than an attempt to connect, so that the reason of a failure is known. */
const MAX_CONNECT_MS = 2_500;

/**
 * Opens a client of Redis, or of Redis Cluster, which reconnects until it is closed. Waits for the
 * first connection, but not for long: without one, the first requests would be counted by this
 * instance alone.
 *
 * @param addresses one server, or several nodes of a cluster. They are read for each connection,
 *   since their password may change
 * @param onError takes an error of a connection, and in a cluster its node
 * @param script what counts
 * @throws UnusableDatabase
 */
export async function openClient(
  addresses: () => readonly string[],
  onError: OnError,
  script: string,
) {
  let hasFailed = false;
  const noteError: OnError = (error, node) => {
    hasFailed = true;
    onError(error, node);
  };
  const client = createClient(addresses, noteError);
  client.defineCommand('countRequests', { lua: script });
  const connected = connect(client).catch((error) => {
    if (error instanceof UnusableDatabase) throw error;
    // The errors of connections say more.
    if (!hasFailed) onError(error);
  });
  await withTimeout(connected, MAX_CONNECT_MS).catch((error) => {
    if (!(error instanceof UnusableDatabase)) return;
    client.disconnect();
    throw error;
  });
  return client;
}

type OnError = (error: Error, node?: string) => void;

function createClient(addresses: () => readonly string[], onError: OnError): Client {
  const nodes = () => addresses().map(readNode);
  const [first, ...others] = nodes();
  if (others.length > 0) return openCluster(nodes, onError);
  const server: Redis = new Redis({
    ...OPTIONS,
    ...first,
    retryStrategy(attempt) {
      Object.assign(server.options, nodes()[0]);
      return Math.min(attempt * 50, 1_000);
    },
    // After a failover the address leads to another server.
    reconnectOnError: ({ message }) => message.startsWith('READONLY '),
  });
  ignoreFurtherErrors(server);
  server.on('error', onError);
  return server;
}

/** @throws UnusableDatabase if an address names another database than 0 */
function openCluster(nodes: () => ReturnType<typeof readNode>[], onError: OnError): Cluster {
  const database = nodes().find(({ db }) => db)?.db;
  if (database) throw new UnusableDatabase(database, 'a cluster has only 0');
  const cluster = new Cluster(
    nodes().map(({ host, port }) => ({ host, port })),
    {
      ...OPTIONS,
      // A command that is repeated later would be counted twice.
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      slotsRefreshInterval: 5_000,
      redisOptions: OPTIONS,
    },
  );
  cluster.on('+node', (node: Redis) => {
    const { username, password, tls } = nodes()[0] ?? {};
    Object.assign(node.options, { username, password, tls });
    ignoreFurtherErrors(node);
    // A node that connects only with its first command has no error to report until then.
    node.connect().catch(() => undefined);
  });
  cluster.on('node error', onError);
  // This error is about the nodes, whose own errors say more.
  cluster.on('error', () => undefined);
  return cluster;
}

/** The number of the database that counts. Without SELECT a server uses 0. */
export function databaseOf(client: Client): number {
  return client instanceof Cluster ? 0 : Number(client.options.db ?? 0);
}

/** Connects to a server, or to all masters of a cluster. @throws UnusableDatabase */
async function connect(client: Client) {
  await client.connect();
  if (!(client instanceof Cluster)) return selectDatabase(client);
  // A cluster rejects commands for a node that is still connecting.
  const connecting = client.nodes('master').filter(({ status }) => status !== 'ready');
  await Promise.all(connecting.map((node) => once(node, 'ready')));
}

/** Sends SELECT again: ioredis ignores a failure of the first, and stays with the database 0. */
async function selectDatabase(server: Redis) {
  const database = databaseOf(server);
  if (database === 0) return;
  await server.select(database).catch((error: Error) => {
    const isUnusable = error instanceof ReplyError && UNUSABLE.test(error.message);
    throw isUnusable ? new UnusableDatabase(database, error.message) : error;
  });
}

/** ioredis expects one error of a connection. A second, as TLS may have, would end the process. */
function ignoreFurtherErrors(server: Redis) {
  server.on('error', () => server.stream?.on('error', () => undefined));
}

/** The parts of an address. A client that never connects reads them. */
function readNode(url: string) {
  const { host, port, username, password, db, tls } = new Redis(url, OPTIONS).options;
  return { host, port, username, password, db, tls };
}
