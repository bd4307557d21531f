import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { buildApp } from '../../src/app.ts';
import type { Query } from '../../src/database/statements.ts';
import { revokeKey } from '../../src/keys/administration.ts';
import { createApiKey, hashApiKey } from '../../src/keys/api-key.ts';
import { openStore } from '../helper.ts';
import { startRedis, untilAnswering } from '../support/redis.ts';
import { testConfig } from '../support/test-config.ts';

/*
 * What instances tell each other about keys, so that one that was just started serves customers
 * although it gets junk keys only.
 */

t.test('a key that another instance knows does not wait behind junk keys', async (t) => {
  const shop = await openShop(t);
  if (!shop) return;
  const { key, createKey, newInstance } = shop;
  const { key: unhinted } = await createKey();
  const { call, hold } = await newInstance();
  const release = hold([key, unhinted]);
  const junk = Array.from({ length: 10 }, (_, i) => call(createApiKey(), `10.1.0.${i}`));
  while (release.count() < 3) await wait(5);
  t.equal((await call(key)).statusCode, 200);
  t.equal((await call(unhinted)).statusCode, 503, 'one that no instance knows does');
  await Promise.all(junk);
  release();
});

t.test('nor does it need a look-up of its address', async (t) => {
  const shop = await openShop(t);
  if (!shop) return;
  const { key, createKey, newInstance } = shop;
  const { key: unhinted } = await createKey();
  const { call } = await newInstance();
  for (let i = 0; i < 60; i += 1) await call(createApiKey());
  t.equal((await call(key)).statusCode, 200);
  t.equal((await call(unhinted)).statusCode, 429);
});

t.test('the database decides about a hinted key', async (t) => {
  const shop = await openShop(t);
  if (!shop) return;
  const { key, apiKeyId, database, newInstance } = shop;
  await revokeKey(database.client, apiKeyId);
  const { call, hold } = await newInstance();
  const release = hold([key]);
  const junk = Array.from({ length: 10 }, (_, i) => call(createApiKey(), `10.1.0.${i}`));
  while (release.count() < 3) await wait(5);
  t.equal((await call(key)).statusCode, 401);
  await Promise.all(junk);
  release();
});

t.test('Redis holds neither a key nor what is stored of it, and for ten minutes', async (t) => {
  const shop = await openShop(t);
  if (!shop) return;
  const { key, redis } = shop;
  const names = await redis.client.keys('*');
  const [hint = ''] = names.filter((name) => name.startsWith('animal-store:hint:'));
  const seconds = Number(await redis.client.ttl(hint));
  t.ok(seconds > 0 && seconds <= 600, `${seconds} s`);
  for (const secret of [key, key.slice(4), hashApiKey(key)]) t.notMatch(names.join(), secret);
});

t.test('without Redis there are no hints', async (t) => {
  const shop = await openShop(t);
  if (!shop) return;
  const { key, redis, newInstance } = shop;
  const { call } = await newInstance();
  for (let i = 0; i < 60; i += 1) await call(createApiKey());
  redis.freeze();
  t.teardown(() => redis.thaw());
  t.equal((await call(key)).statusCode, 429, 'while it does not respond in time');
  t.equal((await call(key)).statusCode, 429, 'in the outage');
});

t.test('a Redis that takes no hints counts all the same', async (t) => {
  const shop = await openShop(t, ['-set', '-exists']);
  if (!shop) return;
  const { redis, database, newInstance, createKey } = shop;
  const { key } = await createKey();
  const { call } = await newInstance();
  t.equal((await call(key)).statusCode, 200);
  for (let i = 0; i < 60; i += 1) await call(createApiKey());
  t.equal((await call((await createKey()).key)).statusCode, 429);
  t.equal((await redis.client.keys('animal-store:hint:*')).length, 0);
  const { customerId } = await database.client.apiKey.findUniqueOrThrow({
    where: { hash: hashApiKey(key) },
  });
  t.equal(await redis.client.hget(`animal-store:{${customerId}}:usage`, 'day_used'), '1');
});

/**
 * A shop whose first instance knows a key.
 *
 * @param rules of Redis for the service, which may do everything otherwise
 * @returns undefined if Redis is not installed
 */
async function openShop(t: Test, rules: string[] = []) {
  const redis = await startRedis(t);
  if (!redis) return undefined;
  await redis.client.acl('SETUSER', 'counter', 'on', '>x', '~*', '+@all', ...rules);
  const settings = { REDIS_URL: redis.url.replace('//', '//counter:x@') };
  const store = await openStore(t, settings);
  const { key, id: apiKeyId } = await store.createKey();
  t.equal((await store.send({ url: '/v1/pets', key })).statusCode, 200);
  if (rules.length === 0) {
    await untilAnswering(async () => {
      if ((await redis.client.keys('animal-store:hint:*')).length === 0) throw new Error('no hint');
    });
  }

  /** Another instance of it, which has seen no key yet. */
  async function newInstance() {
    let gate: { readonly open: Promise<void>; readonly except: string[] } | undefined;
    let count = 0;
    const query: Query = async (sql, values) => {
      if (sql.includes('api_keys')) {
        count += new Set(values).size;
        if (!values.some((hash) => gate?.except.includes(String(hash)))) await gate?.open;
      }
      return store.database.query(sql, values);
    };
    const app = await buildApp(testConfig(settings), { ...store.database, query });
    t.teardown(() => app.close());
    const call = (bearer: string, remoteAddress = '192.0.2.1') => {
      const headers = { authorization: `Bearer ${bearer}` };
      return app.inject({ url: '/v1/pets', headers, remoteAddress });
    };
    /** Holds back look-ups of other keys. */
    const hold = (keys: string[]) => {
      let open = () => {};
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      gate = { open: opened, except: keys.map(hashApiKey) };
      return Object.assign(() => open(), { count: () => count });
    };
    return { call, hold };
  }

  return { ...store, key, apiKeyId, redis, newInstance };
}
