// What operators do to keys and customers: create, rotate, revoke and move, with a record of it.

import { inspect } from 'node:util';
import t, { type Test } from 'tap';
import {
  createCustomer,
  createKey,
  identifyKeys,
  listKeys,
  removeCustomer,
  revokeKey,
  revokeWithCreated,
  rotateKey,
  setExpiry,
  setPlan,
  setScopes,
  unbanKey,
} from '../../../src/platform/keys/administration.ts';
import { hashApiKey } from '../../../src/platform/keys/api-key.ts';
import { banKey } from '../../../src/platform/keys/bans.ts';
import { addKeyUsages, readKeyEvents, readUsedKeys } from '../../../src/platform/keys/index.ts';
import type { KeyInfo, ListedKeyInfo, NewKeyInfo } from '../../../src/platform/keys/key-info.ts';
import { allKeys } from '../../support/all-keys.ts';
import { createDatabase, PROVIDER } from '../../support/databases.ts';
import { generateApiKey, hintOf, keyRules, keysOf } from '../../support/key-rules.ts';
import { execute } from '../../support/servers/databases.ts';
import { openDatabase } from '../../support/service-database.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.now();
const FREE = { name: 'Ada', plan: 'free' } as const;

t.test('stores only the hash of a key', async (t) => {
  const { client, database } = await openStored(t);
  const { key } = await createCustomer(keysOf(client), FREE);
  const stored = await client.apiKey.findMany({ include: { customer: true } });
  t.equal(stored[0]?.hash, hashApiKey(key));
  for (const rows of [stored, await allKeys(database)]) {
    t.notMatch(inspect(rows, { depth: null }), new RegExp(key.slice(4, 36)));
  }
});

t.test('a customer has a name of 1 to 255 characters', async (t) => {
  const { client } = await openStored(t);
  for (const name of ['A', 'x'.repeat(255)]) {
    const { customerName } = await createCustomer(keysOf(client), { ...FREE, name });
    t.equal(customerName, name);
  }
  const message = 'The name must have 1 to 255 characters.';
  for (const name of ['', ' ', 'x'.repeat(256)]) {
    await t.rejects(createCustomer(keysOf(client), { ...FREE, name }), { message });
  }
  t.equal(await client.customer.count(), 2);
});

t.test('rotates a key that works to one of the same customer, and expires the first', async (t) => {
  const { client, database } = await openStored(t);
  const first = await createCustomer(keysOf(client), FREE);
  const [rotatedAt, overlapEnd] = [inMs(0), inMs(HOUR_MS)];
  const second = await rotateKey(keysOf(client), first.id, HOUR_MS, by('ada'));
  t.not(second.key, first.key);
  t.strictSame(
    { ...withoutKey(second), createdAt: first.createdAt },
    { ...withoutKey(first), id: 2n, hint: hintOf(second.key) },
  );
  t.equal(await client.customer.count(), 1);
  t.strictSame(await allKeys(database, inMs(HOUR_MS - 1)), [
    { ...withoutKey(first), state: 'rotating', rotatedAt, expiresAt: overlapEnd },
    withoutKey(second),
  ]);
  t.strictSame(states(await allKeys(database, overlapEnd)), ['expired', 'active']);
  const late = rotateKey(keysOf(client), first.id, 0, by('ada', HOUR_MS));
  await t.rejects(late, new Error('The key 1 is expired.'));

  const end = inMs(HOUR_MS);
  const { id } = await createCustomer(keysOf(client), FREE, { expiresAt: end });
  await rotateKey(keysOf(client), id, 2 * HOUR_MS, by('ada'));
  const ends = (await allKeys(database)).slice(2).map(({ expiresAt }) => expiresAt);
  t.strictSame(ends, [end, end], 'which never extends its life');
});

t.test('rotates a key twice, whose replacements expire as it did before', async (t) => {
  const { client } = await openStored(t);
  for (const expiresAt of [null, inMs(2 * HOUR_MS)]) {
    const { id } = await createCustomer(keysOf(client), FREE, {
      expiresAt: expiresAt ?? undefined,
    });
    await rotateKey(keysOf(client), id, HOUR_MS, by('ada'));
    const second = await rotateKey(keysOf(client), id, HOUR_MS, by('ada'));
    t.strictSame(second.expiresAt, expiresAt);
  }
});

t.test('a key whose end is set is rotated no more, also to the end that it has', async (t) => {
  const { client } = await openStored(t);
  const { id } = await createCustomer(keysOf(client), FREE, { expiresAt: inMs(2 * HOUR_MS) });
  await rotateKey(keysOf(client), id, HOUR_MS, by('ada'));
  const changed = await setExpiry(keysOf(client), id, inMs(HOUR_MS), by('ada'));
  t.match(changed, { state: 'active', rotatedAt: null });
  const next = await rotateKey(keysOf(client), id, HOUR_MS, by('ada'));
  t.strictSame(next.expiresAt, inMs(HOUR_MS));
});

t.test('revokes a key now, and keeps that time when it is revoked again', async (t) => {
  const { client, database } = await openStored(t);
  const key = await createCustomer(keysOf(client), FREE);
  const revoked = { ...withoutKey(key), state: 'revoked', revokedAt: inMs(0) };
  t.strictSame(await revokeKey(keysOf(client), key.id, by('ada')), revoked);
  t.strictSame(await revokeKey(keysOf(client), key.id, by('ada', 60_000)), revoked);
  t.strictSame(await allKeys(database), [revoked]);
});

t.test("moves a key's customer, with all its keys, to another plan", async (t) => {
  const { client, database } = await openStored(t);
  const key = await createCustomer(keysOf(client), FREE);
  await rotateKey(keysOf(client), key.id, HOUR_MS);
  const other = await createCustomer(keysOf(client), FREE);
  const limits = { perMinute: 7, perDay: 11 };
  const changed = { ...withoutKey(key), plan: 'enterprise', ...limits };
  const rotating = { state: 'rotating', rotatedAt: Date, expiresAt: Date };
  const stamp = by('ada');
  t.match(await setPlan(keysOf(client), key.id, 'enterprise', limits, stamp), {
    ...changed,
    ...rotating,
  });
  t.match(await allKeys(database), [
    { id: 1, plan: 'enterprise', ...limits },
    { id: 2, plan: 'enterprise', ...limits },
    withoutKey(other),
  ]);
  const columnsOf = async () => {
    const { perMinute, perDay } = await client.customer.findUniqueOrThrow({ where: { id: 1n } });
    return [perMinute, perDay];
  };
  t.strictSame(await columnsOf(), [7, 11]);
  const detail = 'enterprise, 7 per minute, 11 per day, scopes all';
  const change = { actor: 'ada', action: 'changed', customerId: 1n };
  t.match(
    await client.keyEvent.findMany({ where: { action: 'changed' }, orderBy: { id: 'asc' } }),
    [
      { ...change, apiKeyId: 1n, detail: new RegExp(`^${detail}, until `) },
      { ...change, apiKeyId: 2n, detail },
    ],
  );
  await setPlan(keysOf(client), key.id, 'free');
  t.strictSame(await columnsOf(), [null, null], 'its own limits go');
  for (const [plan, own, message] of [
    ['free', limits, 'The limits of the plan free are fixed.'],
    ['enterprise', undefined, 'The plan enterprise requires limits of its own.'],
  ] as const) {
    await t.rejects(setPlan(keysOf(client), key.id, plan, own), { message });
  }
});

t.test('a key is banned until the end of its ban, and a day later no ban is doubled', async (t) => {
  const { client, database } = await openStored(t);
  const { id } = await createCustomer(keysOf(client), FREE);
  const beganAtMs = Date.UTC(2026, 10, 24);
  const bannedUntil = await banKey(client, id, 3_000, beganAtMs + 999);
  t.strictSame(bannedUntil, new Date(beganAtMs + 3_000));
  const stateAt = async (ms: number) =>
    (await allKeys(database, new Date(beganAtMs + ms)))[0]?.state;
  t.equal(await stateAt(2_999), 'banned');
  t.equal(await stateAt(3_000), 'active');
  t.equal(await banKey(client, id, 3_000, beganAtMs + 2_999), undefined, 'it is banned already');
  // It can be banned again when its ban ends.
  t.strictSame(await banKey(client, id, 3_000, beganAtMs + 3_000), new Date(beganAtMs + 9_000));
  const nextDay = beganAtMs + 3_000 + 24 * HOUR_MS;
  t.strictSame(await banKey(client, id, 3_000, nextDay), new Date(nextDay + 3_000));
});

t.test('records who has changed what, and nothing without a change', async (t) => {
  const { client, database } = await openStored(t);
  const rights = 'free, 60 per minute, 1000 per day, scopes';
  await createCustomer(keysOf(client), FREE, { scopes: ['widgets:read'] }, by('ada'));
  await setScopes(keysOf(client), 1n, null, by('bob', 1));
  await setPlan(keysOf(client), 1n, 'pro');
  await rotateKey(keysOf(client), 1n, HOUR_MS, by('bob'));
  await banKey(client, 2n, 1_000, NOW_MS);
  await banKey(client, 2n, 1_000, NOW_MS);
  for (const change of [unbanKey, revokeKey]) {
    await change(keysOf(client), 2n, by('bob'));
    await change(keysOf(client), 2n, by('bob'));
  }
  await t.rejects(rotateKey(keysOf(client), 2n, HOUR_MS), /is revoked/);
  const pro = 'pro, 300 per minute, 10000 per day, scopes all';
  const banEnd = inMs(1_000 - (NOW_MS % 1_000)).toISOString();
  const events = await client.keyEvent.findMany({ orderBy: { id: 'asc' } });
  t.strictSame(
    events.map(({ actor, action, apiKeyId, detail }) => [actor, action, apiKeyId, detail]),
    [
      ['ada', 'created', 1n, `${rights} widgets:read`],
      ['bob', 'changed', 1n, `${rights} all`],
      ['service', 'changed', 1n, pro],
      ['bob', 'created', 2n, pro],
      ['bob', 'rotated', 1n, `to 2, works until ${inMs(HOUR_MS).toISOString()}`],
      ['service', 'banned', 2n, `until ${banEnd}`],
      ['bob', 'unbanned', 2n, pro],
      ['bob', 'revoked', 2n, pro],
    ],
  );
  const read = async (id: bigint | undefined, sinceMs: number) =>
    (await readKeyEvents(database, id, sinceMs).next()).value;
  t.strictSame(await read(undefined, NOW_MS - 1_000), events);
  const [first] = events;
  t.strictSame(await read(1n, NOW_MS - 1_000), [...events.slice(0, 3), events[4]]);
  t.strictSame((await read(1n, NOW_MS + 1))?.[0], events[1], 'since the millisecond');
  t.strictSame((await read(1n, NOW_MS))?.[0], first);
  t.strictSame(
    events.slice(0, 2).map(({ customerId, at }) => [customerId, at]),
    [
      [1n, inMs(0)],
      [1n, inMs(1)],
    ],
  );
});

t.test('changes many keys in as many statements as few', async (t) => {
  const { client, database } = await openStored(t);
  let statements = 0;
  database.onStatement(() => {
    statements += 1;
    return undefined;
  });
  async function countOf(
    change: (id: bigint, customerId: bigint) => Promise<unknown>,
    keys: number,
  ) {
    const { id, customerId } = await createCustomer(keysOf(client), FREE);
    const createdAt = new Date();
    const data = Array.from({ length: keys }, (_, i) => {
      return { customerId, createdById: id, createdAt, hash: `${customerId}.${i}`, hint: 'a' };
    });
    await client.apiKey.createMany({ data });
    const before = statements;
    await change(id, customerId);
    return statements - before;
  }
  const changes = {
    setPlan: (id: bigint) => setPlan(keysOf(client), id, 'pro'),
    revokeWithCreated: (id: bigint) => revokeWithCreated(keysOf(client), id),
    removeCustomer: (_id: bigint, customerId: bigint) => removeCustomer(keysOf(client), customerId),
  };
  for (const [name, change] of Object.entries(changes)) {
    t.equal(await countOf(change, 100), await countOf(change, 1), name);
  }
  const actions = await client.keyEvent.groupBy({ by: ['action'], _count: true });
  const counts = Object.fromEntries(actions.map(({ action, _count }) => [action, _count]));
  t.match(counts, { changed: 101 + 2, revoked: 2 * (101 + 2), removed: 2 });
});

/** A statement of a change, which the database rejects. */
type Failing = readonly [statement: string, table: string, condition?: string];

t.test('a change of which a statement fails is not made, and says so', async (t) => {
  const { client, database, url } = await openStored(t);
  const keys = keysOf(client);
  const { id, customerId } = await createCustomer(keys, FREE);
  await createKey(keys, customerId, {});
  const child = { createdById: id, customerId, hash: 'child', hint: 'a' };
  await client.apiKey.create({ data: child });
  const stored = async () => [
    await client.customer.findMany(),
    await client.apiKey.findMany({ orderBy: { id: 'asc' } }),
    await client.keyEvent.findMany(),
  ];
  const before = await stored();
  const isPostgresql = PROVIDER === 'postgresql';
  if (isPostgresql) {
    await execute(
      url,
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'it fails'; END $$`,
    );
  }
  const begins = ([statement, table, condition]: Failing) =>
    `CREATE TRIGGER fail BEFORE ${statement} ON ${table} FOR EACH ROW` +
    (condition ? ` WHEN (${condition})` : '') +
    (isPostgresql ? ' EXECUTE FUNCTION fail()' : " BEGIN SELECT RAISE(ABORT, 'it fails'); END");
  const ends = ([, table]: Failing) => `DROP TRIGGER fail${isPostgresql ? ` ON ${table}` : ''}`;
  const lock: Failing = ['UPDATE OF name', 'customers'];
  const event: Failing = ['INSERT', 'key_events'];
  const changes: [run: () => Promise<unknown>, ...failing: Failing[]][] = [
    [() => createCustomer(keys, FREE), event],
    [() => createKey(keys, customerId, {}), lock, event],
    [() => setPlan(keys, id, 'pro'), lock, ['UPDATE OF plan', 'customers'], event],
    [() => setScopes(keys, id, []), lock, event],
    [
      () => rotateKey(keys, id, 0),
      lock,
      ['UPDATE OF rotated_at', 'api_keys'],
      ['INSERT', 'key_events', "NEW.action = 'created'"],
      ['INSERT', 'key_events', "NEW.action = 'rotated'"],
    ],
    [() => revokeWithCreated(keys, id), ['UPDATE OF revoked_at', 'api_keys', 'NEW.id > 2'], event],
    [
      () => removeCustomer(keys, customerId),
      lock,
      ['UPDATE OF revoked_at', 'api_keys'],
      ['UPDATE OF removed_at', 'customers'],
      ['UPDATE OF name', 'api_keys'],
      ['INSERT', 'key_events', "NEW.action = 'revoked'"],
      ['INSERT', 'key_events', "NEW.action = 'removed'"],
    ],
    [() => banKey(client, id, 1_000, NOW_MS), event],
  ];
  for (const [run, ...failing] of changes) {
    for (const one of failing) {
      await execute(url, begins(one));
      await t.rejects(run(), `${run}: ${one}`);
      await execute(url, ends(one));
      t.strictSame(await stored(), before, `${run}: ${one}`);
    }
  }
  // What a customer has sent is removed afterwards, and again if that fails.
  const usage = { apiKeyId: id, customerId, day: '2026-11-24', operation: 'listWidgets' };
  const counts = { requests: 1, clientErrors: 0, serverErrors: 0, lastUsedAt: inMs(0) };
  await addKeyUsages(client, [{ ...usage, ...counts }]);
  const key = { customerId, key: 'once', bodyHash: '', rowId: 1n, expiresAt: inMs(HOUR_MS) };
  await client.idempotencyKey.create({ data: key });
  for (const table of ['idempotency_keys', 'key_usages']) {
    const failing: Failing = ['DELETE', table];
    await execute(url, begins(failing));
    await t.rejects(removeCustomer(keys, customerId), table);
    await execute(url, ends(failing));
  }
  await removeCustomer(keys, customerId);
  t.equal(await client.keyUsage.count(), 0);
  t.equal((await allKeys(database))[0]?.state, 'revoked');
});

t.test('a removal leaves no name and no use of a customer, and only revoked keys', async (t) => {
  const { client, database } = await openStored(t);
  const keys = keysOf(client);
  const { customerId, id } = await createCustomer(keys, { ...FREE, name: 'Eve' }, { name: 'CI' });
  const other = await createCustomer(keys, FREE, { name: 'CD' });
  const expired = await createKey(keys, customerId, { name: 'old', expiresAt: inMs(-1) });
  const used = (key: { id: bigint; customerId: bigint }) => ({
    apiKeyId: key.id,
    customerId: key.customerId,
    day: '2026-11-24',
    operation: 'listWidgets',
    requests: 1,
    clientErrors: 0,
    serverErrors: 0,
    lastUsedAt: inMs(0),
  });
  const row = { key: 'once', bodyHash: '', rowId: 1n, expiresAt: inMs(HOUR_MS) };
  for (const key of [{ id, customerId }, other]) {
    await addKeyUsages(client, [used(key)]);
    await client.idempotencyKey.create({ data: { ...row, customerId: key.customerId } });
  }
  const owners = async () => [
    (await client.keyUsage.findMany()).map((usage) => usage.customerId),
    (await client.idempotencyKey.findMany()).map((key) => key.customerId),
  ];
  await removeCustomer(keys, customerId, by('ada'));
  t.strictSame(await owners(), [[other.customerId], [other.customerId]]);
  const removed = { customerName: '', name: '', state: 'revoked', revokedAt: inMs(0) };
  t.strictSame(
    (await allKeys(database)).map(({ customerName, name, state, revokedAt }) => {
      return { customerName, name, state, revokedAt };
    }),
    [removed, { customerName: 'Ada', name: 'CD', state: 'active', revokedAt: null }, removed],
  );
  await setExpiry(keys, expired.id, null);
  t.equal((await allKeys(database))[2]?.state, 'revoked', 'none comes to life again');

  // A key that another instance has added meanwhile, and what it has counted.
  await client.apiKey.update({ where: { id }, data: { revokedAt: null } });
  await addKeyUsages(client, [used({ id, customerId })]);
  for (let i = 0; i < 2; i += 1) await removeCustomer(keys, customerId, by('bob', 1));
  t.strictSame(await owners(), [[other.customerId], [other.customerId]]);
  const events = await client.keyEvent.findMany({
    where: { customerId, action: { in: ['revoked', 'removed'] } },
    orderBy: { id: 'asc' },
  });
  t.strictSame(
    events.map(({ actor, action, apiKeyId }) => [actor, action, apiKeyId]),
    [
      ['ada', 'revoked', id],
      // The newest key stands for the customer.
      ['ada', 'removed', expired.id],
      ['bob', 'revoked', id],
    ],
  );
  await t.rejects(removeCustomer(keys, 99n), new Error('No customer has the id 99.'));
});

t.test('finds out whose keys these are, in their order', async (t) => {
  const { client } = await openStored(t);
  const keys = keysOf(client);
  const one = await createCustomer(keys, FREE);
  const two = await createCustomer(keys, { ...FREE, name: 'Bob' }, { expiresAt: inMs(-1) });
  const found = await identifyKeys(keys, [two.key, generateApiKey(), one.key, two.key]);
  const expired = { ...withoutKey(two), state: 'expired' };
  t.strictSame(found, [expired, undefined, withoutKey(one), expired]);
  const [before] = await identifyKeys(keys, [two.key], inMs(-2));
  t.equal(before?.state, 'active', 'as they were then');
});

t.test('lists the use of each key, and the keys of a customer that can have any', async (t) => {
  const { client, database } = await openStored(t);
  const { id, customerId } = await createCustomer(keysOf(client), FREE);
  await createKey(keysOf(client), customerId, {});
  const now = new Date('2026-11-24T12:00:00Z');
  const lastUsedAt = new Date('2026-11-24T11:59:00Z');
  const usage = { apiKeyId: id, customerId, day: '2026-11-24', clientErrors: 0, serverErrors: 0 };
  await addKeyUsages(client, [
    { ...usage, operation: 'a', requests: 2, lastUsedAt },
    { ...usage, operation: 'b', requests: 3, lastUsedAt: new Date(0) },
    { ...usage, day: '2026-11-23', operation: 'b', requests: 9, lastUsedAt: new Date(1) },
    { ...usage, apiKeyId: 7n, operation: 'a', requests: 9, lastUsedAt },
  ]);
  const { value: listed } = await listKeys({ ...database, ...keyRules }, undefined, now).next();
  t.strictSame(
    listed?.map((key: ListedKeyInfo) => [key.lastUsedAt, key.usedToday]),
    [
      [lastUsedAt, 5n],
      [null, 0n],
    ],
  );
  const { value: used } = await readUsedKeys(database, customerId, '2026-11-23').next();
  t.strictSame(used, [{ id: 1n }, { id: 2n }, { id: 7n }], 'a removed one, too');
});

t.test('usages are written in the order of their keys, days and operations', async (t) => {
  const counts = { customerId: 1n, requests: 1, clientErrors: 0, serverErrors: 0 };
  const ordered = [2n, 10n].flatMap((apiKeyId) =>
    ['2026-11-23', '2026-11-24'].flatMap((day) =>
      ['a', 'b', 'c'].map((operation) => {
        return { apiKeyId, day, operation, ...counts, lastUsedAt: inMs(0) };
      }),
    ),
  );
  for (const usages of [
    ordered,
    ordered.toReversed(),
    ordered.toSorted((one, other) => (one.operation < other.operation ? 1 : -1)),
  ]) {
    const { client, database } = await openStored(t);
    const place = database.provider === 'sqlite' ? 'rowid' : 'ctid';
    await addKeyUsages(client, usages);
    const rows = await database.query<[string, string, string]>(
      `SELECT CAST(api_key_id AS TEXT), day, operation FROM key_usages ORDER BY ${place}`,
      [],
    );
    t.strictSame(
      rows,
      ordered.map(({ apiKeyId, day, operation }) => [`${apiKeyId}`, day, operation]),
    );
  }
});

async function openStored(t: Test) {
  const url = await createDatabase();
  const database = await openDatabase(url);
  t.teardown(() => database.close());
  return { client: database.client, database, url };
}

function inMs(ms: number): Date {
  return new Date(NOW_MS + ms);
}

/** Who changes a key, and how long from now. */
function by(actor: string, ms = 0) {
  return { actor, at: inMs(ms) };
}

function withoutKey({ key: _key, ...info }: NewKeyInfo): KeyInfo {
  return info;
}

const states = (keys: KeyInfo[]) => keys.map(({ state }) => state);
