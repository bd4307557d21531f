import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './ports.ts';
import { type RedisServer, type RedisServerOptions, startRedisServer } from './redis.ts';

export interface RedisClusterOptions extends RedisServerOptions {
  readonly masters?: number;
  /** Replica i is one of master i. */
  readonly replicas?: number;
  /** After this a node that does not respond has failed. */
  readonly nodeTimeoutMs?: number;
}

export interface RedisNode extends RedisServer {
  readonly busPort: number;
}

export type RedisCluster = Awaited<ReturnType<typeof startRedisCluster>>;

const SLOTS = 16_384;

/**
 * Starts a cluster of Redis on free ports, whose masters have equally many slots.
 *
 * @throws ENOENT on a machine without Redis
 */
export async function startRedisCluster(options: RedisClusterOptions = {}) {
  const { masters: count = 3, replicas: replicaCount = 0 } = options;
  const start = () => startNode(options);
  const masters = await Promise.all(Array.from({ length: count }, start));
  const replicas = await Promise.all(Array.from({ length: replicaCount }, start));
  const nodes = [...masters, ...replicas];
  const everywhere = (act: (node: RedisNode, i: number) => Promise<unknown>) =>
    Promise.all(nodes.map(act));

  const share = Math.ceil(SLOTS / count);
  await everywhere(({ client }, i) => client.call('CLUSTER', 'SET-CONFIG-EPOCH', i + 1));
  for (const [i, { client }] of masters.entries()) {
    const end = Math.min(SLOTS, (i + 1) * share);
    await client.call('CLUSTER', 'ADDSLOTSRANGE', i * share, end - 1);
  }
  const [first, ...others] = nodes as [RedisNode, ...RedisNode[]];
  const all = `known_nodes:${nodes.length}\r`;
  await Promise.all(others.map((node) => meet(node, first, all)));
  await untilKnown(first, 'CLUSTER INFO', all);
  for (const [i, { client }] of replicas.entries()) {
    await client.call('CLUSTER', 'REPLICATE', await idOf(masters[i % count] as RedisNode));
  }
  await everywhere((node) => untilKnown(node, 'CLUSTER INFO', 'cluster_state:ok'));
  await Promise.all(
    replicas.map((node) => untilKnown(node, 'INFO REPLICATION', 'master_link_status:up')),
  );

  return {
    masters,
    replicas,
    nodes,
    stop: () => everywhere((node) => node.stop()),
  };
}

async function startNode({
  nodeTimeoutMs = 2_000,
  settings = [],
  ...options
}: RedisClusterOptions) {
  const busPort = await freePort();
  const server = await startRedisServer({
    ...options,
    settings: [
      ...['--cluster-enabled', 'yes', '--cluster-port', String(busPort)],
      ...['--cluster-node-timeout', String(nodeTimeoutMs), '--repl-diskless-sync-delay', '0'],
      ...(options.certificates ? ['--tls-cluster', 'yes'] : []),
      ...settings,
    ],
  });
  return { ...server, busPort };
}

/** Where the machine is busy, a node gives up another one before the two have met, so that it has to be told again. */
const MEETING_MS = 3_000;

/** Makes a node known to another one, and waits until it knows all of them. */
async function meet(node: RedisNode, { port, busPort }: RedisNode, all: string) {
  for (;;) {
    await node.client.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort);
    const known = untilKnown(node, 'CLUSTER INFO', all).then(() => true);
    if (await Promise.race([known, wait(MEETING_MS)])) return;
  }
}

/** Waits until a node says something. */
export async function untilKnown({ client }: RedisServer, command: string, expected: string) {
  const [name = '', ...words] = command.split(' ');
  while (!String(await client.call(name, ...words)).includes(expected)) await wait(20);
}

/** The id of a node in its cluster. */
async function idOf({ client }: RedisServer): Promise<string> {
  return String(await client.call('CLUSTER', 'MYID'));
}

/** Begins to move a slot: what is new in it is kept at the target from now on. */
export async function beginMove(slot: number, source: RedisNode, target: RedisNode) {
  await target.client.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', await idOf(source));
  await source.client.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', await idOf(target));
}

/** Moves the keys of such a slot, one by one. */
export async function moveKeys(slot: number, source: RedisNode, target: RedisNode) {
  for (;;) {
    const [key] = (await source.client.call('CLUSTER', 'GETKEYSINSLOT', slot, 1)) as string[];
    if (key === undefined) return;
    const address = ['127.0.0.1', target.port];
    await source.client.call('MIGRATE', ...address, key, 0, 5_000);
  }
}

/** Ends the move of a slot, whose keys have been moved. */
export async function endMove(slot: number, nodes: readonly RedisNode[], target: RedisNode) {
  const id = await idOf(target);
  const others = nodes.filter((node) => node !== target);
  for (const { client } of [target, ...others]) {
    await client.call('CLUSTER', 'SETSLOT', slot, 'NODE', id);
  }
}
