// How keys that have ended leave the database, and what stays of them, on both databases.

import t, { type Test } from 'tap';
import type { Provider } from '../../../src/platform/database/index.ts';
import { dayOf } from '../../../src/platform/database/instants.ts';
import {
  createCustomer,
  createKey,
  keyRemovals,
  lockCustomer,
  removeCustomer,
  revokeKey,
  revokeWithCreated,
  setExpiry,
  setPlan,
} from '../../../src/platform/keys/index.ts';
import { openSample } from '../../helper.ts';
import { grantRights, NEEDS_POSTGRES, onBoth, openMigrated } from '../../support/both-databases.ts';
import { keysOf } from '../../support/key-rules.ts';
import { addOldKeys } from '../../support/old-keys.ts';
import { contract } from '../../support/sample-contract.ts';
import { testConfig } from '../../support/test-config.ts';
import { eventually, until } from '../../support/until.ts';

const DAY_MS = 86_400_000;
const OWNED = { name: 'Ada', plan: 'business' } as const;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** A database of a customer with a key, and of what is stored of its keys. */
async function openCustomer(t: Test, provider: Provider) {
  const opened = await openMigrated(t, provider);
  const { client } = opened;
  const { id, key, customerId } = await createCustomer(keysOf(client), OWNED, {
    scopes: contract.scopes,
  });
  async function add(name: string, fields: Parameters<typeof addOldKeys>[3]) {
    await addOldKeys(client, customerId, 1, fields);
    const row = await client.apiKey.findFirstOrThrow({ orderBy: { id: 'desc' } });
    await client.apiKey.update({ where: { id: row.id }, data: { name } });
    return row.id;
  }
  const names = async () => {
    const rows = await client.apiKey.findMany({ orderBy: { id: 'asc' } });
    return rows.map((row) => row.name);
  };
  return { ...opened, id, key, customerId, add, names };
}

t.test('a key leaves the database a while after it has ended, and no other does', async (t) => {
  await onBoth(t, async (t, provider) => {
    const cases = [
      { settings: {}, days: 400 },
      { settings: { KEY_EVENTS_DAYS: '30' }, days: 30 },
      { settings: { KEY_EVENTS_DAYS: '500' }, days: 500 },
    ];
    for (const { settings, days } of cases) {
      const { url, add, names, client, customerId } = await openCustomer(t, provider);
      const [old, young] = [daysAgo(days + 1), daysAgo(days - 1)];
      await add('revoked long ago', { revokedAt: old });
      await add('expired long ago', { expiresAt: old });
      await add('both', { revokedAt: old, expiresAt: old });
      await add('revoked lately', { revokedAt: young });
      await add('expired lately', { expiresAt: young });
      await add('will expire', { expiresAt: daysAgo(-1) });
      await add('disabled long ago', {});
      await client.apiKey.updateMany({
        where: { name: 'disabled long ago' },
        data: { disabledAt: old },
      });
      // More than are removed at once.
      await addOldKeys(client, customerId, 450, { revokedAt: old });
      await openSample(t, { DATABASE_URL: url, ...settings });
      const left = ['revoked lately', 'expired lately', 'will expire', 'disabled long ago'];
      // The first of the customer, and that of the store.
      await until(async () => (await client.apiKey.count()) === left.length + 2);
      t.strictSame(await names(), ['default', ...left, 'default'], `${days} days`);
    }
  });
});

t.test('what is kept is kept to the millisecond, and usage to the day', async (t) => {
  await onBoth(t, async (t, provider) => {
    const { url, client, customerId, add, names } = await openCustomer(t, provider);
    await grantRights(url, { variables: { KEY_EVENTS_DAYS: '30' } });
    const now = Date.UTC(2026, 10, 24, 12);
    const ago = (days: number, ms: number) => new Date(now - days * DAY_MS - ms);
    const remove = async (keyEventsDays: number | undefined) => {
      const counts: number[] = [];
      for (const removal of keyRemovals(keyEventsDays)) {
        counts.push(await removal({ client, provider }, now));
      }
      return counts;
    };
    for (const days of [30, 400]) {
      await add(`${days} days`, { revokedAt: ago(days, 0) });
      await add(`almost ${days} days`, { revokedAt: ago(days, -1) });
      await add(`expired for ${days} days`, { expiresAt: ago(days, 0) });
      await add(`expired for almost ${days} days`, { expiresAt: ago(days, -1) });
    }
    const usage = { apiKeyId: 1n, operation: 'x', requests: 1n, clientErrors: 0n, customerId };
    for (const days of [400, 401]) {
      const day = dayOf(now - days * DAY_MS);
      await client.keyUsage.create({ data: { ...usage, day, lastUsedAt: new Date(0) } });
    }
    const event = { actor: 'ada', action: 'revoked', apiKeyId: 1n, customerId, detail: '' };
    for (const ms of [0, 1]) {
      await client.keyEvent.create({ data: { ...event, at: ago(30, ms), detail: `${ms}` } });
    }
    const days = async () => (await client.keyUsage.findMany()).map(({ day }) => day);
    const events = async () => {
      const revoked = await client.keyEvent.findMany({ where: { action: 'revoked' } });
      return revoked.map(({ detail }) => detail).sort();
    };

    // After a key there may be those that have created it.
    t.strictSame(await remove(undefined), [1, 200]);
    t.strictSame(await remove(undefined), [0, 0]);
    t.strictSame(await days(), ['2025-10-20'], '400 days before the 24th of November');
    const recent = [
      '30 days',
      'almost 30 days',
      'expired for 30 days',
      'expired for almost 30 days',
    ];
    const almost = ['almost 400 days', 'expired for almost 400 days'];
    t.strictSame(await names(), ['default', ...recent, ...almost]);
    t.strictSame(await events(), ['0', '1'], 'for ever');

    t.strictSame(await remove(30), [0, 200, 1]);
    t.strictSame(await remove(30), [0, 0, 0]);
    t.strictSame(await names(), ['default', 'almost 30 days', 'expired for almost 30 days']);
    t.strictSame(await events(), ['0']);
  });
});

t.test('200 events are removed at once, the oldest first', async (t) => {
  await onBoth(t, async (t, provider) => {
    const { url, client, customerId } = await openCustomer(t, provider);
    await grantRights(url, { variables: { KEY_EVENTS_DAYS: '30' } });
    const event = { actor: 'ada', action: 'revoked', apiKeyId: 1n, customerId, detail: '' };
    await client.keyEvent.createMany({
      data: Array.from({ length: 450 }, (_, i) => ({ ...event, at: daysAgo(50 + i) })),
    });
    const [, , removeEvents] = keyRemovals(30);
    const counts = [];
    for (let i = 0; i < 4; i += 1) {
      counts.push(await removeEvents?.({ client, provider }, Date.now()));
      const oldest = await client.keyEvent.findFirst({
        where: { action: 'revoked' },
        orderBy: { at: 'asc' },
      });
      counts.push(oldest && Math.round((Date.now() - oldest.at.getTime()) / DAY_MS));
    }
    t.strictSame(counts, [200, 299, 200, 99, 50, null, 0, null]);
  });
});

t.test('a key stays while one that it has created does, however deep', async (t) => {
  await onBoth(t, async (t, provider) => {
    const { url, add, names, client } = await openCustomer(t, provider);
    const old = daysAgo(401);
    const grandparent = await add('grandparent', { revokedAt: old });
    const parent = await add('parent', { expiresAt: old, createdById: grandparent });
    await add('living child', { createdById: parent });
    const childless = await add('childless', { revokedAt: old });
    const gone = await add('gone', { revokedAt: old, createdById: childless });
    await add('gone, too', { expiresAt: old, createdById: gone });
    await openSample(t, { DATABASE_URL: url });
    await until(async () => (await client.apiKey.count()) === 5);
    t.strictSame(await names(), ['default', 'grandparent', 'parent', 'living child', 'default']);
    const revoked = await revokeWithCreated(keysOf(client), grandparent);
    t.strictSame(
      revoked.map(({ name, state }) => [name, state]),
      [
        ['grandparent', 'revoked'],
        ['living child', 'revoked'],
      ],
      'so that it can be revoked with them',
    );
  });
});

t.test('usage outlives its key, also that which version 1.0 has added', async (t) => {
  await onBoth(t, async (t, provider) => {
    const { url, add, id, key, client, customerId } = await openCustomer(t, provider);
    const old = await add('old', { revokedAt: daysAgo(401) });
    const today = dayOf(Date.now());
    const day = dayOf(Date.now() - DAY_MS);
    const counts = { requests: 1, clientErrors: 0, lastUsedAt: new Date() };
    const used = (apiKeyId: bigint, operation: string, given: object = {}) =>
      client.keyUsage.create({ data: { apiKeyId, day, operation, ...counts, ...given } });
    await used(old, 'listWidgets');
    await used(old, 'getWidget', { customerId });
    await used(id, 'listWidgets', { requests: 2 });
    // More than are filled in at once.
    const many = Array.from({ length: 450 }, (_, i) => {
      return { apiKeyId: old, day, operation: `operation ${i}`, ...counts };
    });
    await client.keyUsage.createMany({ data: many });
    const { send } = await openSample(t, { DATABASE_URL: url });
    const listUsage = async () => {
      const response = await send({ url: `/v1/account/usage?to=${day}&limit=2`, key });
      return response.json();
    };
    const before = await listUsage();
    t.match(before, [
      { day, operation: 'getWidget', requests: 1 },
      { day, operation: 'listWidgets', requests: 3 },
    ]);
    await until(async () => !(await client.apiKey.findUnique({ where: { id: old } })));
    t.strictSame(await listUsage(), before);
    t.equal(await client.keyUsage.count({ where: { customerId: null, day } }), 0);
    t.not(day, today);
    const { statusCode } = await send({ url: `/v1/account/usage?keyId=${old}`, key });
    t.equal(statusCode, 404);

    await removeCustomer(keysOf(client), customerId);
    t.equal(await client.keyUsage.count({ where: { day } }), 0, 'an erasure removes it');
  });
});

t.test('commands on a removed key say so, and its customer can still be changed', async (t) => {
  await onBoth(t, async (t, provider) => {
    const { url, id, client, customerId } = await openCustomer(t, provider);
    await client.apiKey.update({ where: { id }, data: { revokedAt: daysAgo(401) } });
    await openSample(t, { DATABASE_URL: url });
    await until(async () => !(await client.apiKey.findUnique({ where: { id } })));
    const events = await client.keyEvent.findMany({ where: { customerId } });
    t.match(events, [{ action: 'created', apiKeyId: id }], 'what was done to it stays');
    const noKey = { code: 'key_not_found', message: `No key has the id ${id}.` };
    await t.rejects(setExpiry(keysOf(client), id, null), noKey);
    await t.rejects(revokeKey(keysOf(client), id), noKey);
    await t.rejects(setPlan(keysOf(client), id, 'pro'), noKey);

    // All its keys are removed.
    const next = await createKey(keysOf(client), customerId, {});
    t.ok(next.id > id, 'no id is used twice');
    await client.apiKey.delete({ where: { id: next.id } });
    await removeCustomer(keysOf(client), customerId);
    t.match(await client.customer.findUnique({ where: { id: customerId } }), { name: '' });
    const last = await client.keyEvent.findFirst({ orderBy: { id: 'desc' } });
    t.match(last, { action: 'removed', apiKeyId: 0n, customerId });
  });
});

t.test('a change that is being made keeps the keys of its customer', NEEDS_POSTGRES, async (t) => {
  const { url, id, client, customerId } = await openCustomer(t, 'postgresql');
  const other = await createCustomer(keysOf(client), OWNED);
  const end = { expiresAt: daysAgo(401) };
  await client.apiKey.updateMany({ where: { id: { in: [id, other.id] } }, data: end });
  const stored = (of: bigint) => client.apiKey.count({ where: { id: of } });
  await client.$transaction(async (transaction) => {
    await lockCustomer(transaction, customerId);
    await openSample(t, { DATABASE_URL: url });
    await eventually(t, () => stored(other.id), 0);
    t.equal(await stored(id), 1);
    await transaction.apiKey.update({ where: { id }, data: { expiresAt: null } });
  });
  t.equal(await stored(id), 1);
});

t.test('creations of the last day count, however soon keys are removed', async (t) => {
  t.throws(() => testConfig({ KEY_EVENTS_DAYS: '29' }), /KEY_EVENTS_DAYS/);
  await onBoth(t, async (t, provider) => {
    const { url, id, key, add, client, customerId } = await openCustomer(t, provider);
    await addOldKeys(client, customerId, 100, { createdById: id, revokedAt: new Date() });
    const old = await add('old', { revokedAt: daysAgo(31) });
    const { send } = await openSample(t, { DATABASE_URL: url, KEY_EVENTS_DAYS: '30' });
    await eventually(t, () => client.apiKey.count({ where: { id: old } }), 0);
    const payload = { name: 'A key', scopes: [] };
    const created = await send({ url: '/v1/account/keys', method: 'POST', key, payload });
    t.match(created.json(), { code: 'key_creations_exceeded' });
  });
});

t.test('changes of one customer are made one after the other', NEEDS_POSTGRES, async (t) => {
  const { id, client, customerId } = await openCustomer(t, 'postgresql');
  const waiting = () => client.$executeRaw`SELECT FROM pg_locks WHERE NOT granted`;
  const revoking = await client.$transaction(async (transaction) => {
    await lockCustomer(transaction, customerId);
    const both = [revokeKey(keysOf(client), id), revokeKey(keysOf(client), id)];
    await until(async () => (await waiting()) === 2, 'both wait');
    return { both };
  });
  await Promise.all(revoking.both);
  const revoked = await client.keyEvent.count({ where: { action: 'revoked', apiKeyId: id } });
  t.equal(revoked, 1, 'the second sees what the first has done');
});
