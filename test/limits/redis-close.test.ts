import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { openInstance } from '../support/counters.ts';
import { startProxy } from '../support/proxy.ts';
import { NEEDS_REDIS, startRedis } from '../support/redis.ts';

/*
 * Counters that are closed while Redis is frozen: nothing is sent or logged afterwards.
 */

for (const isInFlight of [false, true]) {
  const name = isInFlight ? 'with requests in flight' : 'without a request';
  t.test(`closes ${name}, and is silent afterwards`, NEEDS_REDIS, async (t) => {
    const redis = await startRedis(t);
    for (const waitMs of [400, 500]) {
      const { count, lines, store, untilAvailable } = await openInstance(t, redis.url);
      await untilAvailable();
      await count(7);
      let commands = 0;
      store.observe(() => {
        commands += 1;
      });
      const activity = () => [commands, lines.length, store.outages()];
      redis.freeze();
      // Until a merge, which begins every half second, waits for Redis.
      await wait(waitMs);
      if (isInFlight) await count(8);
      const inFlight = isInFlight && count(9);
      await Promise.all([store.close(), store.close()]);
      await inFlight;
      const atClose = activity();
      t.notOk((await count(7)).rejectedBy, 'a late request is counted here');
      await store.close();
      await wait(700);
      t.strictSame(activity(), atClose);
      redis.thaw();
      await wait(600);
      t.strictSame(activity(), atClose, 'when Redis is back');
    }
  });
}

t.test('closes while it connects again', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t);
  const proxy = await startProxy(t, redis.port);
  const url = `redis://127.0.0.1:${proxy.port}`;
  const { count, lines, store, untilAvailable } = await openInstance(t, url);
  await untilAvailable();
  proxy.hang();
  await redis.endConnections();
  await count(7);
  await store.close();
  const before = lines.length;
  proxy.resume();
  await wait(700);
  t.equal(lines.length, before);
});
