// What customers see and manage of their own: account, usage and keys.

import t, { type Test } from 'tap';
import { withAccount } from '../../../src/platform/account/index.ts';
import { writeCursor } from '../../../src/platform/contract/cursors.ts';
import {
  createKey,
  disableKey,
  revokeKey,
  rotateKey,
  setScopes,
} from '../../../src/platform/keys/administration.ts';
import { banKey } from '../../../src/platform/keys/bans.ts';
import { addKeyUsages } from '../../../src/platform/keys/index.ts';
import type { HandlerContext } from '../../../src/platform/service.ts';
import { type NewOwnedKey, nextPage, openSample, type Sample } from '../../helper.ts';
import { createDatabase } from '../../support/databases.ts';
import { INVALID_KEY_NAMES, VISIBLE_NAMES } from '../../support/key-names.ts';
import { generateApiKey, keysOf } from '../../support/key-rules.ts';
import { addOldKeys } from '../../support/old-keys.ts';
import { listen } from '../../support/raw-http.ts';
import { sampleAs } from '../../support/sample-as.ts';
import { contract } from '../../support/sample-contract.ts';
import { eventually } from '../../support/until.ts';
import type { PrismaClient } from '../service/generated/prisma/sqlite/client.ts';
import { createHandlers } from '../service/src/store/index.ts';

const ALL = contract.scopes;
const IMPLIED = ALL.filter((scope) => !contract.explicitScopes.includes(scope));
const DAY_MS = 86_400_000;

interface Call {
  readonly payload?: object;
  readonly headers?: Record<string, string>;
}

/** A customer of a store, whose manager makes keys. */
async function openManager(t: Test, store: Sample, customer: NewOwnedKey = {}) {
  const manager = await store.createKey({ scopes: ALL, ...customer });
  const as =
    (key: string) =>
    async (line: string, { payload, headers = {} }: Call = {}) => {
      const [method = '', path = ''] = line.split(' ');
      const {
        statusCode: status,
        headers: received,
        payload: text,
      } = await store.send({
        method: method as 'GET',
        url: `/v1/account${path}`,
        key,
        headers,
        ...(payload && { payload }),
      });
      return { status, headers: received, body: text === '' ? undefined : JSON.parse(text) };
    };
  const call = as(manager.key);
  async function make(payload: object = {}): Promise<{ id: number; key: string }> {
    const { status, body } = await call('POST /keys', { payload: { name: 'A key', ...payload } });
    t.equal(status, 201, JSON.stringify(body));
    return body;
  }
  return { ...manager, id: Number(manager.id), as, call, make };
}

t.test('a key sees its account, whatever its scopes are', async (t) => {
  const { createKey, send, clock } = await openSample(t);
  const expiresAt = clock.inMs(DAY_MS);
  const limits = { perMinute: 7, perDay: 11 };
  const given = { name: 'Ada', plan: 'enterprise', limits, keyName: 'CI', expiresAt } as const;
  const { id, key, hint, createdAt } = await createKey({ ...given, scopes: ['widgets:read'] });
  t.strictSame((await send({ url: '/v1/account', key })).json(), {
    name: 'Ada',
    plan: 'enterprise',
    limits,
    key: {
      id: Number(id),
      hint,
      name: 'CI',
      scopes: ['widgets:read'],
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    },
  });
  const { key: other } = await createKey();
  t.match((await send({ url: '/v1/account', key: other })).json().key, {
    name: 'default',
    scopes: null,
    expiresAt: null,
  });
});

t.test('takes names with joined characters, and rotates keys with any name', async (t) => {
  const store = await openSample(t);
  const { call, make } = await openManager(t, store);
  for (const name of VISIBLE_NAMES) t.match(await make({ name }), { name });
  // As an earlier version has stored it.
  const { id } = await make();
  const name = '\u202Eevil\u2028';
  await store.database.client.apiKey.update({ where: { id: BigInt(id) }, data: { name } });
  t.match((await call(`GET /keys/${id}`)).body, { name });
  const payload = { overlapSeconds: 60 };
  t.match(await call(`POST /keys/${id}/rotation`, { payload }), { status: 201, body: { name } });
});

t.test('over two instances a key is made, used, rotated and revoked', async (t) => {
  const url = await createDatabase();
  const stores = [
    await openSample(t, { DATABASE_URL: url }),
    await openSample(t, { DATABASE_URL: url }),
  ] as const;
  const [one, two] = await Promise.all(
    stores.map(async ({ app }) => `http://127.0.0.1:${await listen(app)}/v1`),
  );
  const { key: manager, id } = await stores[0].createKey({ scopes: ALL });
  const managerId = Number(id);
  const call = async (key: string, method: string, address: string, payload?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = payload && JSON.stringify(payload);
    const response = await fetch(address, { method, headers, ...(body && { body }) });
    const text = await response.text();
    return { response, body: text === '' ? undefined : JSON.parse(text) };
  };
  const payload = { name: 'Checkout', scopes: ['widgets:read', 'widgets:read'] };
  const { response, body: made } = await call(manager, 'POST', `${one}/account/keys`, payload);
  t.equal(response.status, 201);
  t.equal(response.headers.get('x-stability'), 'beta');
  const { key, ...shown } = made;
  t.match(shown, {
    hint: `${key.slice(0, 8)}…${key.slice(-4)}`,
    name: 'Checkout',
    state: 'active',
    scopes: ['widgets:read'],
    createdBy: managerId,
    expiresAt: null,
    lastUsedAt: null,
  });
  const address = new URL(response.headers.get('location') ?? '', one).href;
  t.strictSame((await call(manager, 'GET', address)).body, shown);
  t.equal((await call(key, 'GET', `${two}/widgets`)).response.status, 200);
  t.equal((await call(key, 'GET', `${two}/account/keys`)).response.status, 403);

  const rotation = { overlapSeconds: 3600 };
  const rotated = await call(manager, 'POST', `${address}/rotation`, rotation);
  t.equal(rotated.response.status, 201);
  t.match(rotated.body, { name: 'Checkout', scopes: ['widgets:read'], createdBy: managerId });
  t.match((await call(manager, 'GET', address)).body, { state: 'rotating' });
  for (const one of [key, rotated.body.key]) {
    t.equal((await call(one, 'GET', `${two}/widgets`)).response.status, 200);
  }
  t.equal((await call(manager, 'DELETE', address)).response.status, 204);
  t.match((await call(manager, 'GET', address)).body, { state: 'revoked' });
  await eventually(t, async () => (await call(key, 'GET', `${two}/widgets`)).response.status, 401);
  t.equal((await call(rotated.body.key, 'GET', `${two}/widgets`)).response.status, 200);

  const events = await stores[0].database.client.keyEvent.findMany({ orderBy: { id: 'asc' } });
  const rights = 'business, 1000 per minute, 100000 per day, scopes widgets:read';
  t.strictSame(
    events.slice(-4).map(({ actor, action, apiKeyId, detail }) => {
      return [actor, action, Number(apiKeyId), detail.replace(/ until .*/, '')];
    }),
    [
      [`key ${managerId}`, 'created', made.id, rights],
      [`key ${managerId}`, 'created', rotated.body.id, rights],
      [`key ${managerId}`, 'rotated', made.id, `to ${rotated.body.id}, works`],
      [`key ${managerId}`, 'revoked', made.id, `${rights},`],
    ],
  );
});

t.test('no key gains rights', async (t) => {
  const store = await openSample(t);
  const { client } = store.database;
  const end = store.clock.inMs(DAY_MS);
  const scopes = ['widgets:read', 'account:read', 'account:write'];
  const { call, make, as, id, customerId } = await openManager(t, store, {
    scopes,
    expiresAt: end,
  });
  const later = new Date(end.getTime() + 1).toISOString();
  const past = new Date(store.clock.wallMs() - 1).toISOString();
  store.clock.stop();
  const present = store.clock.inMs(0).toISOString();

  // What a new key gets at most, and without asking.
  t.match(await call('POST /keys', { payload: { name: 'x' } }), {
    status: 201,
    body: { scopes: ['widgets:read', 'account:read'], expiresAt: end.toISOString(), createdBy: id },
  });
  t.match(await make({ expiresAt: end.toISOString(), scopes: [] }), { scopes: [] });
  const refused = async (line: string, payload: object, status: number, message: string) => {
    const { body } = await call(line, { payload });
    // Some names would break a line of the report.
    const name = JSON.stringify(payload).replaceAll(/[^ -~]/g, '?');
    t.match(body, { status, message }, `${line} ${name}`);
    return body.code;
  };
  const create = (payload: object, ...expected: [number, string]) =>
    refused('POST /keys', { name: 'x', ...payload }, ...expected);
  const lacks = 'The API key lacks the scope shipments:read.';
  t.equal(
    await create({ scopes: ['widgets:read', 'shipments:read'] }, 403, lacks),
    'insufficient_scope',
  );
  const gives = 'Only the operator gives the scope account:write.';
  t.equal(await create({ scopes: ['account:write'] }, 403, gives), 'operator_required');
  await create(
    { scopes: ['widgets:read', 'widgets'] },
    400,
    `scopes.1 must be one of ${ALL.join(', ')}.`,
  );
  const endsAt = `expiresAt must not be after ${end.toISOString()}, when the key`;
  t.equal(await create({ expiresAt: later }, 400, endsAt), 'invalid_body');
  for (const expiresAt of [past, present, '1969-12-31T23:59:59Z', '0000-01-01T00:00:00+23:59']) {
    await create({ expiresAt }, 400, 'expiresAt must be in the future.');
  }
  for (const [name, message] of Object.entries(INVALID_KEY_NAMES)) {
    await create({ name }, 400, message);
  }
  await create({ name: `my ${generateApiKey()}` }, 400, 'name must not contain an API key.');

  // What a key rotates.
  const other = async (scopes: readonly string[] | null) => {
    return Number((await createKey(keysOf(client), customerId, { scopes })).id);
  };
  const rotate = async (key: number, ...expected: [number, string]) =>
    refused(`POST /keys/${key}/rotation`, { overlapSeconds: 0 }, ...expected);
  const [unlimited, second, foreign] = [
    await other(null),
    await other(['account:write']),
    await other(['shipments:read', 'widgets:read']),
  ];
  const onlyRotates = (key: number) => `Only the operator rotates the key ${key}, which has`;
  t.equal(await rotate(unlimited, 403, onlyRotates(unlimited)), 'operator_required');
  t.equal(await rotate(second, 403, onlyRotates(second)), 'operator_required');
  t.equal(await rotate(id, 403, onlyRotates(id)), 'operator_required', 'itself');
  t.equal(await rotate(foreign, 403, lacks), 'insufficient_scope');
  const endless = await other(['widgets:read']);
  const payload = { overlapSeconds: 0 };
  const rotated = await call(`POST /keys/${endless}/rotation`, { payload });
  t.equal(rotated.body.expiresAt, end.toISOString(), 'no key outlives the one that asked for it');
  for (const overlapSeconds of [-1, 604_801, 1.5, '60']) {
    const { id: key } = await make();
    const { status } = await call(`POST /keys/${key}/rotation`, { payload: { overlapSeconds } });
    t.equal(status, 400, `${overlapSeconds}`);
  }
  for (const key of [unlimited, second, foreign]) {
    t.equal((await call(`DELETE /keys/${key}`)).status, 204, 'may be revoked all the same');
  }

  // A key of every kind but a manager makes none.
  for (const scopes of [undefined, IMPLIED]) {
    const { key } = await store.createKey({ scopes });
    for (const line of ['POST /keys', `POST /keys/${id}/rotation`, `DELETE /keys/${id}`]) {
      const { status, body } = await as(key)(line, { payload: { name: 'x' } });
      const message = 'The API key lacks the scope account:write, which only the operator gives.';
      t.match([status, body.message], [403, message], line);
    }
  }
});

t.test('a key ends at any time that a response can have, or is not made', async (t) => {
  const { call, make } = await openManager(t, await openSample(t));
  for (const [wanted, expiresAt] of [
    ['2030-12-31T23:59:59.9999Z', '2030-12-31T23:59:59.999Z'],
    ['9999-12-31t23:59:59.9999z', '9999-12-31T23:59:59.999Z'],
  ]) {
    t.match(await make({ expiresAt: wanted }), { expiresAt });
  }
  for (const expiresAt of [
    '2030-12-31T23:59:60Z',
    '2031-01-01t00:59:60.5+01:00',
    '9999-12-31T23:59:59-23:59',
    '9999-12-31T23:00:00-01:00',
  ]) {
    const { body } = await call('POST /keys', { payload: { name: 'x', expiresAt } });
    const message = 'expiresAt must be before the year 10000 in UTC, and no leap second.';
    t.match(body, { code: 'invalid_body', message, status: 400 }, expiresAt);
  }
  t.equal((await call('GET /keys')).body.length, 3, 'and no other key was stored');
});

t.test('a manager reaches no key of another customer, and no id that is none', async (t) => {
  const store = await openSample(t);
  const { call } = await openManager(t, store);
  const other = await openManager(t, store);
  const { id } = await other.make();
  const rotation = { payload: { overlapSeconds: 0 } };
  const lines = (key: number | string) =>
    [
      [`GET /keys/${key}`],
      [`GET /usage?keyId=${key}`],
      [`POST /keys/${key}/rotation`, rotation],
      [`DELETE /keys/${key}`],
      [`DELETE /keys/${key}?withCreated=true`],
    ] as const;
  for (const key of [id, other.id, 2 ** 31 - 1, 0, -1, -(2 ** 31)]) {
    for (const [line, given] of lines(key)) {
      const { status, body } = await call(line, given);
      const message = `No key has the id ${key}.`;
      t.strictSame([status, body], [404, { code: 'key_not_found', message, status }], line);
    }
  }
  for (const key of [2 ** 31, -(2 ** 31) - 1, '9223372036854775808', '01', '1.0', 'x', '%00']) {
    for (const [line, given] of lines(key)) t.equal((await call(line, given)).status, 400, line);
  }
  t.match((await other.call(`GET /keys/${id}`)).body, { state: 'active' });
  t.match((await call('GET /keys')).body, [{ id: Number }]);
  t.equal((await call('GET /keys')).body.length, 1);
});

t.test('what has happened to a manager within the second counts', async (t) => {
  const store = await openSample(t);
  const { client } = store.database;
  // The clock stands still, so that the service knows no change of a key that it has seen.
  store.clock.stop();
  const changes = {
    revoked: (id: bigint) => revokeKey(keysOf(client), id),
    disabled: (id: bigint) => disableKey(keysOf(client), id),
    expired: (id: bigint) =>
      client.apiKey.update({ where: { id }, data: { expiresAt: store.clock.inMs(-1) } }),
    limited: (id: bigint) => setScopes(keysOf(client), id, ['widgets:read']),
  };
  for (const [name, change] of Object.entries(changes)) {
    const { id, call, make } = await openManager(t, store);
    const key = await make();
    await change(BigInt(id));
    for (const [line, payload] of [
      ['POST /keys', { name: 'x' }],
      [`POST /keys/${key.id}/rotation`, { overlapSeconds: 60 }],
      [`DELETE /keys/${key.id}`],
    ] as const) {
      const { status, headers } = await call(line, { ...(payload && { payload }) });
      t.equal(status, name === 'limited' ? 403 : 401, `${name}: ${line}`);
      t.type(headers['www-authenticate'], 'string');
    }
  }
});

t.test('a key of each state rotates as it should', async (t) => {
  const store = await openSample(t);
  const { client } = store.database;
  const { call, make, as, id: managerId } = await openManager(t, store);
  const rotate = (id: number, overlapSeconds = 3600) =>
    call(`POST /keys/${id}/rotation`, { payload: { overlapSeconds } });

  // A ban goes with the rotation.
  const banned = await make();
  await banKey(client, BigInt(banned.id), 60_000, store.clock.wallMs());
  const { status, body } = await rotate(banned.id);
  t.match([status, body.state], [201, 'banned']);
  for (const key of [banned.key, body.key]) t.equal((await as(key)('GET ')).status, 429);
  t.match(await client.apiKey.findUnique({ where: { id: body.id } }), { bannedAt: Date });
  t.equal((await as((await make()).key)('GET ')).status, 200, 'but to no other key');

  // The new key ends when the old one would have, however often it is rotated.
  const expiresAt = store.clock.inMs(DAY_MS).toISOString();
  const lost = await make({ expiresAt });
  const first = await rotate(lost.id);
  const again = await rotate(lost.id, 604_800);
  t.match([first.body, again.body], [{ expiresAt }, { expiresAt }], 'the newest key has no say');
  const { expiresAt: end } = (await call(`GET /keys/${lost.id}`)).body;
  t.ok(Date.parse(end) <= store.clock.wallMs() + 3_600_000, 'a rotation does not extend a life');

  store.clock.stop();
  const overlapping = await make();
  await rotate(overlapping.id, 7);
  const overlapEnd = store.clock.inMs(7_000).toISOString();
  t.match((await call(`GET /keys/${overlapping.id}`)).body, { expiresAt: overlapEnd });

  const now = await make();
  t.equal((await rotate(now.id, 0)).status, 201);
  t.match((await call(`GET /keys/${now.id}`)).body, { state: 'expired' }, 'without an overlap');
  const [revoked, disabled] = [await make(), await make()];
  await revokeKey(keysOf(client), BigInt(revoked.id));
  await disableKey(keysOf(client), BigInt(disabled.id));
  for (const [id, state] of [
    [now.id, 'expired'],
    [revoked.id, 'revoked'],
    [disabled.id, 'disabled'],
  ] as const) {
    const { status, body } = await rotate(id);
    const message = `The key ${id} is ${state}.`;
    t.strictSame([status, body], [409, { code: 'key_not_working', message, status: 409 }]);
  }
  // Whoever asks has made the key, also if the operator has made the one before.
  const { customerId } = await client.apiKey.findUniqueOrThrow({ where: { id: managerId } });
  const ofOperator = await createKey(keysOf(client), customerId, { scopes: ['widgets:read'] });
  t.match((await rotate(Number(ofOperator.id))).body, { createdBy: managerId, name: 'default' });
  t.match(await rotateKey(keysOf(client), BigInt(again.body.id), 0), { createdBy: null });
});

t.test('a revocation takes effect once, and can take with it what a key has made', async (t) => {
  const store = await openSample(t);
  const { client } = store.database;
  const { id, call, as, make, customerId } = await openManager(t, store);
  const made = [await make(), await make(), await make()];
  const [{ id: first } = { id: 0 }] = made;
  const twice = await Promise.all([call(`DELETE /keys/${first}`), call(`DELETE /keys/${first}`)]);
  t.strictSame(
    twice.map(({ status }) => status),
    [204, 204],
  );
  const { revokedAt } = await client.apiKey.findUniqueOrThrow({ where: { id: first } });
  t.equal((await call(`DELETE /keys/${first}`)).status, 204);
  t.match(await client.apiKey.findUnique({ where: { id: first } }), { revokedAt });
  t.equal(await client.keyEvent.count({ where: { apiKeyId: first, action: 'revoked' } }), 1);

  // A key that it has made, and that the operator has let make others.
  const [, second = { id: 0, key: '' }] = made;
  await setScopes(keysOf(client), BigInt(second.id), ALL);
  const grandchild = await as(second.key)('POST /keys', { payload: { name: 'x' } });
  t.equal(grandchild.status, 201);
  const other = await createKey(keysOf(client), customerId, { scopes: ALL });
  t.equal((await call(`DELETE /keys/${id}`)).status, 204, 'itself');
  const left = async () => {
    const keys = await client.apiKey.findMany({ where: { customerId, revokedAt: null } });
    return keys.map((key) => Number(key.id)).sort((a, b) => a - b);
  };
  const [, , third] = made;
  t.strictSame(await left(), [second.id, third?.id, grandchild.body.id, Number(other.id)]);
  t.equal((await as(other.key)(`DELETE /keys/${id}?withCreated=true`)).status, 204);
  t.strictSame(await left(), [Number(other.id)], 'also after its own revocation');
});

t.test('a burst of a hundred keys ends at the limit', async (t) => {
  const url = await createDatabase();
  const store = await openSample(t, { DATABASE_URL: url });
  const { call, id, key } = await openManager(t, store);
  const { as } = await openManager(t, await openSample(t, { DATABASE_URL: url }));
  const burst = Array.from({ length: 105 }, (_, i) =>
    (i % 2 ? call : as(key))('POST /keys', { payload: { name: `key ${i}` } }),
  );
  const statuses = (await Promise.all(burst)).map(({ status }) => status);
  t.strictSame(
    [201, 409].map((one) => statuses.filter((status) => status === one).length),
    [99, 6],
  );
  const limit = { status: 409, body: { code: 'key_limit_reached', status: 409 } };
  const { body: keys } = await call('GET /keys?limit=100');
  t.equal(keys.length, 100);
  const [, first, second] = keys as { id: number }[];
  const rotate = (key = first, overlapSeconds = 60) =>
    call(`POST /keys/${key?.id}/rotation`, { payload: { overlapSeconds } });
  t.match(await rotate(), limit);
  t.match((await call(`GET /keys/${first?.id}`)).body, { state: 'active' }, 'nothing has changed');

  // One that ends at once makes room for the next one, of which a hundred are the most in a day.
  t.match(await rotate(first, 0), { status: 201 });
  const { status, body, headers } = await rotate(second, 0);
  t.match([status, body.code], [429, 'key_creations_exceeded']);
  t.match(
    body.message,
    /^Too many new API keys: you can create or rotate 100 within 24 hours\. Retry/,
  );
  const seconds = Number(headers['retry-after']);
  t.ok(seconds > DAY_MS / 1_000 - 300 && seconds <= DAY_MS / 1_000, String(seconds));
  t.match(await call('POST /keys', { payload: { name: 'x' } }), { status: 429 });
  t.equal((await call(`DELETE /keys/${second?.id}`)).status, 204, 'a revocation is none');
  store.clock.move(seconds);
  t.match(await call('POST /keys', { payload: { name: 'x' } }), { status: 201 });
  // Until the rest of the burst counts no longer either.
  store.clock.move(300);
  t.match(await call('POST /keys', { payload: { name: 'x' } }), limit);
  t.equal((await call(`DELETE /keys/${id}?withCreated=true`)).status, 204);
});

t.test('a rotation without an overlap makes room for one key, and no more', async (t) => {
  const store = await openSample(t);
  const { call, make, customerId } = await openManager(t, store);
  const { id } = await make();
  const rotate = () => call(`POST /keys/${id}/rotation`, { payload: { overlapSeconds: 0 } });
  // By the operator, for whom there is no limit.
  await addOldKeys(store.database.client, customerId, 99, { revokedAt: null });
  t.match(await rotate(), { status: 409, body: { code: 'key_limit_reached' } });
  const { id: last } = await store.database.client.apiKey.findFirstOrThrow({
    orderBy: { id: 'desc' },
  });
  await revokeKey(keysOf(store.database.client), last);
  t.match(await rotate(), { status: 201 });
});

t.test('what was created counts for 24 hours, to the millisecond', async (t) => {
  const store = await openSample(t);
  store.clock.stop();
  const { client } = store.database;
  const { call, id, customerId } = await openManager(t, store);
  const createdById = BigInt(id);
  await addOldKeys(client, customerId, 100, { createdById, revokedAt: new Date() });
  const createAfter = async (ms: number) => {
    const createdAt = store.clock.inMs(-ms);
    await client.apiKey.updateMany({ where: { createdById }, data: { createdAt } });
    return call('POST /keys', { payload: { name: 'x' } });
  };
  t.match(await createAfter(DAY_MS - 1), { status: 429, headers: { 'retry-after': '1' } });
  t.match(await createAfter(DAY_MS), { status: 201 });
});

t.test('a repeated creation makes no second key, and shows none', async (t) => {
  const store = await openSample(t);
  const { call, as, id: managerId, customerId } = await openManager(t, store);
  const create = (key: string, payload: object = { name: 'x' }) =>
    call('POST /keys', { payload, headers: { 'idempotency-key': key } });
  const all = await Promise.all([create('a'), create('a'), create('a')]);
  const made = all.find(({ status }) => status === 201);
  const location = `/v1/account/keys/${made?.body.id}`;
  t.equal(made?.headers.location, location);
  const repeated = await create('a');
  const message = `This Idempotency-Key has created the API key ${made?.body.id}, which is shown`;
  for (const { status, headers, body } of [...all.filter((one) => one !== made), repeated]) {
    t.match([status, headers.location, body.code], [409, location, 'key_already_created']);
    t.ok(body.message.startsWith(message));
  }
  t.match(await create('a', { name: 'y' }), { status: 422 });
  t.match((await call('GET /keys')).body.length, 2);
  const stored = JSON.stringify(await store.database.client.idempotencyKey.findMany(), (_, one) =>
    typeof one === 'bigint' ? String(one) : one,
  );
  t.notMatch(stored, made?.body.key.slice(4, 36));

  // It is one of the customer, for all operations and keys.
  const widget = { name: 'Bolt', groupId: 7 };
  const url = '/v1/widgets';
  const headers = { 'idempotency-key': 'a' };
  const { key } = await createKey(keysOf(store.database.client), customerId, {});
  t.equal(
    (await store.send({ method: 'POST', url, key, payload: widget, headers })).statusCode,
    422,
  );
  t.equal(
    (await as(made?.body.key)('POST /keys', { payload: { name: 'x' }, headers })).status,
    403,
  );
  for (let i = 0; i < 5; i += 1) {
    const both = await Promise.all([
      store.send({
        method: 'POST',
        url,
        key,
        payload: widget,
        headers: { 'idempotency-key': `${i}` },
      }),
      create(`${i}`),
    ]);
    const statuses = [both[0].statusCode, both[1].status].sort();
    t.strictSame(statuses, [201, 422], 'also for two kinds at once');
  }
  store.clock.move(DAY_MS / 1_000);
  t.match(await create('a'), { status: 201 });
  // A request that was rejected has not used its key.
  t.match(await create('b', { name: 'x', scopes: ['nothing'] }), { status: 400 });
  t.match(await create('b'), { status: 201, body: { createdBy: managerId } });
});

t.test('keys are listed in pages', async (t) => {
  const store = await openSample(t);
  const { call, make, id } = await openManager(t, store);
  const others = [await make(), await make()];
  await openManager(t, store);
  const ids: number[] = [];
  let path: string | undefined = '/keys?limit=1';
  while (path) {
    const response = await call(`GET ${path}`);
    ids.push(...response.body.map((key: { id: number }) => key.id));
    path = nextPage(response as never)?.replace('/v1/account', '');
  }
  t.strictSame(ids, [id, ...others.map((key) => key.id)]);
  // A caller can make a cursor with any position: its checksum is no secret.
  const sort = { id: 'int64 asc' } as const;
  const cursor = writeCursor('/v1/account/keys?state=usable', sort, { id: 2n ** 62n });
  t.match(await call(`GET /keys?cursor=${cursor}`), { status: 200, body: [] });
});

t.test('keys that no longer work are listed only when they are asked for', async (t) => {
  const store = await openSample(t);
  const { client } = store.database;
  const { call, make, id } = await openManager(t, store);
  const [revoked, expired, both, disabled, banned] = [
    await make(),
    await make(),
    await make(),
    await make(),
    await make({ expiresAt: store.clock.inMs(DAY_MS).toISOString() }),
  ];
  const other = await openManager(t, store);
  await other.call(`DELETE /keys/${(await other.make()).id}`);
  await revokeKey(keysOf(client), BigInt(revoked.id));
  await revokeKey(keysOf(client), BigInt(both.id));
  const expiresAt = store.clock.inMs(-1);
  const ids = [expired.id, both.id].map(BigInt);
  await client.apiKey.updateMany({ where: { id: { in: ids } }, data: { expiresAt } });
  await disableKey(keysOf(client), BigInt(disabled.id));
  await banKey(client, BigInt(banned.id), 60_000, store.clock.wallMs());

  const usable = [id, disabled.id, banned.id];
  const ended = [revoked.id, expired.id, both.id];
  const listed = async (query: string) => {
    const ids: number[] = [];
    for (let path: string | undefined = `/keys?${query}`; path; ) {
      const response = await call(`GET ${path}`);
      t.equal(response.status, 200);
      ids.push(...response.body.map((key: { id: number }) => key.id));
      path = nextPage(response as never)?.replace('/v1/account', '');
    }
    return ids;
  };
  for (const limit of ['', '&limit=1', '&limit=2', '&limit=3']) {
    t.strictSame(await listed(limit), usable, limit);
    t.strictSame(await listed(`state=usable${limit}`), usable, limit);
    t.strictSame(await listed(`state=ended${limit}`), ended, limit);
    t.strictSame(await listed(`state=all${limit}`), [id, ...ended, ...usable.slice(1)], limit);
  }
  t.match((await call(`GET /keys/${revoked.id}`)).body, { state: 'revoked' });
  for (const query of ['state=active', 'state=', 'state=usable&state=ended']) {
    t.equal((await call(`GET /keys?${query}`)).status, 400, query);
  }
  store.clock.move(DAY_MS / 1_000);
  t.notOk((await listed('')).includes(banned.id), 'whose end has come');
  t.ok((await listed('state=ended')).includes(banned.id));
});

t.test('6,000 old keys of a Free customer leave its list one page', async (t) => {
  const store = await openSample(t);
  const { call, make, id, customerId } = await openManager(t, store, { plan: 'free' });
  await addOldKeys(store.database.client, customerId, 6_000);
  const { id: newest } = await make();
  const { status, body, headers } = await call('GET /keys?limit=100');
  t.equal(status, 200);
  t.strictSame(
    body.map((key: { id: number }) => key.id),
    [id, newest],
  );
  t.equal(headers.link, undefined);
  t.equal((await call('GET /keys?limit=100&state=ended')).body.length, 100);
});

t.test('usage is that of all keys together, newest day first', async (t) => {
  const store = await openSample(t);
  const { client } = store.database;
  store.clock.stop(Date.UTC(2026, 10, 24, 12));
  const { call, make, id, customerId } = await openManager(t, store);
  const other = await make();
  const foreign = await openManager(t, store);
  const used = (apiKeyId: number, day: string, operation: string, requests: number) => ({
    ...{ apiKeyId: BigInt(apiKeyId), day, operation, requests, clientErrors: 1, serverErrors: 2 },
    customerId,
    lastUsedAt: new Date(0),
  });
  await addKeyUsages(client, [
    used(id, '2026-11-23', 'listWidgets', 2_000_000_000),
    used(other.id, '2026-11-23', 'listWidgets', 2_000_000_000),
    used(other.id, '2026-11-23', 'createWidget', 7),
    used(id, '2026-11-22', 'none', 8),
    used(id, '2026-10-26', 'getWidget', 9),
    used(id, '2026-10-25', 'getWidget', 10),
    used(id, '2025-10-21', 'getWidget', 11),
    { ...used(foreign.id, '2026-11-23', 'listWidgets', 12), customerId: foreign.customerId },
  ]);
  const row = (day: string, operation: string, requests: number, keys = 1) => {
    return { day, operation, requests, clientErrors: keys, serverErrors: 2 * keys };
  };
  const recent = [
    row('2026-11-23', 'createWidget', 7),
    row('2026-11-23', 'listWidgets', 4_000_000_000, 2),
    row('2026-11-22', 'none', 8),
  ];
  const oldest = row('2025-10-21', 'getWidget', 11);
  const rows = async (query: string) => {
    const { body } = await call(`GET /usage?${query}`);
    // What this test itself has sent may be stored meanwhile.
    return body.filter((one: { day: string }) => one.day !== '2026-11-24');
  };
  t.strictSame(await rows(''), [...recent, row('2026-10-26', 'getWidget', 9)], '30 days');
  t.strictSame(await rows(`keyId=${other.id}`), [
    row('2026-11-23', 'createWidget', 7),
    row('2026-11-23', 'listWidgets', 2_000_000_000),
  ]);
  t.strictSame(await rows('from=2026-11-22&to=2026-11-22'), [row('2026-11-22', 'none', 8)]);
  t.strictSame((await rows('from=2025-10-21')).at(-1), oldest, '400 days');
  t.strictSame(await rows('to=2025-10-21'), [oldest]);
  t.strictSame(await rows('to=0001-01-01'), []);
  for (const [query, last] of [
    ['from=2025-10-20', '2026-11-24'],
    ['from=2026-11-25', '2026-11-24'],
    ['from=2026-11-02&to=2026-11-01', '2026-11-01'],
  ]) {
    const { status, body } = await call(`GET /usage?${query}`);
    const message = `from must be 0 to 399 days before to, which is ${last}.`;
    t.match([status, body.message], [400, message]);
  }
  for (const query of ['from=2026-11-31', 'to=20261101', 'from=', 'keyId=x', 'days=1']) {
    t.equal((await call(`GET /usage?${query}`)).status, 400, query);
  }
  const pagesFrom = async (first: string) => {
    const paged: object[] = [];
    for (let path: string | undefined = first; path; ) {
      const response = await call(`GET ${path}`);
      // What this test itself has sent may be stored meanwhile.
      const isOfOthers = ({ operation }: { operation: string }) => operation !== 'listUsage';
      paged.push(...response.body.filter(isOfOthers));
      path = nextPage(response as never)?.replace('/v1/account', '');
      // Each page is read on another day.
      store.clock.move(DAY_MS / 1_000);
    }
    return paged;
  };
  const older = [row('2026-10-26', 'getWidget', 9), row('2026-10-25', 'getWidget', 10)];
  t.strictSame(await pagesFrom('/usage?limit=1&to=2026-11-23'), [...recent, ...older]);
  store.clock.stop(Date.UTC(2026, 10, 23, 12));
  t.strictSame(await pagesFrom('/usage?limit=1'), [...recent, ...older]);
  store.clock.stop(Date.UTC(2026, 10, 23, 12));
  t.strictSame(await pagesFrom('/usage?limit=1&from=2026-10-26'), [
    ...recent,
    ...older.slice(0, 1),
  ]);
});

t.test('a service that handles an operation of the account itself does not start', async (t) => {
  const own = async (context: HandlerContext<PrismaClient>) => ({
    ...(await createHandlers(context)),
    getKey: () => ({}),
  });
  await t.rejects(openSample(t, {}, { contract, createHandlers: withAccount(own) }), {
    message: 'The platform handles getKey already.',
  });
});

t.test('a contract without the account has none of its operations', async (t) => {
  const withoutAccount = (json: string) => {
    const { paths, ...others } = JSON.parse(json);
    const own = Object.entries(paths).filter(([path]) => !path.startsWith('/account'));
    return JSON.stringify({ ...others, paths: Object.fromEntries(own) });
  };
  const { contract, createHandlers } = sampleAs('v1', withoutAccount);
  const store = await openSample(t, {}, { contract, createHandlers });
  const { key } = await store.createKey();
  const list = contract.operations.find(({ method }) => method === 'GET');
  t.match(await store.send({ method: 'GET', url: list?.route ?? '', key }), { statusCode: 200 });
  t.match(await store.send({ method: 'GET', url: '/v1/account', key }), { statusCode: 404 });
});
