// A real Redis Cluster.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import { expectNeed } from './needs.ts';
import { type RedisOptions, type RedisServer, startRedis } from './redis.ts';
import { freePort } from './servers/ports.ts';
import { until } from './until.ts';

interface RedisClusterOptions extends RedisOptions {
  /** Replicas of the first master. */
  readonly replicas?: number;
}

interface RedisNode extends RedisServer {
  readonly busPort: number;
}

export type RedisCluster = Awaited<ReturnType<typeof startCluster>>;

/** After this a node has failed: late, since a node of a busy machine responds late. */
const NODE_TIMEOUT_MS = 60_000;

/** Starts a cluster of three masters, which is stopped when the test ends. */
export async function startCluster(t: Test, options: RedisClusterOptions = {}) {
  expectNeed('cluster');
  const start = () => startNode(t, options);
  const masters = await Promise.all([start(), start(), start()]);
  const replicas = await Promise.all(Array.from({ length: options.replicas ?? 0 }, start));
  const nodes = [...masters, ...replicas];
  const first = addressOf(masters[0]);
  await redisCli(options, 'create', ...masters.map(addressOf), '--cluster-yes');
  for (const replica of replicas) {
    await redisCli(options, 'add-node', addressOf(replica), first, '--cluster-slave');
  }
  for (const node of nodes) await untilKnown(node, 'CLUSTER INFO', 'cluster_state:ok');
  for (const node of replicas) await untilKnown(node, 'INFO REPLICATION', 'link_status:up');
  return {
    masters,
    replicas,
    nodes,
    /**
     * Ends the writes of the first master, once its replicas have all of them: what a master has
     * confirmed but not passed on is lost when it is killed.
     */
    async endWrites() {
      const { client } = masters[0];
      await client.call('CLIENT', 'PAUSE', '600000', 'WRITE');
      const [offset] = /(?<=master_repl_offset:)\d+/.exec(await client.info('replication')) ?? [];
      for (const node of replicas) {
        await untilKnown(node, 'INFO REPLICATION', `slave_repl_offset:${offset}\r`);
      }
    },
    /** A replica takes over from its master, whatever the other nodes know of that. */
    takeOver: ({ client }: RedisNode) => client.call('CLUSTER', 'FAILOVER', 'TAKEOVER'),
    /** Moves slots with their keys from one master to another. */
    async moveSlots(count: number, source: RedisNode, target: RedisNode) {
      const ids = ['--cluster-from', await idOf(source), '--cluster-to', await idOf(target)];
      const slots = ['--cluster-slots', String(count), '--cluster-yes'];
      await redisCli(options, 'reshard', addressOf(source), ...ids, ...slots);
    },
  };
}

const addressOf = ({ port, busPort }: RedisNode) => `127.0.0.1:${port}@${busPort}`;

const idOf = async ({ client }: RedisNode) => String(await client.call('CLUSTER', 'MYID'));

/** Runs a command of `redis-cli --cluster`. */
function redisCli({ password, certificate }: RedisOptions, ...args: string[]) {
  const access = password ? ['--pass', password, '--no-auth-warning'] : [];
  const tls = certificate ? ['--tls', '--cacert', certificate.authority, '--sni', 'localhost'] : [];
  return promisify(execFile)('redis-cli', [...access, ...tls, '--cluster', ...args]);
}

async function startNode(t: Test, options: RedisOptions): Promise<RedisNode> {
  const busPort = await freePort();
  const settings = [
    `--cluster-enabled yes --cluster-port ${busPort}`,
    `--cluster-node-timeout ${NODE_TIMEOUT_MS} --repl-diskless-sync-delay 0`,
    ...(options.certificate ? ['--tls-cluster yes'] : []),
    ...(options.settings ?? []),
  ];
  return { ...(await startRedis(t, { ...options, settings })), busPort };
}

/** Waits until a node's response to a command has this text. */
async function untilKnown({ client }: RedisServer, command: string, expected: string) {
  const [name = '', ...words] = command.split(' ');
  const hasText = async () => String(await client.call(name, ...words)).includes(expected);
  await until(hasText, `${command} says ${expected}`);
}
