import type { Redis } from 'ioredis';
import { readRedirect } from './cluster-slots.ts';
import type { Command } from './redis-commands.ts';
import { gather, type RedisNode } from './redis-node.ts';
import { createRedisTopology } from './redis-topology.ts';

const MAX_REDIRECTS = 5;
/** In place of the name of a node. */
const NO_NODE = 'none';

/**
 * One Redis, or a cluster: each command goes to the node that has its slot, and where that one
 * redirects it.
 *
 * @param urls the present addresses of one server, or of nodes of a cluster
 * @param prepare takes each connection when it is made
 */
export function createRedisCluster(
  urls: () => readonly string[],
  prepare: (client: Redis) => void,
) {
  const topology = createRedisTopology(urls, prepare);
  const failedAt = new WeakMap<Error, RedisNode>();

  function run<Reply>(slot: number, command: Command<Reply>): Promise<Reply> {
    const problem = topology.problem();
    if (problem) {
      topology.refresh();
      return Promise.reject(problem);
    }
    return topology.isCluster() ? follow(slot, command) : tell(topology.first, command);
  }

  async function follow<Reply>(slot: number, command: Command<Reply>): Promise<Reply> {
    let node = nodeFor(slot);
    let isAsking = false;
    let latest = '';
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      try {
        await node.opened;
        return await (isAsking ? ask(node, command) : tell(node, command));
      } catch (cause) {
        // Promises are rejected with errors here.
        const error = cause as Error;
        const redirect = readRedirect(error, node.host);
        failedAt.set(error, node);
        if (!redirect) throw error;
        node = topology.nodeAt(redirect.endpoint);
        isAsking = !redirect.hasMoved;
        latest = error.message;
      }
      if (isAsking) continue;
      topology.move(slot, node);
      topology.refresh();
    }
    throw new Error(`redirected ${MAX_REDIRECTS} times, at last by ${latest}`);
  }

  /** Any node says why nobody serves a slot. */
  function nodeFor(slot: number): RedisNode {
    return topology.ownerOf(slot) ?? topology.first;
  }

  /** Returns why a command has failed. */
  function reasonFor(error: Error, slot: number): string {
    if (error === topology.problem()) return error.message;
    return (failedAt.get(error) ?? nodeFor(slot)).reasonFor(error);
  }

  const { opened, isCluster, refresh, close } = topology;
  /** The name of the node that serves a slot. */
  const nodeOf = (slot: number) => topology.ownerOf(slot)?.name ?? NO_NODE;
  return { run, reasonFor, opened, close, servers: { isCluster, nodeOf, refresh } };
}

function tell<Reply>({ client }: RedisNode, command: Command<Reply>): Promise<Reply> {
  gather(client);
  return command.send(client);
}

async function ask<Reply>({ client }: RedisNode, { words }: Command<Reply>): Promise<Reply> {
  // One write, since ASKING holds for the next command.
  const replies = await client
    .pipeline()
    .call('ASKING')
    .call(...words())
    .exec();
  // Only a transaction may have no replies, and the same command replies alike in any way.
  const [, [error, reply]] = replies as [unknown, [Error | null, Reply]];
  if (error) throw error;
  return reply;
}
