import { type Endpoint, readSlots } from './cluster-slots.ts';
import { createDeadlines } from './deadlines.ts';
import { addressOf, endpointOf, nameOf, openRedisNode, type RedisNode } from './redis-node.ts';

/** What a node knows of its cluster. */
interface View {
  readonly isOk: boolean;
  readonly epoch: number;
  readonly masters: readonly (Endpoint | undefined)[];
}

/** The longest that a node is waited for that is asked about its cluster. */
const MAX_ASKED_MS = 300;
/** Until then a node that has left the cluster can respond to what it was sent. */
const LEAVING_MS = 1_000;

const EPOCH = /cluster_current_epoch:(\d+)/;

/**
 * Knows which servers Redis consists of: one, or the masters of a cluster. Several addresses are nodes
 * of a cluster; a single one is asked.
 *
 * @param urls the addresses, whose credentials may change
 * @param prepare takes each server when its connection is made
 */
export function createRedisTopology(
  urls: () => readonly string[],
  prepare: (client: RedisNode['client']) => void,
) {
  const withDeadline = createDeadlines(MAX_ASKED_MS);
  const nodes = new Map<string, RedisNode>();
  const listed = urls().map(endpointOf);
  const isSole = new Set(listed.map(nameOf)).size === 1;
  const address = isSole ? () => urls()[0] as string : undefined;
  const seeds = new Set(listed.map((endpoint) => nodeAt(endpoint, address)));
  // A setting has one at least.
  const [first] = [...seeds] as [RedisNode];
  let masters: (RedisNode | undefined)[] | undefined;
  let problem = isSole ? undefined : new Error('no node of the cluster has responded yet');
  let refreshing: Promise<void> | undefined;
  let isClosed = false;

  /** The node at an address, with the credentials of the setting for it, or else the first ones. */
  function nodeAt(
    endpoint: Endpoint,
    address = () => addressOf(endpoint, settingFor(endpoint)),
  ): RedisNode {
    const node = nodes.get(nameOf(endpoint)) ?? open(endpoint, address);
    if (endpoint.hostname !== undefined) node.announce(endpoint.hostname);
    return node;
  }

  function open(endpoint: Endpoint, address: () => string): RedisNode {
    const node = openRedisNode(address);
    prepare(node.client);
    nodes.set(nameOf(endpoint), node);
    return node;
  }

  function settingFor({ host, port, hostname }: Endpoint): string {
    const isMeant = (url: string) => {
      const listed = endpointOf(url);
      return listed.port === port && (listed.host === host || listed.host === hostname);
    };
    return urls().find(isMeant) ?? (urls()[0] as string);
  }

  /** Asks all known nodes. Concurrent calls share the responses. */
  function refresh(): Promise<void> {
    refreshing ??= discover().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  async function discover() {
    if (isSole) {
      const isNode = await withDeadline(isNodeOfCluster(first)).catch(() => undefined);
      const isCluster = isNode ?? (masters ?? problem) !== undefined;
      if (!isCluster) return leaveCluster();
    }
    const asked = [...nodes.values()];
    const views: View[] = [];
    const reasons = new Set<string>();
    const ask = async (node: RedisNode) => {
      try {
        views.push(await withDeadline(viewOf(node)));
      } catch (error) {
        // Promises are rejected with errors here.
        reasons.add(node.reasonFor(error as Error));
      }
    };
    await Promise.all(asked.map(ask));
    if (isClosed) return;
    // One that is cut off from the others knows nothing new.
    views.sort((one, other) => Number(other.isOk) - Number(one.isOk) || other.epoch - one.epoch);
    const [view] = views;
    if (view) adopt(view);
    else if (!masters) problem = new Error([...reasons].join(', '));
  }

  function adopt(view: View) {
    const found = new Map<Endpoint | undefined, RedisNode | undefined>([[undefined, undefined]]);
    for (const endpoint of new Set(view.masters)) {
      if (endpoint) found.set(endpoint, nodeAt(endpoint));
    }
    masters = view.masters.map((endpoint) => found.get(endpoint));
    problem = undefined;
    closeOthers(new Set([...seeds, ...found.values()]));
  }

  function leaveCluster() {
    masters = undefined;
    problem = undefined;
    closeOthers(seeds);
  }

  function closeOthers(used: ReadonlySet<RedisNode | undefined>) {
    for (const [name, node] of nodes) {
      if (used.has(node)) continue;
      nodes.delete(name);
      setTimeout(node.close, LEAVING_MS).unref();
    }
  }

  return {
    first,
    nodeAt,
    refresh,
    /** Settles once all servers are connected, or a first attempt has failed. */
    async opened() {
      await Promise.all([...nodes.values()].map(({ opened }) => opened));
      await refresh();
      await Promise.all([...nodes.values()].map(({ opened }) => opened));
    },
    isCluster: () => masters !== undefined,
    /** Undefined for a slot of a cluster that nobody serves. */
    ownerOf: (slot: number) => (masters ? masters[slot] : first),
    move(slot: number, node: RedisNode) {
      if (masters) masters[slot] = node;
    },
    /** Why it is not known which nodes there are. */
    problem: () => problem,
    close() {
      isClosed = true;
      for (const { close } of nodes.values()) close();
    },
  };
}

/** Asks with a command that every user may use. */
async function isNodeOfCluster({ client }: RedisNode): Promise<boolean> {
  const details = (await client.hello()) as unknown[];
  return details.includes('cluster');
}

async function viewOf({ client, host }: RedisNode): Promise<View> {
  const [slots, info] = await Promise.all([
    client.cluster('SLOTS'),
    // A user may have the right to the other one alone.
    client.cluster('INFO').catch(() => ''),
  ]);
  const [, epoch = 0] = EPOCH.exec(String(info)) ?? [];
  return {
    isOk: String(info).includes('cluster_state:ok'),
    epoch: Number(epoch),
    masters: readSlots(slots, host),
  };
}
