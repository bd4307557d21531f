// Which keys authenticate a request, how soon a change of a key applies, and how few look-ups that
// takes.

import type { InjectOptions } from 'fastify';
import t from 'tap';
import { buildApp } from '../../../src/platform/app.ts';
import type { PrismaClient } from '../../../src/platform/database/index.ts';
import {
  createCustomer,
  disableKey,
  revokeKey,
  setPlan,
  setScopes,
} from '../../../src/platform/keys/administration.ts';
import { banKey } from '../../../src/platform/keys/bans.ts';
import { openKeyFinder } from '../../../src/platform/keys/index.ts';
import { createKeyCache } from '../../../src/platform/keys/key-cache.ts';
import { openSample, type Request } from '../../helper.ts';
import { allKeys } from '../../support/all-keys.ts';
import { openLookUps } from '../../support/key-look-ups.ts';
import { generateApiKey, keyRules, keysOf } from '../../support/key-rules.ts';
import { testConfig } from '../../support/test-config.ts';
import { eventually } from '../../support/until.ts';
import { service } from '../service/src/service.ts';

const MISSING = {
  code: 'api_key_missing',
  message: "The API key is missing: send it as 'Authorization: Bearer <API_KEY>'.",
  status: 401,
};
const INVALID = { code: 'api_key_invalid', message: 'The API key is not valid.', status: 401 };
/** Only whoever has a key learns that it was valid once. */
const EXPIRED = { ...INVALID, message: 'The API key has expired.' };
const REVOKED = { ...INVALID, message: 'The API key was revoked.' };

t.test('returns 401 if no bearer key is sent', async (t) => {
  const { send, key } = await openSample(t);
  const schemes = ['', 'Bearer', 'Bearer ', key, `Basic ${key}`, `Bearer${key}`, `Bearer ${key} x`];
  for (const authorization of [undefined, ...schemes]) {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await send({ url: '/v1/widgets', key: null, headers });
    t.equal(response.statusCode, 401, authorization ?? 'no header');
    t.strictSame(response.json(), MISSING);
    t.equal(response.headers['www-authenticate'], 'Bearer realm="Sample Service"');
  }
});

t.test('returns 401 if the key is not valid', async (t) => {
  const { app, send, key, createKey, database } = await openSample(t);
  const revoked = await createKey();
  await revokeKey(keysOf(database.client), revoked.id);
  const expired = await createKey({ expiresAt: new Date(Date.now() - 1) });
  const both = await createKey({ expiresAt: new Date(Date.now() - 1) });
  await revokeKey(keysOf(database.client), both.id);
  const disabled = await createKey();
  await disableKey(keysOf(database.client), disabled.id);
  const keys = {
    malformed: ['x', INVALID],
    'with a wrong checksum': [mistype(key), INVALID],
    'in upper case': [key.toUpperCase(), INVALID],
    unknown: [generateApiKey(), INVALID],
    expired: [expired.key, EXPIRED],
    revoked: [revoked.key, REVOKED],
    'expired and revoked': [both.key, REVOKED],
    disabled: [disabled.key, INVALID],
  } as const;
  for (const [name, [invalid, body]] of Object.entries(keys)) {
    // Twice, since the second time the key is in the cache.
    for (const time of ['first', 'second']) {
      const response = await send({ url: '/v1/widgets', key: invalid });
      t.equal(response.statusCode, 401, `${name}, the ${time} time`);
      t.strictSame(response.json(), body, name);
      t.equal(
        response.headers['www-authenticate'],
        'Bearer realm="Sample Service", error="invalid_token"',
      );
      const headers = { authorization: `Bearer ${invalid}` };
      const agent = await app.inject({ method: 'POST', url: '/mcp', headers, payload: {} });
      t.strictSame([agent.statusCode, agent.json()], [401, body], 'an agent is told the same');
      t.equal(agent.headers['www-authenticate'], response.headers['www-authenticate']);
    }
  }
});

t.test('accepts the scheme in any case, and more than one space after it', async (t) => {
  const { send, key } = await openSample(t);
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer  ']) {
    const headers = { authorization: `${scheme} ${key}` };
    t.equal((await send({ url: '/v1/widgets', headers })).statusCode, 200, scheme);
  }
  for (const [spaces, status] of [
    [8, 200],
    [9, 401],
  ] as const) {
    const headers = { authorization: `Bearer${' '.repeat(spaces)}${key}` };
    const { statusCode } = await send({ url: '/v1/widgets', key: null, headers });
    t.equal(statusCode, status, `${spaces} spaces`);
  }
});

t.test('tells an anonymous caller nothing but 401, whatever the request', async (t) => {
  const { send } = await openSample(t);
  const json = { 'content-type': 'application/json' };
  const requests: Request[] = [
    { url: '/v1' },
    { url: '/v1/nothing' },
    { url: '/v1/widgets/%' },
    { url: '/v1/widgets/x' },
    { url: '/v1/widgets/42' },
    { url: '/v1/widgets?limit=x' },
    { url: '/v1/widgets', method: 'DELETE' },
    { url: '/v1/widgets', method: 'OPTIONS' },
    { url: '/v1/nothing', method: 'POST' },
    { url: '/v1/widgets', method: 'POST' },
    { url: '/v1/widgets', method: 'POST', headers: json, payload: '{' },
    { url: '/v1/widgets', method: 'POST', payload: { id: 1 } },
    {
      url: '/v1/widgets',
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      payload: '<x/>',
    },
    { url: '/v1/widgets', method: 'POST', headers: json, payload: 'x'.repeat(100_000) },
  ];
  for (const request of requests) {
    const name = `${request.method ?? 'GET'} ${request.url}`;
    const anonymous = await send({ ...request, key: null });
    t.strictSame([anonymous.statusCode, anonymous.json()], [401, MISSING], name);
    const invalid = await send({ ...request, key: generateApiKey() });
    t.strictSame([invalid.statusCode, invalid.json()], [401, INVALID], name);
  }
});

t.test('quotes and stores no API key, wherever a request has it', async (t) => {
  const { app, send, key, database } = await openSample(t);
  const field = (name: string) => ({ payload: { name: 'Bolt', groupId: 7, [name]: 1 } });
  const text = (payload: string) => ({
    payload,
    headers: { 'content-type': 'application/json' },
  });
  const header = (name: string) => ({
    payload: { name: 'Bolt', groupId: 7 },
    headers: { [name]: `x-${key}` },
  });
  const bodies: InjectOptions[] = [
    field(key),
    // Names are cut after 64 characters.
    field(`${'x'.repeat(30)}${key}`),
    text(`{"${key}":1,"${key}":2}`),
    header('idempotency-key'),
  ];
  const requests: Request[] = [
    { url: `/v1/widgets?${key}=1` },
    { url: `/v1/widgets?${'x'.repeat(30)}${key}` },
    { url: `/v1/widgets?limit=1&a%20${key}=%ff` },
    { url: `/v1/store/shipments?status=${key}` },
    { url: `/v1/widgets/${key}` },
    ...bodies.map((body) => ({ ...body, method: 'POST' as const, url: '/v1/widgets' })),
  ];
  for (const request of requests) {
    const { statusCode, headers, payload } = await send(request);
    t.equal(statusCode, 400, request.url);
    t.notMatch(JSON.stringify(headers) + payload, key.slice(0, 20), payload);
  }
  const { payload } = await send({ url: `/v1/widgets?${key}=1` });
  t.match(payload, '"smp_… is not a known parameter."');
  const { client } = database;
  t.same([await client.idempotencyKey.count(), await client.widget.count()], [0, 0]);
  const outside = await app.inject({ url: `/${key}?${key}`, headers: { 'x-request-id': key } });
  t.notMatch(JSON.stringify(outside.headers) + outside.payload, key.slice(0, 20));
});

type Change = (client: PrismaClient, id: bigint, nowMs: number) => Promise<unknown>;

/** Changes of a key, and the status of its calls afterwards. */
const CHANGES: [change: Change, status: number][] = [
  [(client, id) => revokeKey(keysOf(client), id), 401],
  [(client, id) => setScopes(keysOf(client), id, ['shipments:read']), 403],
  [(client, id, nowMs) => banKey(client, id, 60_000, nowMs), 429],
];

t.test('a change of a key applies on every instance within a second', async (t) => {
  const { clock, createKey, database } = await openSample(t);
  clock.stop();
  const start = async () => {
    const app = await buildApp(service, testConfig(), database, { clock });
    t.teardown(() => app.close());
    return app;
  };
  const instance = await start();
  for (const [change, status] of CHANGES) {
    const { id, key } = await createKey();
    const headers = { authorization: `Bearer ${key}` };
    const call = async (app = instance) =>
      (await app.inject({ url: '/v1/widgets', headers })).statusCode;
    t.equal(await call(), 200);
    await change(database.client, id, clock.wallMs());
    for (let i = 0; i < 8; i += 1) {
      // What was read less than a second ago is still in the cache, however often the key calls.
      t.equal(await call(), 200);
      clock.move(0.125);
    }
    t.equal(await call(), status);
    t.equal(await call(await start()), status, 'an instance that starts afterwards');
  }
});

t.test('rejects a key from the moment of its expiry', async (t) => {
  const { send, clock, createKey } = await openSample(t);
  clock.stop();
  const { key } = await createKey({ expiresAt: clock.inMs(500) });
  t.equal((await send({ url: '/v1/widgets', key })).statusCode, 200);
  clock.move(0.499);
  t.equal((await send({ url: '/v1/widgets', key })).statusCode, 200);
  clock.move(0.001);
  t.equal((await send({ url: '/v1/widgets', key })).statusCode, 401);
});

t.test('a revocation takes a second, whatever the clock is set to meanwhile', async (t) => {
  for (const bySeconds of [3_600, -3_600]) {
    const { statusOf, clock, createKey, database } = await openLookUps(t);
    clock.stop();
    const { key, id } = await createKey();
    t.equal(await statusOf(key), 200);
    await revokeKey(keysOf(database.client), id);
    clock.set(bySeconds);
    clock.move(0.999);
    t.equal(await statusOf(key), 200, 'no second has passed');
    clock.move(0.001);
    t.equal(await statusOf(key), 401);
  }
});

t.test('a key expires by the time of day, whatever time has passed', async (t) => {
  const { send, clock, createKey } = await openSample(t);
  clock.stop();
  const { key } = await createKey({ expiresAt: clock.inMs(3_600_000) });
  const status = async () => (await send({ url: '/v1/widgets', key })).statusCode;
  t.equal(await status(), 200);
  clock.set(3_600);
  t.equal(await status(), 401);
  clock.set(-0.001);
  t.equal(await status(), 200);
});

t.test('looks up no key that has the wrong checksum', async (t) => {
  const { statusOf, state, key } = await openLookUps(t);
  for (const wrong of [mistype(key), 'x', `${key}x`]) t.equal(await statusOf(wrong), 401, wrong);
  t.equal(state.lookUps, 0);
  t.equal(await statusOf(key), 200);
  t.equal(state.lookUps, 1, 'the count counts');
});

for (const kind of ['valid', 'unknown', 'revoked', 'expired'] as const) {
  t.test(`looks up a ${kind} key once a second, however often it calls`, async (t) => {
    const store = await openLookUps(t);
    store.clock.stop();
    const key = await makeKey(store, kind);
    for (const second of [1, 2, 3]) {
      for (let i = 0; i < 8; i += 1) {
        t.equal(await store.statusOf(key), kind === 'valid' ? 200 : 401);
        store.clock.move(0.125);
      }
      t.equal(store.state.lookUps, second);
    }
  });
}

t.test('looks up the keys of a tick together', async (t) => {
  const store = await openLookUps(t);
  store.clock.stop();
  const keys = await Promise.all(Array.from({ length: 40 }, () => makeKey(store, 'valid')));
  const callAll = () => Promise.all(keys.map((key) => store.statusOf(key)));
  await callAll();
  store.clock.move(1);
  t.strictSame(new Set(await callAll()), new Set([200]));
  t.match(store.state, { lookUps: 80, statements: 2 });
});

t.test('caches 10,000 keys that are not valid, and evicts no valid one for them', async (t) => {
  const { clock, database, key } = await openSample(t);
  clock.stop();
  const cache = createKeyCache(openKeyFinder(database), keyRules.plans, clock);
  await cache.lookUp(key);
  const [oldest = '', ...junk] = Array.from({ length: 10_001 }, generateApiKey);
  await cache.lookUp(oldest);
  t.strictSame(cache.get(oldest), { kind: 'unknown' });
  for (let i = 0; i < junk.length; i += 100) {
    await Promise.all(junk.slice(i, i + 100).map(cache.lookUp));
  }
  t.equal(junk.filter((unknown) => cache.get(unknown)?.kind === 'unknown').length, 10_000);
  t.equal(cache.get(oldest), undefined);
  t.match(cache.get(key), { kind: 'valid', customer: { apiKeyId: 1, customerId: 1 } });
  t.match(cache.lastKnown(key), { apiKeyId: 1 });
});

/** Changes of a row that none of its readers understands. */
const UNREADABLE = {
  sqlite: [
    "UPDATE api_keys SET expires_at = 'tomorrow'",
    "UPDATE api_keys SET banned_until = 'tomorrow'",
    "UPDATE customers SET plan = 'toString'",
  ],
  postgresql: [
    "UPDATE api_keys SET expires_at = 'infinity'",
    "UPDATE api_keys SET banned_until = '-infinity'",
  ],
};

t.test('what cannot be read of a key fails closed, for that key alone', async (t) => {
  const { database, createKey, log, statusOf } = await openLookUps(t, { LOG_LEVEL: 'error' });
  const { client, provider } = database;
  if (provider === 'sqlite') await client.$executeRaw`PRAGMA ignore_check_constraints = true`;
  for (const statement of UNREADABLE[provider]) {
    const good = await createKey();
    const bad = await createKey();
    await client.$executeRawUnsafe(`${statement} WHERE id = ${bad.id}`);
    // Looked up together.
    const statuses = await Promise.all([bad, good].map(({ key }) => statusOf(key)));
    t.strictSame(statuses, [500, 200], statement);
  }
  t.match(log[0], 'The API key 3 cannot be read: ');
});

/** Changes the last character. */
function mistype(key: string): string {
  return key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
}

/** Makes a key of a kind. */
async function makeKey(
  { createKey, database }: Awaited<ReturnType<typeof openLookUps>>,
  kind: 'valid' | 'unknown' | 'revoked' | 'expired',
) {
  if (kind === 'unknown') return generateApiKey();
  const { key, id } = await createKey(kind === 'expired' ? { expiresAt: new Date(0) } : {});
  if (kind === 'revoked') await revokeKey(keysOf(database.client), id);
  return key;
}

t.test('a plan that only a later version knows fails its customers alone', async (t) => {
  const { send, createKey, database, log } = await openSample(t, { LOG_LEVEL: 'error' });
  const { client } = database;
  const unknown = await createKey({ name: 'Later' });
  const unlimited = await createKey({ name: 'Without limits' });
  const rows = {
    [String(unknown.customerId)]: 'team',
    [String(unlimited.customerId)]: 'enterprise',
  };
  for (const [id, plan] of Object.entries(rows)) {
    await client.customer.update({ where: { id: BigInt(id) }, data: { plan } });
  }
  t.equal((await send({ url: '/v1/widgets' })).statusCode, 200);
  for (const [{ id, key }, reason] of [
    [unknown, 'There is no plan team.'],
    [unlimited, 'A customer of the plan enterprise has no limits.'],
  ] as const) {
    t.equal((await send({ url: '/v1/widgets', key })).statusCode, 500);
    const line = `The API key ${id} cannot be read: ${reason}`;
    t.ok(
      log.some((text) => text.includes(line)),
      line,
    );
  }
  const listed = await allKeys(database);
  t.match(listed, [
    { plan: 'business', perMinute: 1_000 },
    { plan: 'team', perMinute: null, perDay: null },
    { plan: 'enterprise', perMinute: null, perDay: null },
  ]);
  await revokeKey(keysOf(client), unknown.id);
  const [event] = await client.keyEvent.findMany({ where: { action: 'revoked' } });
  t.equal(event?.detail, 'team, scopes all');
  await setPlan(keysOf(client), unlimited.id, 'pro');
  await eventually(
    t,
    async () => (await send({ url: '/v1/widgets', key: unlimited.key })).statusCode,
    200,
  );
  await t.rejects(createCustomer(keysOf(client), { name: 'A', plan: 'team' as 'free' }), {
    message: 'There is no plan team.',
  });
});
