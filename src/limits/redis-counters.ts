import { Cluster, Redis, type RedisOptions, type Result } from 'ioredis';
import {
  type Count,
  type Counters,
  DAY_SECONDS,
  describeCount,
  MINUTE_SECONDS,
  type Subject,
} from './counters.ts';

/** Counters that all instances share. They fail when Redis fails. */
export interface RedisCounters extends Counters {
  count(subject: Subject): Promise<Count>;
  peek(subject: Subject): Promise<Count>;
  /** Waits until the first connection stands, or has failed, or does not come about for too long. */
  connected(): Promise<void>;
  /** Fails unless Redis answers. */
  ping(): Promise<unknown>;
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequest(...keysAndArguments: (string | number)[]): Result<number[], Context>;
  }
}

/**
 * Counts in both windows in one round trip, by Redis's own clock, which is one for all instances.
 *
 * KEYS: usage of the customer, refusals of the key. ARGV: limit per minute, limit per day, 1 to
 * count or 0 to look. Returns: 1 where it was refused, the time, when the minute was opened and
 * what is used of it, the same of the day, refusals.
 */
const COUNT_REQUEST = `
local now = tonumber(redis.call('TIME')[1])
local usage = redis.call('HMGET', KEYS[1], 'minute_opened', 'minute_used', 'day_opened', 'day_used')
local minute_opened, minute_used = tonumber(usage[1] or 0), tonumber(usage[2] or 0)
local day_opened, day_used = tonumber(usage[3] or 0), tonumber(usage[4] or 0)
-- A window that is over is empty. One that lies ahead, since the clock was set back, opens now.
if now >= minute_opened + ${MINUTE_SECONDS} then minute_used = 0 end
if now >= day_opened + ${DAY_SECONDS} then day_used = 0 end
minute_opened, day_opened = math.min(minute_opened, now), math.min(day_opened, now)
local has_room = minute_used < tonumber(ARGV[1]) and day_used < tonumber(ARGV[2])
local refused, refusals = 0, 0
if ARGV[3] == '1' and has_room then
  if minute_used == 0 then minute_opened = now end
  if day_used == 0 then day_opened = now end
  minute_used, day_used = minute_used + 1, day_used + 1
  redis.call('HSET', KEYS[1], 'minute_opened', minute_opened, 'minute_used', minute_used,
    'day_opened', day_opened, 'day_used', day_used)
  redis.call('EXPIRE', KEYS[1], day_opened + ${DAY_SECONDS} - now)
elseif ARGV[3] == '1' then
  refused, refusals = 1, redis.call('INCR', KEYS[2])
  if refusals == 1 then redis.call('EXPIRE', KEYS[2], ${MINUTE_SECONDS}) end
end
return {refused, now, minute_opened, minute_used, day_opened, day_used, refusals}
`;

const CONNECTS_WITHIN_MS = 1_000;

const OPTIONS = {
  // A command that cannot be sent now fails now, so that nobody waits for a lost Redis.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: CONNECTS_WITHIN_MS,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 1_000),
  // What is sent within one turn of the event loop goes out in one write.
  enableAutoPipelining: true,
} satisfies RedisOptions;

/**
 * @param url one Redis, or several nodes of a cluster separated by commas
 * @param namespace what every key begins with
 */
export function createRedisCounters(url: string, namespace: string): RedisCounters {
  const client = connect(url);
  // Whoever counts learns of the failure; without a listener the client would print it, too.
  client.on('error', () => undefined);
  client.defineCommand('countRequest', { numberOfKeys: 2, lua: COUNT_REQUEST });

  async function run({ customerId, apiKeyId, limits }: Subject, mode: 0 | 1): Promise<Count> {
    // The braces put all keys of a customer on one node of a cluster.
    const prefix = `${namespace}:{${customerId}}`;
    const [
      refused = 0,
      nowSeconds = 0,
      minuteOpened = 0,
      minuteUsed = 0,
      dayOpened = 0,
      dayUsed = 0,
      refusals = 0,
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
    return describeCount(usage, limits, { wasRefused: refused === 1, refusals, nowSeconds });
  }

  return {
    count: (subject) => run(subject, 1),
    peek: (subject) => run(subject, 0),
    connected: () =>
      new Promise((resolve) => {
        client.once('ready', resolve);
        client.once('error', () => resolve());
        setTimeout(resolve, CONNECTS_WITHIN_MS);
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
