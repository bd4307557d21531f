// What changes of keys cost other callers: nothing where nothing changes, and at most one change
// where something does.

import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import t, { type Test } from 'tap';
import {
  createCustomer,
  createKey,
  disableKey,
  enableKey,
  removeCustomer,
  revokeKey,
  revokeWithCreated,
  rotateKey,
  setExpiry,
  setPlan,
  setScopes,
  unbanKey,
} from '../../../src/platform/keys/administration.ts';
import { banKey } from '../../../src/platform/keys/bans.ts';
import { openSample, type Sample } from '../../helper.ts';
import { createDatabase, open, PROVIDER } from '../../support/databases.ts';
import { keysOf } from '../../support/key-rules.ts';
import { asOwner } from '../../support/servers/roles.ts';
import { until } from '../../support/until.ts';

const SCOPES = ['widgets:read', 'account:write'];
const HOUR_MS = 3_600_000;
const WRITES = /^\s*(?:BEGIN|INSERT|UPDATE|DELETE|COMMIT|ROLLBACK|SAVEPOINT)/;
/** What the service writes by itself now and then. */
const BACKGROUND = /_usages|DELETE FROM idempotency_keys/;

/** Collects the statements that write, or that begin a transaction. */
function collect(writes: string[]) {
  return (sql: string) => {
    if (WRITES.test(sql) && !BACKGROUND.test(sql)) writes.push(sql);
    return undefined;
  };
}

t.test('what changes nothing writes nothing: commands', async (t) => {
  const { client, onStatement } = await open(t, await createDatabase());
  const writes: string[] = [];
  const limits = { perMinute: 7, perDay: 8 };
  const { id, customerId } = await createCustomer(
    keysOf(client),
    { name: 'Ada', plan: 'enterprise', limits },
    { scopes: SCOPES },
  );
  const { id: revoked } = await createKey(keysOf(client), customerId, {});
  const { id: disabled } = await createKey(keysOf(client), customerId, {});
  const { id: removed, customerId: other } = await createCustomer(keysOf(client), {
    name: 'Bob',
    plan: 'free',
  });
  const end = new Date(Date.now() + HOUR_MS);
  await revokeKey(keysOf(client), revoked);
  await disableKey(keysOf(client), disabled);
  await removeCustomer(keysOf(client), other);
  await setExpiry(keysOf(client), id, end);
  await banKey(client, disabled, HOUR_MS, Date.now());
  onStatement(collect(writes));
  const same = {
    'revoke the revoked': () => revokeKey(keysOf(client), revoked),
    'revoke the revoked with what it has created': () => revokeWithCreated(keysOf(client), revoked),
    'disable the disabled': () => disableKey(keysOf(client), disabled),
    'enable the enabled': () => enableKey(keysOf(client), id),
    'unban who is not banned': () => unbanKey(keysOf(client), id),
    'ban the banned': () => banKey(client, disabled, HOUR_MS, Date.now()),
    'set the end that is set': () => setExpiry(keysOf(client), id, end),
    'set no end where there is none': () => setExpiry(keysOf(client), revoked, null),
    'set the scopes that are set': () => setScopes(keysOf(client), id, SCOPES),
    'set all scopes where all are set': () => setScopes(keysOf(client), revoked, null),
    'set the plan that is set': () => setPlan(keysOf(client), id, 'enterprise', limits),
    'set the plan that is set, whose limits are fixed': () =>
      setPlan(keysOf(client), removed, 'free'),
    'remove the removed': () => removeCustomer(keysOf(client), other),
  };
  for (const [name, run] of Object.entries(same)) {
    await run();
    t.strictSame(writes.splice(0), [], name);
  }
  const rejected = {
    'rotate the revoked': () => rotateKey(keysOf(client), revoked, 0),
    'rotate the disabled': () => rotateKey(keysOf(client), disabled, 0),
    'create for a removed customer': () => createKey(keysOf(client), other, {}),
    'revoke no key': () => revokeKey(keysOf(client), 99n),
    'set a plan without its limits': () => setPlan(keysOf(client), removed, 'enterprise'),
  };
  for (const [name, run] of Object.entries(rejected)) {
    await t.rejects(run(), name);
    t.strictSame(writes.splice(0), [], name);
  }
  const changes = {
    'other limits': () => setPlan(keysOf(client), id, 'enterprise', { perMinute: 7, perDay: 9 }),
    'another end': () => setExpiry(keysOf(client), id, null),
    'other scopes': () => setScopes(keysOf(client), id, ['widgets:read']),
  };
  for (const [name, run] of Object.entries(changes)) {
    await run();
    t.ok(
      writes.splice(0).some((sql) => /key_events/.test(sql)),
      name,
    );
  }
});

/** A manager of a customer of its own. */
async function openManager({ createKey: newKey, send }: Sample) {
  const { key, id } = await newKey({ scopes: SCOPES });
  const call = (method: 'POST' | 'DELETE', path: string, payload?: object, headers = {}) =>
    send({ method, url: `/v1/account/keys${path}`, key, headers, ...(payload && { payload }) });
  return { id, call, create: () => call('POST', '', { name: 'A key', scopes: ['widgets:read'] }) };
}

t.test('what changes nothing writes nothing: requests', async (t) => {
  const store = await openSample(t);
  const { id, call, create } = await openManager(store);
  const revoked = (await create()).json().id;
  const payload = { name: 'Once', scopes: ['widgets:read'] };
  const headers = { 'idempotency-key': 'once' };
  await call('POST', '', payload, headers);
  await call('DELETE', `/${revoked}`);
  const writes: string[] = [];
  store.database.onStatement(collect(writes));
  const requests = [
    [204, () => call('DELETE', `/${revoked}`)],
    [204, () => call('DELETE', `/${revoked}?withCreated=true`)],
    [409, () => call('POST', '', payload, headers)],
    [422, () => call('POST', '', { ...payload, name: 'Twice' }, headers)],
    [404, () => call('DELETE', '/99')],
    [409, () => call('POST', `/${revoked}/rotation`, { overlapSeconds: 0 })],
    [403, () => call('POST', `/${id}/rotation`, { overlapSeconds: 0 })],
    [403, () => call('POST', '', { name: 'x', scopes: ['shipments:read'] })],
    [400, () => call('POST', '', { name: 'x', expiresAt: '2020-01-01T00:00:00Z' })],
  ] as const;
  for (const [status, send] of requests) {
    const response = await send();
    t.equal(response.statusCode, status, response.payload);
    t.strictSame(writes.splice(0), [], response.payload);
  }
});

/** Opens managers of as many customers. */
async function openManagers(t: Test, count: number, url?: string) {
  const store = await openSample(t, url === undefined ? {} : { DATABASE_URL: url });
  const managers = [];
  for (let i = 0; i < count; i += 1) managers.push(await openManager(store));
  return { store, managers };
}

t.test('a request waits for at most one change of a key, however many begin', async (t) => {
  const { store, managers } = await openManagers(t, 12);
  await store.send({ url: '/v1/widgets' });
  let changed = 0;
  let waited: Promise<number> | undefined;
  async function listAndCount() {
    t.equal((await store.send({ url: '/v1/widgets' })).statusCode, 200);
    return changed;
  }
  store.database.onStatement((sql) => {
    if (sql === 'BEGIN') waited ??= listAndCount();
    return undefined;
  });
  const changes = managers.map(async ({ create }) => {
    t.equal((await create()).statusCode, 201);
    changed += 1;
  });
  await Promise.all(changes);
  // It may look up its key, too, and some changes may have ended before it has begun.
  const count = Number(await waited);
  t.ok(count < 6, `${count} changes of 12 were made before it was served`);
});

const ON_POSTGRESQL = { skip: PROVIDER === 'postgresql' ? false : 'SQLite has one connection' };

t.test(
  'changes of keys that take long leave the connections to others',
  ON_POSTGRESQL,
  async (t) => {
    const url = await createDatabase();
    const { store, managers } = await openManagers(t, 12, url);
    const other = new pg.Client(asOwner(url));
    await other.connect();
    t.teardown(() => other.end());
    await other.query('BEGIN');
    await other.query('SELECT id FROM customers FOR UPDATE');
    const changes = managers.map(({ create }) => create());
    const waiting = 'SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted';
    await until(async () => (await other.query(waiting)).rows[0].count > 0, 'a change has begun');
    const listed = store.send({ url: '/v1/widgets' }).then(({ statusCode }) => statusCode);
    t.equal(await Promise.race([listed, wait(20_000)]), 200);
    t.equal((await other.query(waiting)).rows[0].count, 1, 'one at a time');
    await other.query('COMMIT');
    for (const { statusCode } of await Promise.all(changes)) t.equal(statusCode, 201);
  },
);
