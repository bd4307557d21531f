// Reads and look-ups of keys: how few statements they take, also while the database is slow or fails.

import { mock } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { revokeKey } from '../../../src/platform/keys/administration.ts';
import { hashApiKey } from '../../../src/platform/keys/api-key.ts';
import { createBan } from '../../../src/platform/keys/bans.ts';
import { openKeyFinder } from '../../../src/platform/keys/index.ts';
import { createKeyCache } from '../../../src/platform/keys/key-cache.ts';
import type { KnownKey } from '../../../src/platform/keys/known-keys.ts';
import { openSample } from '../../helper.ts';
import { openLookUps } from '../../support/key-look-ups.ts';
import { generateApiKey, keyRules, keysOf } from '../../support/key-rules.ts';
import { until } from '../../support/until.ts';

const UNAVAILABLE = /"service_unavailable"/;

t.test('keys in use are read together before a request has to wait', async (t) => {
  const { clock, createKey, state, statusOf } = await openLookUps(t);
  clock.stop();
  const customers = await Promise.all([1, 2, 3].map(() => createKey()));
  const [first = '', ...others] = customers.map(({ key }) => key);
  for (const key of [first, ...others]) {
    await statusOf(key);
    clock.move(0.01);
  }
  t.match(state, { statements: 3, lookUps: 3 });
  for (let second = 1; second <= 4; second += 1) {
    clock.move(0.9);
    await statusOf(first);
    await until(() => state.lookUps === 3 + 3 * second);
    t.equal(state.statements, 3 + second);
    clock.move(0.09);
    // Without a pause for a statement: what was read at first would be too old.
    for (const key of others) t.equal(await statusOf(key), 200);
    t.equal(state.lookUps, 3 + 3 * second);
  }
});

t.test('a key that is not used any more is soon read no more', async (t) => {
  const { call, clock, createKey, database, state, statusOf } = await openLookUps(t);
  clock.stop();
  const [used, unused] = await Promise.all([createKey(), createKey()]);
  await statusOf(used.key);
  await statusOf(unused.key);
  // A statement costs PostgreSQL more.
  const inUseMs = database.provider === 'sqlite' ? 2_000 : 10_000;
  for (let ms = 1_000; ms < inUseMs; ms += 1_000) {
    clock.move(1);
    await call(used.key);
  }
  t.equal(state.lookUps, 2 + 2 * (inUseMs / 1_000 - 1));
  clock.move(1);
  await call(used.key);
  t.equal(state.lookUps, 2 + 2 * (inUseMs / 1_000 - 1) + 1);
  t.equal(await statusOf(unused.key), 200);
  t.equal(state.lookUps, 2 + 2 * (inUseMs / 1_000 - 1) + 2, 'it is looked up by itself');
});

t.test('one statement reads all keys in use; on SQLite, one reads 500', async (t) => {
  const { clock, database } = await openSample(t);
  clock.stop();
  const { client, provider } = database;
  const { id: customerId } = await client.customer.findFirstOrThrow();
  const apiKeys = Array.from({ length: 1_200 }, generateApiKey);
  const data = apiKeys.map((key) => ({ hash: hashApiKey(key), customerId, hint: 'many' }));
  for (let i = 0; i < data.length; i += 300) {
    await client.apiKey.createMany({ data: data.slice(i, i + 300) });
  }
  const found: number[] = [];
  const { find, findAlone, sharing } = openKeyFinder(database);
  const counted = async (hashes: readonly string[]) => {
    const rows = await findAlone(hashes);
    found.push(rows.length);
    return rows;
  };
  const keys = { find, findAlone: counted, sharing };
  const cache = createKeyCache(keys, keyRules.plans, clock);
  await Promise.all(apiKeys.map(cache.lookUp));
  found.splice(0);
  clock.move(1);
  const customers = await Promise.all(
    apiKeys.map((apiKey) => cache.get(apiKey) ?? cache.lookUp(apiKey)),
  );
  t.equal(customers.filter(Boolean).length, 1_200);
  t.strictSame(found, provider === 'sqlite' ? [500, 500, 200] : [1_200]);
});

t.test('many results are kept 500 at a time, so that requests go on between them', async (t) => {
  const { clock, database } = await openSample(t);
  clock.stop();
  const { client } = database;
  const { id: customerId } = await client.customer.findFirstOrThrow();
  const apiKeys = Array.from({ length: 1_200 }, generateApiKey);
  const data = apiKeys.map((key) => ({ hash: hashApiKey(key), customerId, hint: 'many' }));
  for (let i = 0; i < data.length; i += 300) {
    await client.apiKey.createMany({ data: data.slice(i, i + 300) });
  }
  const { find, findAlone } = openKeyFinder(database);
  let isShared = false;
  const findLate = async (hashes: readonly string[]) => {
    const rows = await findAlone(hashes);
    // What was known before is too old now.
    if (isShared) clock.move(0.1);
    return rows;
  };
  const sharing = { maxTogether: Number.POSITIVE_INFINITY, inUseMs: 10_000 };
  const cache = createKeyCache({ find, findAlone: findLate, sharing }, keyRules.plans, clock);
  await Promise.all(apiKeys.map(cache.lookUp));
  isShared = true;
  clock.move(0.9);
  const known = () => apiKeys.filter((apiKey) => cache.get(apiKey)).length;
  t.equal(known(), 1_200);
  const counts: number[] = [];
  for (let isRead = false; !isRead || counts.at(-1) !== 1_200; ) {
    await tick();
    const count = known();
    isRead ||= count < 1_200;
    if (isRead && counts.at(-1) !== count) counts.push(count);
  }
  const between = counts.filter((count) => count > 0 && count < 1_200);
  t.ok(between.length > 0);
  t.strictSame(
    between.filter((count) => count % 500 !== 0),
    [],
  );
});

t.test('a shared read begins in time, with few statements, and fails alone', async (t) => {
  const { clock, createKey, database } = await openSample(t);
  clock.stop();
  const { find, findAlone } = openKeyFinder(database);
  const unhandled: unknown[] = [];
  const collect = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', collect);
  t.teardown(() => process.off('unhandledRejection', collect));
  const statements: number[] = [];
  let ended = 0;
  let isFailing = false;
  const counted = async (hashes: readonly string[]) => {
    statements.push(hashes.length);
    if (isFailing) throw new Error('refused');
    const rows = await findAlone(hashes);
    ended += 1;
    return rows;
  };
  const sharing = { maxTogether: 2, inUseMs: 10_000 };
  const cache = createKeyCache({ find, findAlone: counted, sharing }, keyRules.plans, clock);
  const keys = await Promise.all([1, 2, 3, 4].map(() => createKey()));
  await Promise.all(keys.map(({ key }) => cache.lookUp(key)));
  const [{ key, id } = { key: '', id: 0n }] = keys;
  const useAfter = async (seconds: number) => {
    clock.move(seconds);
    t.match(cache.get(key), { kind: 'valid' });
    for (let i = 0; i < 5; i += 1) await tick();
  };
  statements.splice(0);
  for (let i = 0; i < 2; i += 1) {
    ended = 0;
    await useAfter(0.899);
    t.strictSame(statements, []);
    await useAfter(0.001);
    await until(() => ended === 2);
    // The results are kept.
    await useAfter(0);
    t.strictSame(statements.splice(0), [2, 2]);
  }
  isFailing = true;
  await useAfter(0.9);
  await until(() => statements.length > 0);
  await useAfter(0.099);
  t.strictSame(statements, [2]);
  t.strictSame(unhandled, [], 'nobody waits for what has failed');
  isFailing = false;
  await revokeKey(keysOf(database.client), id);
  clock.move(0.001);
  t.equal(cache.get(key), undefined, 'what was read is too old');
  t.strictSame(await cache.lookUp(key), { kind: 'revoked' });
});

t.test('the next shared read begins twice as early as the last one took', async (t) => {
  const { cache, clock, keys, reads, release } = await openHeldCache(t);
  clock.move(0.07);
  await release();
  t.equal(reads(), 1);
  // What was read when it began is as old.
  clock.move(0.859 - 0.07);
  t.ok(cache.get(keys[0].key));
  await tick();
  t.equal(reads(), 1);
  clock.move(0.002);
  t.ok(cache.get(keys[0].key));
  await until(() => reads() === 2);
});

/** Opens a cache whose shared reads are held back once they have read. */
async function openHeldCache(t: Test) {
  const { clock, createKey, database } = await openSample(t);
  clock.stop();
  const { find, findAlone, sharing } = openKeyFinder(database);
  const keys = [await createKey(), await createKey()] as const;
  const { promise: held, resolve } = Promise.withResolvers<void>();
  let reads = 0;
  const findHeld = async (hashes: readonly string[]) => {
    const rows = await findAlone(hashes);
    // The first look-ups read one key each.
    if (hashes.length === 1) return rows;
    reads += 1;
    await held;
    return rows;
  };
  const cache = createKeyCache({ find, findAlone: findHeld, sharing }, keyRules.plans, clock);
  for (const { key } of keys) await cache.lookUp(key);
  clock.move(0.9);
  cache.get(keys[0].key);
  await until(() => reads > 0);
  async function release() {
    resolve();
    await tick();
    await tick();
  }
  return { cache, client: database.client, clock, keys, reads: () => reads, release };
}

t.test('a key that cannot be read fails by itself, and not those read with it', async (t) => {
  const { clock, createKey, database, log, state, statusOf } = await openLookUps(t, {
    LOG_LEVEL: 'error',
  });
  clock.stop();
  const [broken, whole] = await Promise.all([createKey(), createKey()]);
  for (const { key } of [broken, whole]) t.equal(await statusOf(key), 200);
  await database.client.customer.update({
    where: { id: broken.customerId },
    data: { plan: 'none' },
  });
  clock.move(0.95);
  t.equal(await statusOf(whole.key), 200);
  await until(() => state.lookUps === 4, 'both are read together');
  // The first results are too old by now, and the shared read may still be waited for.
  clock.move(0.2);
  t.equal(await statusOf(whole.key), 200);
  t.equal(state.statements, 3, 'which was kept');
  t.equal(await statusOf(broken.key), 500);
  t.match(log.join(''), `The API key ${broken.id} cannot be read: `);
});

t.test('a shared read forgets no ban that this instance stores meanwhile', async (t) => {
  const { cache, client, clock, keys, release } = await openHeldCache(t);
  const [{ key }] = keys;
  const customer = customerOf(cache.get(key));
  if (!customer) throw new Error('the key is not valid');
  const ban = createBan({
    client,
    firstBanMs: 60_000,
    now: clock.wallMs,
    logFields: { apiKeyId: 'key', bannedUntil: 'until' },
    onBan: () => undefined,
    logFailure: (error) => t.fail(String(error)),
  });
  t.equal(await ban(customer, pino({ level: 'silent' })), true);
  await release();
  t.ok((customerOf(cache.get(key))?.ban.untilMs ?? 0) > clock.wallMs());
  clock.move(0.1);
  t.match(
    await cache.lookUp(key),
    { customer: { ban: { isTried: false } } },
    'looked up by itself',
  );
});

t.test('a request waits for no slow shared read, which undoes no later look-up', async (t) => {
  const { cache, client, clock, keys, release } = await openHeldCache(t);
  const [{ key, id }, other] = keys;
  await revokeKey(keysOf(client), id);
  clock.move(0.25);
  t.strictSame(await cache.lookUp(key), { kind: 'revoked' });
  await release();
  t.ok(cache.get(other.key), 'the shared read has ended');
  t.strictSame(cache.get(key), { kind: 'revoked' });
});

t.test('a revocation holds within a second, however slow the database is', async (t) => {
  const { call, clock, createKey, database, hold, statusOf } = await openLookUps(t);
  clock.stop();
  const { key, id } = await createKey();
  t.equal(await statusOf(key), 200);

  const release = hold();
  clock.move(1);
  const began = call(key);
  await until(() => release.count() === 1);
  await revokeKey(keysOf(database.client), id);
  clock.move(1);
  release();
  const response = await began;
  t.equal(response.statusCode, 503, 'what was read before the revocation is too old');
  t.match(response.payload, UNAVAILABLE);
  t.match(response.headers.ratelimit, /"day";r=99999;/, 'it shows, and counts, nothing new');
  await until(async () => (await statusOf(key)) === 401);
});

t.test('a key that expires while it is looked up is rejected', async (t) => {
  const { call, clock, createKey, hold } = await openLookUps(t);
  clock.stop();
  const { key } = await createKey({ expiresAt: clock.inMs(500) });
  const release = hold();
  const response = call(key);
  await until(() => release.count() === 1);
  clock.move(0.5);
  release();
  t.equal((await response).statusCode, 401);
});

t.test('a request waits a second for the database and no longer', async (t) => {
  const { call, clock, hold, key, statusOf } = await openLookUps(t);
  await call(key);
  clock.move(1);
  const release = hold();
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  let ended = 0;
  const responses = [call(key), call(key), call(generateApiKey())].map(async (response) => {
    t.match((await response).payload, UNAVAILABLE);
    ended += 1;
  });
  while (release.count() < 2) await tick();
  mock.timers.tick(999);
  // Needs no look-up, and passes by them.
  t.equal(await statusOf('x'), 401);
  t.equal(ended, 0, 'for a second');
  mock.timers.tick(1);
  await Promise.all(responses);
  t.equal(release.count(), 2, 'one look-up of each key');
  mock.timers.reset();
  release();
  await until(async () => (await statusOf(key)) === 200);
});

t.test('unknown keys get 503 while look-ups fail, and count against no address', async (t) => {
  const settings = { ANONYMOUS_PER_MINUTE: '20', LOG_LEVEL: 'error' };
  const { call, createKey, log, state, statusOf } = await openLookUps(t, settings);
  const customers = await Promise.all(Array.from({ length: 30 }, () => createKey()));
  state.isFailing = true;
  const keys = [...customers.map(({ key }) => key), ...Array.from({ length: 40 }, generateApiKey)];
  for (const key of keys) t.equal(await statusOf(key), 503);
  const together = await Promise.all(keys.map((key) => statusOf(key)));
  t.strictSame(new Set(together), new Set([503]));
  t.ok(log.length <= 10, `${log.length} lines for ${2 * keys.length} failures`);
  const { headers } = await call('x');
  t.match(headers.ratelimit, '"minute";r=19;', 'what cannot be a key needs no look-up');

  state.isFailing = false;
  for (const { key } of customers) t.equal(await statusOf(key), 200);
});

t.test('a known key that cannot be looked up gets 503, and never 401 or 429', async (t) => {
  const { call, clock, createKey, state } = await openLookUps(t);
  clock.stop();
  const { key } = await createKey({ plan: 'free' });
  await call(key);
  clock.move(1);
  state.isFailing = true;
  for (let i = 0; i < 70; i += 1) {
    const { statusCode, headers } = await call(key);
    t.equal(statusCode, 503);
    t.match(headers.ratelimit, /^"minute";r=59;t=59, "day";r=999;t=86399$/, 'its own limits');
  }
  state.isFailing = false;
  t.match((await call(key)).headers.ratelimit, /"day";r=998;/);
});

t.test('junk keys lock out no other key of their address', async (t) => {
  const { call, clock, createKey, state, statusOf } = await openLookUps(t);
  clock.stop();
  const statuses: number[] = [];
  for (let i = 0; i < 100; i += 1) statuses.push(await statusOf(generateApiKey()));
  const rejected = [...Array(60).fill(401), ...Array(40).fill(429)];
  t.strictSame(statuses, rejected, 'they count as anonymous requests');
  t.equal(state.lookUps, 100);
  for (let i = 0; i < 100; i += 1) {
    const { key } = await createKey();
    t.equal(await statusOf(key), 200, 'a key that the instance has not seen');
  }
  const { headers } = await call('x');
  t.match(headers.ratelimit, '"minute";r=0;t=60', 'what is valid does not count');
});

t.test('one statement looks up all unknown keys that wait, and no known key does', async (t) => {
  const { clock, createKey, hold, key, state, statusOf } = await openLookUps(t);
  clock.stop();
  await statusOf(key);
  const { key: unseen } = await createKey();
  const release = hold(key);
  const before = state.statements;
  const first = statusOf(generateApiKey());
  await until(() => release.count() === 1);
  const junk = Array.from({ length: 200 }, () => statusOf(generateApiKey()));
  junk.push(statusOf(unseen));
  // A known key is looked up again, while the unknown ones wait.
  clock.move(1);
  t.equal(await statusOf(key), 200);
  t.equal(state.statements - before, 2);
  release();
  await Promise.all([first, ...junk]);
  await until(async () => (await statusOf(unseen)) === 200);
  t.match(state, { statements: before + 3, lookUps: 1 + 1 + 1 + 201 });
});

t.test('unknown keys that wait are bounded in number, and wait at most a second', async (t) => {
  const { hold, state, statusOf } = await openLookUps(t);
  const release = hold();
  const statuses = Array.from({ length: 2_500 }, () => statusOf(generateApiKey()));
  t.strictSame(new Set(await Promise.all(statuses)), new Set([503]));
  t.equal(state.statements, 1);
  release();
  await until(async () => (await statusOf(generateApiKey())) === 401);
  t.ok(release.count() < 2_400, `${release.count()} are looked up`);
});

function customerOf(known: KnownKey | undefined) {
  return known?.kind === 'valid' ? known.customer : undefined;
}
