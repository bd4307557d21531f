import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { openInstance } from '../support/counters.ts';
import { startProxy } from '../support/proxy.ts';
import { startRedis } from '../support/redis.ts';

/*
 * Counters in Redis that are closed while Redis is frozen: nothing goes on afterwards.
 */

for (const counted of ['nothing', 'a request in flight']) {
  t.test(`with ${counted}, nothing is sent or logged after close, however often`, async (t) => {
    const redis = await startRedis(t);
    if (!redis) return;
    for (let round = 0; round < 2; round += 1) {
      const { count, lines, store, untilAvailable } = await openInstance(t, redis.url);
      await untilAvailable();
      await count(7);
      let commands = 0;
      store.observe(() => {
        commands += 1;
      });
      redis.freeze();
      // Into a merge that waits for Redis: there is one in each half second.
      await wait(400 + 100 * round);
      if (counted !== 'nothing') await count(8);
      const inFlight = counted === 'nothing' ? undefined : count(9);
      await Promise.all([store.close(), store.close()]);
      await inFlight;
      const atClose = [commands, lines.length, store.outages()];
      t.ok(!(await count(7)).rejectedBy, 'a late request is counted here');
      await store.close();
      await wait(700);
      t.strictSame([commands, lines.length, store.outages()], atClose);
      redis.thaw();
      await wait(600);
      t.strictSame([commands, lines.length, store.outages()], atClose, 'when Redis is back');
    }
  });
}

t.test('closes while it connects again', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const proxy = await startProxy(t, redis.port);
  const { count, lines, store, untilAvailable } = await openInstance(
    t,
    `redis://127.0.0.1:${proxy.port}`,
  );
  await untilAvailable();
  proxy.hang();
  await redis.client.call('CLIENT', 'KILL', 'SKIPME', 'yes');
  await count(7);
  await store.close();
  const before = lines.length;
  proxy.resume();
  await wait(700);
  t.equal(lines.length, before);
});
