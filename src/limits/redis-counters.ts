import { setTimeout as wait } from 'node:timers/promises';
import { Cluster, Redis, type RedisOptions, type Result } from 'ioredis';
import { currentValue, type Secret } from '../settings/index.ts';
import { type CallerId, describeCount, type Usage } from './counters.ts';
import type { Limits } from './plans.ts';
import { followAddress } from './redis-address.ts';
import { createRedisConnections } from './redis-connections.ts';
import { CHECK, COUNT_REQUEST, INEXACT_SECONDS, MERGE_USAGE } from './redis-scripts.ts';
import { ageOf, currentSeconds, type Window } from './window.ts';

export type RedisCounters = ReturnType<typeof createRedisCounters>;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequest(...keysAndArguments: (string | number)[]): Result<CountReply, Context>;
    mergeUsage(...keysAndArguments: (string | number)[]): Result<null, Context>;
    checkCounting(key: string): Result<null, Context>;
  }
}

type CountReply = [number, number, number, number, number, number];

/** For a caller that this process knows nothing of. */
const NOTHING_KNOWN = [0, 0, 0, 0];
/** In place of the id of a key whose rejections are counted. */
const NO_KEY = 0;
const CONNECT_TIMEOUT_MS = 1_000;

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
 * Counters that all instances share. They reject when Redis fails.
 *
 * @param address one Redis, or several nodes of a cluster separated by commas
 * @param namespace the prefix of every key
 * @param banAfter how many rejected requests of a key lead to a ban
 */
export function createRedisCounters(address: Secret, namespace: string, banAfter: number) {
  const nodes = currentValue(address)
    .split(',')
    .map((node) => node.trim());
  const { Connector, watch, noteFirstAttempt, reasonFor, hide } = createRedisConnections(nodes);
  const open = (url: string) => new Redis(url, { ...OPTIONS, Connector });
  const client =
    nodes.length === 1
      ? followAddress(() => currentValue(address), open, hide)
      : createCluster(nodes, Connector);
  watch(client);
  const firstAttempt = client.connect().catch(noteFirstAttempt);
  client.defineCommand('countRequest', { numberOfKeys: 2, lua: COUNT_REQUEST });
  client.defineCommand('mergeUsage', { numberOfKeys: 1, lua: MERGE_USAGE });
  client.defineCommand('checkCounting', { numberOfKeys: 1, lua: CHECK });

  async function run(
    id: CallerId,
    limits: Limits,
    apiKeyId: number,
    mode: 0 | 1,
    known?: Usage<Window>,
  ) {
    // The braces keep all keys of a caller on one node of a cluster.
    const prefix = `${namespace}:{${id}}`;
    const keys = [`${prefix}:usage`, `${prefix}:rejections:${apiKeyId}`];
    const [redisSeconds, minuteOpened, minuteUsed, dayOpened, dayUsed, rejections] =
      await client.countRequest(
        ...keys,
        ...[limits.perMinute, dayOf(limits), mode, banAfter],
        ...(known ? describeKnown(known) : NOTHING_KNOWN),
      );
    const shift = secondsAhead(redisSeconds);
    const usage = {
      minute: { openedAtSeconds: minuteOpened + shift, used: minuteUsed },
      day: { openedAtSeconds: dayOpened + shift, used: dayUsed },
    };
    return describeCount(usage, limits, redisSeconds + shift, rejections);
  }

  return {
    /** Counts a request, beginning with what this process knows if Redis has lost it. */
    count: (id: CallerId, limits: Limits, apiKeyId = NO_KEY, known?: Usage<Window>) =>
      run(id, limits, apiKeyId, 1, known),
    peek: (id: CallerId, limits: Limits, known?: Usage<Window>) =>
      run(id, limits, NO_KEY, 0, known),
    /** Adds what was counted in the memory of this process while Redis was unavailable. */
    async merge(id: CallerId, { minute, day }: Usage<Window>, hasDay: boolean) {
      const describe = (window: Window) => [ageOf(window), window.used, window.unshared];
      const counts = [...describe(minute), ...describe(day), hasDay ? 1 : 0];
      await client.mergeUsage(`${namespace}:{${id}}:usage`, ...counts);
    },
    /** Resolves once the first connection is open, has failed, or takes too long. */
    async connected() {
      // Longer than an attempt, so that its reason is known when it has failed.
      await Promise.race([firstAttempt, wait(2 * CONNECT_TIMEOUT_MS, undefined, { ref: false })]);
    },
    giveHint: (name: string, lifetimeSeconds: number) =>
      client.set(`${namespace}:hint:${name}`, 1, 'EX', lifetimeSeconds),
    hasHint: async (name: string) => (await client.exists(`${namespace}:hint:${name}`)) === 1,
    /** Rejects unless Redis can count: a replica, or one that is full, responds all the same. */
    check: () => client.checkCounting(`${namespace}:check`),
    reasonFor,
    close: () => client.disconnect(),
  };
}

/**
 * How far this clock is ahead of that of Redis, by which responses would otherwise disagree with their
 * `Date` and with bans; 0 for what may be rounding and the time that the response took.
 */
function secondsAhead(redisSeconds: number): number {
  const seconds = currentSeconds() - redisSeconds;
  return Math.abs(seconds) > INEXACT_SECONDS ? seconds : 0;
}

/** Ages rather than times, since the clock of Redis may differ from this one. */
function describeKnown({ minute, day }: Usage<Window>): number[] {
  return [ageOf(minute), minute.used, ageOf(day), day.used];
}

/** The limit per day as the scripts take it: 0 for callers that have none. */
function dayOf({ perDay }: Limits): number {
  return Number.isFinite(perDay) ? perDay : 0;
}

function createCluster(nodes: string[], Connector: RedisOptions['Connector']): Cluster {
  const [first = ''] = nodes;
  const { username, password, protocol } = new URL(first);
  const redisOptions = {
    ...OPTIONS,
    Connector,
    // Every node has them, and ioredis takes TLS from no address of a cluster.
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    ...(protocol === 'rediss:' && { tls: {} }),
  };
  const { retryStrategy: clusterRetryStrategy } = OPTIONS;
  return new Cluster(nodes, { ...OPTIONS, clusterRetryStrategy, redisOptions });
}
