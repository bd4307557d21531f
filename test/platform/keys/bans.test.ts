// Bans of keys that go on after 429: when they begin, how long they last, and how they are lifted.

import { pino } from 'pino';
import t from 'tap';
import { buildApp } from '../../../src/platform/app.ts';
import { setPlan, unbanKey } from '../../../src/platform/keys/administration.ts';
import { banKey, createBan } from '../../../src/platform/keys/bans.ts';
import { openSample, type Sample } from '../../helper.ts';
import { allKeys } from '../../support/all-keys.ts';
import { keysOf } from '../../support/key-rules.ts';
import { testConfig } from '../../support/test-config.ts';
import { service } from '../service/src/service.ts';

const DAY_SECONDS = 86_400;
const BANNED = /^\{"code":"api_key_banned",/;

const SMALL = { plan: 'enterprise', limits: { perMinute: 3, perDay: 1_000 } } as const;

/** Sends requests until one is rejected, and then late ones. */
async function callTooOften({ clock, send }: Sample, key: string, lateRejections: number) {
  const call = async () => (await send({ url: '/v1/widgets?limit=1', key })).statusCode;
  while ((await call()) !== 429);
  clock.move(6);
  for (let i = 0; i < lateRejections; i += 1) await call();
}

t.test('requests that were sent before the first 429 do not ban their key', async (t) => {
  const { clock, createKey, send } = await openSample(t);
  const { key } = await createKey({ plan: 'free' });
  clock.stop();
  const payload = { name: 'Bolt', groupId: 7 };
  const create = () => send({ method: 'POST', url: '/v1/widgets', key, payload });
  const responses = await Promise.all(Array.from({ length: 150 }, create));
  const codes = responses.map(({ statusCode, json }) => json().code ?? statusCode);
  const expected = [...Array(60).fill(201), ...Array(90).fill('rate_limit_exceeded')];
  t.strictSame(codes.sort(), expected);
  const wait = Number(responses.at(-1)?.headers['retry-after']);
  clock.move(wait);
  t.equal((await create()).statusCode, 201);
});

t.test('late rejections, more than the limit per minute, ban a key', async (t) => {
  const store = await openSample(t);
  const { clock } = store;
  clock.stop();
  const { key } = await store.createKey({ plan: 'free' });
  await callTooOften(store, key, 60);
  t.match(
    (await store.send({ url: '/v1/widgets', key })).payload,
    /rate_limit_exceeded/,
    'the 61st',
  );
  t.match((await store.send({ url: '/v1/widgets', key })).payload, BANNED);
});

t.test('ten late rejections within a minute ban a key for five minutes', async (t) => {
  const store = await openSample(t, { LOG_LEVEL: 'info' });
  const { clock } = store;
  clock.stop();
  const { id, key } = await store.createKey(SMALL);
  await callTooOften(store, key, 9);
  const tenth = await store.send({ url: '/v1/widgets', key });
  t.match(tenth.payload, /rate_limit_exceeded/);

  const banned = await store.send({ url: '/v1/widgets', key });
  t.equal(banned.statusCode, 429);
  t.same(banned.json(), {
    code: 'api_key_banned',
    message:
      'The API key is banned because it kept sending requests after 429 responses. ' +
      'Retry after 300 seconds.',
    status: 429,
  });
  const keys = await allKeys(store.database, clock.inMs(0));
  t.equal(keys.find((info) => info.id === id)?.state, 'banned');

  clock.move(200);
  for (let i = 0; i < 30; i += 1) {
    const { headers } = await store.send({ url: '/v1/widgets', key });
    t.equal(headers['retry-after'], '100', 'requests during a ban do not extend it');
  }
  clock.move(99);
  t.equal((await store.send({ url: '/v1/widgets', key })).headers['retry-after'], '1');
  clock.move(1);
  const unbanned = await store.send({ url: '/v1/widgets', key });
  t.equal(unbanned.statusCode, 200);
  t.match(unbanned.headers.ratelimit, /^"minute";r=2;t=60, "day";r=996;/, 'nor count');
  const lines = store.log.filter((line) => line.includes('an API key is banned'));
  t.equal(lines.length, 1, 'logged once');
  t.match(JSON.parse(lines[0] ?? ''), { severity_text: 'WARN', 'sample_service.api_key.id': id });
});

t.test('each further ban within a day lasts twice as long, up to a day', async (t) => {
  const store = await openSample(t, { BAN_SECONDS: '20000' });
  const { clock } = store;
  clock.stop();
  const { key } = await store.createKey(SMALL);
  for (const seconds of [20_000, 40_000, 80_000, DAY_SECONDS]) {
    await callTooOften(store, key, 10);
    const { headers } = await store.send({ url: '/v1/widgets', key });
    t.equal(headers['retry-after'], String(seconds));
    clock.move(seconds);
  }
  // The last ban took the whole day, so that the next one starts from the beginning.
  await callTooOften(store, key, 10);
  const { headers } = await store.send({ url: '/v1/widgets', key });
  t.equal(headers['retry-after'], '20000');
});

t.test('every header of a ban shows when it ends', async (t) => {
  for (const banSeconds of [20, 300, DAY_SECONDS]) {
    const store = await openSample(t, { BAN_SECONDS: String(banSeconds) });
    const { clock } = store;
    clock.stop();
    const { key } = await store.createKey(SMALL);
    await store.send({ url: '/v1/widgets', key });
    // The ban of a day ends after the day window, which the first request opened.
    clock.move(1_000);
    await callTooOften(store, key, 10);
    const endSeconds = Math.floor(clock.wallMs() / 1_000) + banSeconds;
    for (const [method, waitSeconds, leftSeconds] of [
      ['GET', 0, banSeconds],
      ['HEAD', banSeconds - 10, 10],
    ] as const) {
      clock.move(waitSeconds);
      const { headers, statusCode } = await store.send({ method, url: '/v1/widgets', key });
      t.equal(statusCode, 429);
      t.match(headers, {
        'x-ratelimit-limit': '3',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(endSeconds),
        'retry-after': String(leftSeconds),
        'ratelimit-policy': '"minute";q=3;w=60, "day";q=1000;w=86400',
        ratelimit: `"minute";r=0;t=${leftSeconds}, "day";r=0;t=${leftSeconds}`,
      });
    }
  }
});

t.test('a lifted ban ends within a second, and does not double the next one', async (t) => {
  const store = await openSample(t);
  const { clock } = store;
  clock.stop();
  const { id, key } = await store.createKey(SMALL);
  await callTooOften(store, key, 10);
  await unbanKey(keysOf(store.database.client), id);
  clock.move(1);
  t.match((await store.send({ url: '/v1/widgets', key })).payload, /rate_limit_exceeded/);
  clock.move(60);
  await callTooOften(store, key, 10);
  t.equal((await store.send({ url: '/v1/widgets', key })).headers['retry-after'], '300');
});

t.test('a ban that cannot be stored fails no request, and is tried again', async (t) => {
  const store = await openSample(t, { LOG_LEVEL: 'error', BAN_AFTER_REJECTIONS: '3' });
  const { key } = await store.createKey(SMALL);
  await callTooOften(store, key, 3);
  await store.alter('ALTER TABLE api_keys RENAME COLUMN banned_at TO elsewhere');
  t.match((await store.send({ url: '/v1/widgets', key })).payload, /rate_limit_exceeded/);
  t.ok(store.log.some((line) => line.includes('a ban could not be stored')));
  await store.alter('ALTER TABLE api_keys RENAME COLUMN elsewhere TO banned_at');
  await callTooOften(store, key, 3);
  t.match((await store.send({ url: '/v1/widgets', key })).payload, BANNED);
});

t.test('a key that another instance has banned is not banned by this one', async (t) => {
  const { clock, createKey, database } = await openSample(t);
  const { client } = database;
  const lines: string[] = [];
  let bans = 0;
  const ban = createBan({
    client,
    firstBanMs: 60_000,
    now: clock.wallMs,
    logFields: { apiKeyId: 'key', bannedUntil: 'until' },
    onBan() {
      bans += 1;
    },
    logFailure: (error) => t.fail(String(error)),
  });
  const tryToBan = async (apiKeyId: bigint) => {
    const known = { untilMs: 0, isTried: false };
    const log = pino({}, { write: (line) => lines.push(line) });
    const isBanned = await ban({ apiKeyId, ban: known }, log);
    return [isBanned, known.untilMs > 0, bans, lines.length];
  };
  const [one, two] = [await createKey(), await createKey()];
  t.strictSame(await tryToBan(one.id), [true, true, 1, 1]);
  await banKey(client, two.id, 60_000, clock.wallMs());
  t.strictSame(await tryToBan(two.id), [false, false, 1, 1], 'it learns when that ends');
  t.equal(await client.keyEvent.count({ where: { action: 'banned' } }), 2);
});

t.test('lowered limits delay no ban', async (t) => {
  const store = await openSample(t);
  const { clock } = store;
  clock.stop();
  const limits = { perMinute: 20, perDay: 1_000 };
  const { id, key } = await store.createKey({ plan: 'enterprise', limits });
  await callTooOften(store, key, 15);
  await setPlan(keysOf(store.database.client), id, SMALL.plan, SMALL.limits);
  clock.move(1);
  const next = await store.send({ url: '/v1/widgets', key });
  t.match(next.payload, /rate_limit_exceeded/, 'the 16th, where the tenth would have been enough');
  t.match((await store.send({ url: '/v1/widgets', key })).payload, BANNED);
});

t.test('a ban is tried once for each look-up of its key', async (t) => {
  const { clock, createKey, database } = await openSample(t);
  clock.stop();
  let attempts = 0;
  let isFailing = true;
  const client = new Proxy(database.client, {
    get(target, name) {
      if (name !== '$transaction') return Reflect.get(target, name);
      attempts += 1;
      if (isFailing) throw new Error('There is no space left.');
      return target.$transaction.bind(target);
    },
  });
  const app = await buildApp(service, testConfig(), { ...database, client }, { clock });
  t.teardown(() => app.close());
  const { key, id } = await createKey(SMALL);
  const call = async () => {
    const headers = { authorization: `Bearer ${key}` };
    return (await app.inject({ url: '/v1/widgets?limit=1', headers })).json().code;
  };
  const callTogether = () => Promise.all(Array.from({ length: 30 }, call));
  while ((await call()) !== 'rate_limit_exceeded');
  clock.move(6);
  for (const expected of [1, 2, 3]) {
    t.strictSame(new Set(await callTogether()), new Set(['rate_limit_exceeded']));
    t.equal(attempts, expected);
    clock.move(1);
  }
  isFailing = false;
  await callTogether();
  t.equal(attempts, 4);
  t.equal(await call(), 'api_key_banned');
  const events = await database.client.keyEvent.findMany({ where: { apiKeyId: id } });
  t.strictSame(
    events.map(({ action }) => action),
    ['created', 'banned'],
  );
});
