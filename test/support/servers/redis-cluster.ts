import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from '../../../scripts/servers/ports.ts';
import { until } from '../until.ts';
import { type RedisServer, type RedisServerOptions, startRedisServer } from './redis.ts';

export interface RedisClusterOptions extends RedisServerOptions {
  /** Replicas of the first master. */
  readonly replicas?: number;
}

export interface RedisNode extends RedisServer {
  readonly busPort: number;
}

export type RedisCluster = Awaited<ReturnType<typeof startRedisCluster>>;

const MASTERS = 3;
/** After this a node that does not respond has failed. */
const NODE_TIMEOUT_MS = 2_000;
/** As long as none is to fail: where the machine is busy, a node gives up another one sooner. */
const PATIENT_TIMEOUT_MS = 60_000;

/**
 * Starts a cluster of three masters on free ports.
 *
 * @throws ENOENT on a machine without Redis
 */
export async function startRedisCluster(options: RedisClusterOptions = {}) {
  const start = () => startNode(options);
  const masters = await Promise.all(Array.from({ length: MASTERS }, start));
  const replicas = await Promise.all(Array.from({ length: options.replicas ?? 0 }, start));
  const nodes = [...masters, ...replicas];
  const [first = '', ...others] = masters.map(addressOf);
  await command(options, 'create', first, ...others, '--cluster-yes');
  for (const replica of replicas) {
    await command(options, 'add-node', addressOf(replica), first, '--cluster-slave');
  }
  await Promise.all(nodes.map((node) => untilKnown(node, 'CLUSTER INFO', 'cluster_state:ok')));
  for (const node of replicas) await untilKnown(node, 'INFO REPLICATION', 'link_status:up');
  return {
    masters,
    replicas,
    nodes,
    /** From now on a node that does not respond is given up soon. */
    giveUpSoon: () =>
      Promise.all(
        nodes.map(({ client }) => client.config('SET', 'cluster-node-timeout', NODE_TIMEOUT_MS)),
      ),
    /** Moves slots with their keys from one master to another. */
    async moveSlots(count: number, source: RedisNode, target: RedisNode) {
      const ids = ['--cluster-from', await idOf(source), '--cluster-to', await idOf(target)];
      const slots = ['--cluster-slots', String(count), '--cluster-yes'];
      await command(options, 'reshard', addressOf(source), ...ids, ...slots);
    },
    stop: () => Promise.all(nodes.map((node) => node.stop())),
  };
}

const addressOf = ({ port, busPort }: RedisNode) => `127.0.0.1:${port}@${busPort}`;

const idOf = async ({ client }: RedisNode) => String(await client.call('CLUSTER', 'MYID'));

/** What Redis itself has for clusters. */
function command({ password, certificates }: RedisServerOptions, ...args: string[]) {
  const access = password ? ['--pass', password, '--no-auth-warning'] : [];
  const tls = certificates ? ['--tls', '--cacert', certificates.ca, '--sni', 'localhost'] : [];
  return promisify(execFile)('redis-cli', [...access, ...tls, '--cluster', ...args]);
}

async function startNode(options: RedisClusterOptions): Promise<RedisNode> {
  const busPort = await freePort();
  const settings = [
    ...['--cluster-enabled', 'yes', '--cluster-port', String(busPort)],
    ...['--cluster-node-timeout', String(PATIENT_TIMEOUT_MS), '--repl-diskless-sync-delay', '0'],
    ...(options.certificates ? ['--tls-cluster', 'yes'] : []),
    ...(options.settings ?? []),
  ];
  return { ...(await startRedisServer({ ...options, settings })), busPort };
}

/** Waits until a node says something. */
export async function untilKnown({ client }: RedisServer, question: string, expected: string) {
  const [name = '', ...words] = question.split(' ');
  await until(async () => String(await client.call(name, ...words)).includes(expected));
}
