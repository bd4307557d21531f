import t from 'tap';
import {
  type Command,
  checkCounting,
  countRequests,
  defineScripts,
  hasHint,
  mergeUsage,
  setHint,
} from '../../src/limits/redis-commands.ts';
import { startRedis } from '../support/redis.ts';

t.test('a command does the same in words', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const { client } = redis;
  defineScripts(client);
  const key = 'shop:{1}:usage';
  const commands: Command<unknown>[] = [
    countRequests(
      [key, 'shop:{2}:usage'],
      '[10, [60, 1000, 1, 4, 1, 4, -1], [60, 0, 0, 0, 0, 0, -1]]',
    ),
    mergeUsage(key, [1, 5, 5, 1, 5, 5, 1]),
    checkCounting('shop:check'),
    setHint('shop:hint:a', 600),
    hasHint('shop:hint:a'),
  ];
  for (const { send, words } of commands) {
    const replies = [await send(client), await client.call(...words())];
    // The time of the first second, and of the next one.
    const [one, other] = replies.map((reply) => JSON.stringify(reply).replaceAll(/\d{10}/g, 'now'));
    t.equal(one, other);
  }
  t.equal(await client.hget(key, 'day_used'), '10');
  t.equal(await client.exists('shop:check'), 0);
});
