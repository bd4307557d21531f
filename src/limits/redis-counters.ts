import { Cluster, Redis, type RedisOptions, type Result } from 'ioredis';
import type { Customer } from './caller.ts';
import { type Count, type Counters, describeCount } from './counters.ts';
import { WINDOW_SECONDS } from './window.ts';

/** Counters that all instances share. They reject when Redis fails. */
export interface RedisCounters extends Counters {
  count(customer: Customer): Promise<Count>;
  peek(customer: Customer): Promise<Count>;
  /** Resolves once the first connection is open, has failed, or takes too long. */
  connected(): Promise<void>;
  /** Rejects unless Redis responds. */
  ping(): Promise<unknown>;
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequest(...keysAndArguments: (string | number)[]): Result<number[], Context>;
  }
}

/**
 * Counts in both windows in one round trip, by the clock of Redis, which all instances share.
 *
 * KEYS: usage of the customer, rejections of the key. ARGV: limit per minute, limit per day, 1 to
 * count or 0 to peek. Returns: 1 if the request is rejected, the time, when the minute was opened,
 * what is used of it, the same of the day, rejections.
 */
const COUNT_REQUEST = `
local now = tonumber(redis.call('TIME')[1])
local usage = redis.call('HMGET', KEYS[1], 'minute_opened', 'minute_used', 'day_opened', 'day_used')
local minute_opened, minute_used = tonumber(usage[1] or 0), tonumber(usage[2] or 0)
local day_opened, day_used = tonumber(usage[3] or 0), tonumber(usage[4] or 0)
-- The same as refresh in window.ts.
if now >= minute_opened + ${WINDOW_SECONDS.minute} then minute_used = 0 end
if now >= day_opened + ${WINDOW_SECONDS.day} then day_used = 0 end
minute_opened, day_opened = math.min(minute_opened, now), math.min(day_opened, now)
local has_room = minute_used < tonumber(ARGV[1]) and day_used < tonumber(ARGV[2])
local rejected, rejections = 0, 0
if ARGV[3] == '1' and has_room then
  if minute_used == 0 then minute_opened = now end
  if day_used == 0 then day_opened = now end
  minute_used, day_used = minute_used + 1, day_used + 1
  redis.call('HSET', KEYS[1], 'minute_opened', minute_opened, 'minute_used', minute_used,
    'day_opened', day_opened, 'day_used', day_used)
  redis.call('EXPIRE', KEYS[1], day_opened + ${WINDOW_SECONDS.day} - now)
elseif ARGV[3] == '1' then
  rejected, rejections = 1, redis.call('INCR', KEYS[2])
  if rejections == 1 then redis.call('EXPIRE', KEYS[2], ${WINDOW_SECONDS.minute}) end
end
return {rejected, now, minute_opened, minute_used, day_opened, day_used, rejections}
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
 * @param url one Redis, or several nodes of a cluster separated by commas
 * @param namespace the prefix of every key
 */
export function createRedisCounters(url: string, namespace: string): RedisCounters {
  const client = connect(url);
  // The caller of a command gets its error; without a listener the client would also print it.
  client.on('error', () => undefined);
  client.defineCommand('countRequest', { numberOfKeys: 2, lua: COUNT_REQUEST });

  async function run({ customerId, apiKeyId, limits }: Customer, mode: 0 | 1): Promise<Count> {
    // The braces keep all keys of a customer on one node of a cluster.
    const prefix = `${namespace}:{${customerId}}`;
    const [
      rejected = 0,
      nowSeconds = 0,
      minuteOpened = 0,
      minuteUsed = 0,
      dayOpened = 0,
      dayUsed = 0,
      rejections = 0,
    ] = await client.countRequest(
      `${prefix}:usage`,
      `${prefix}:refusals:${apiKeyId}`,
      limits.perMinute,
      limits.perDay,
      mode,
    );
    const usage = {
      minute: { openedAtSeconds: minuteOpened, used: minuteUsed },
      day: { openedAtSeconds: dayOpened, used: dayUsed },
    };
    return describeCount(usage, limits, { isRejected: rejected === 1, rejections, nowSeconds });
  }

  return {
    count: (customer) => run(customer, 1),
    peek: (customer) => run(customer, 0),
    connected: () =>
      new Promise((resolve) => {
        client.once('ready', resolve);
        client.once('error', () => resolve());
        setTimeout(resolve, CONNECT_TIMEOUT_MS);
      }),
    ping: () => client.ping(),
    close: async () => client.disconnect(),
  };
}

function connect(url: string): Redis | Cluster {
  const nodes = url.split(',').map((node) => node.trim());
  if (nodes.length === 1) return new Redis(url, OPTIONS);
  const { retryStrategy, enableOfflineQueue, enableAutoPipelining, ...redisOptions } = OPTIONS;
  return new Cluster(nodes, {
    clusterRetryStrategy: retryStrategy,
    enableOfflineQueue,
    enableAutoPipelining,
    redisOptions,
  });
}
