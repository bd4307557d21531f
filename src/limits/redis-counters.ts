import { once } from 'node:events';
import { Cluster, Redis, type RedisOptions, type Result } from 'ioredis';
import type { Customer } from './caller.ts';
import { describeCount } from './counters.ts';
import { WINDOW_SECONDS } from './window.ts';

export type RedisCounters = ReturnType<typeof createRedisCounters>;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequest(...keysAndArguments: (string | number)[]): Result<CountReply, Context>;
  }
}

type CountReply = [number, number, number, number, number, number];

/**
 * Counts in both windows in one round trip, by the clock of Redis, which all instances share.
 *
 * KEYS: usage of the customer, rejections of the key. ARGV: limit per minute, limit per day, 1 to
 * count or 0 to peek.
 */
const COUNT_REQUEST = `
local now = tonumber(redis.call('TIME')[1])
local usage = redis.call('HMGET', KEYS[1], 'minute_opened', 'minute_used', 'day_opened', 'day_used')
local minute_opened, minute_used = tonumber(usage[1] or 0), tonumber(usage[2] or 0)
local day_opened, day_used = tonumber(usage[3] or 0), tonumber(usage[4] or 0)
-- The same as refresh in window.ts.
if now >= minute_opened + ${WINDOW_SECONDS.minute} then minute_used = 0 end
if now >= day_opened + ${WINDOW_SECONDS.day} then day_used = 0 end
if minute_used == 0 or minute_opened > now then minute_opened = now end
if day_used == 0 or day_opened > now then day_opened = now end
local has_room = minute_used < tonumber(ARGV[1]) and day_used < tonumber(ARGV[2])
local rejections = 0
if ARGV[3] == '1' and has_room then
  minute_used, day_used = minute_used + 1, day_used + 1
  redis.call('HSET', KEYS[1], 'minute_opened', minute_opened, 'minute_used', minute_used,
    'day_opened', day_opened, 'day_used', day_used)
  redis.call('EXPIRE', KEYS[1], day_opened + ${WINDOW_SECONDS.day} - now)
elseif ARGV[3] == '1' then
  rejections = redis.call('INCR', KEYS[2])
  if rejections == 1 then redis.call('EXPIRE', KEYS[2], ${WINDOW_SECONDS.minute}) end
end
return {now, minute_opened, minute_used, day_opened, day_used, rejections}
`;

const CONNECT_TIMEOUT_MS = 1_000;

const OPTIONS = {
  // A command that cannot be sent now fails now, so that no request waits for an unavailable Redis.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: CONNECT_TIMEOUT_MS,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 1_000),
  // Commands sent within one tick go out in one write.
  enableAutoPipelining: true,
} satisfies RedisOptions;

/**
 * Counters that all instances share. They reject when Redis fails.
 *
 * @param url one Redis, or several nodes of a cluster separated by commas
 * @param namespace the prefix of every key
 */
export function createRedisCounters(url: string, namespace: string) {
  const client = connect(url);
  // The caller of a command gets its error; without a listener the client would also print it.
  client.on('error', () => undefined);
  client.defineCommand('countRequest', { numberOfKeys: 2, lua: COUNT_REQUEST });

  async function run({ customerId, apiKeyId, limits }: Customer, mode: 0 | 1) {
    // The braces keep all keys of a customer on one node of a cluster.
    const prefix = `${namespace}:{${customerId}}`;
    const keys = [`${prefix}:usage`, `${prefix}:refusals:${apiKeyId}`];
    const [nowSeconds, minuteOpened, minuteUsed, dayOpened, dayUsed, rejections] =
      await client.countRequest(...keys, limits.perMinute, limits.perDay, mode);
    const usage = {
      minute: { openedAtSeconds: minuteOpened, used: minuteUsed },
      day: { openedAtSeconds: dayOpened, used: dayUsed },
    };
    return describeCount(usage, limits, nowSeconds, rejections);
  }

  return {
    count: (customer: Customer) => run(customer, 1),
    peek: (customer: Customer) => run(customer, 0),
    /** Resolves once the first connection is open, has failed, or takes too long. */
    async connected() {
      const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
      await once(client, 'ready', { signal }).catch(() => undefined);
    },
    /** Rejects unless Redis responds. */
    ping: () => client.ping(),
    close: () => client.disconnect(),
  };
}

function connect(url: string): Redis | Cluster {
  const nodes = url.split(',').map((node) => node.trim());
  if (nodes.length === 1) return new Redis(url, OPTIONS);
  const { retryStrategy: clusterRetryStrategy } = OPTIONS;
  return new Cluster(nodes, { ...OPTIONS, clusterRetryStrategy, redisOptions: OPTIONS });
}
