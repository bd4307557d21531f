// The usage of keys, and the day counts of customers, in the database.

import t, { type Test } from 'tap';
import { createPeriodicWork } from '../../../src/platform/async/periodic-work.ts';
import { errors } from '../../../src/platform/errors/index.ts';
import type { Caller, KeyHolder } from '../../../src/platform/keys/index.ts';
import { startKeyUsage } from '../../../src/platform/keys/usage.ts';
import { openSample } from '../../helper.ts';
import { createDatabase, open } from '../../support/databases.ts';
import { openCustomer, type ServerProcess, startServer } from '../../support/processes.ts';
import { grantRights } from '../../support/servers/databases.ts';
import { eventually, until } from '../../support/until.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const PLAN = { plan: 'enterprise', limits: { perMinute: 40, perDay: 1_000_000 } } as const;

/** Sends a request. Returns its status, and what is left of the day. */
async function call({ origin }: ServerProcess, path: string, key: string) {
  const response = await fetch(origin + path, { headers: { authorization: `Bearer ${key}` } });
  await response.text();
  const [, left] = /"day";r=(\d+);/.exec(response.headers.get('ratelimit') ?? '') ?? [];
  return { status: response.status, left: Number(left) };
}

t.test('counts requests and client errors of each operation by day in UTC', async (t) => {
  const { app, send, clock, createKey, database } = await openSample(t);
  const midnight = Date.UTC(2026, 10, 24);
  clock.stop(midnight - 1);
  const { id, customerId, key } = await createKey({ scopes: ['widgets:read'] });
  await send({ url: '/v1/widgets', key });
  await send({ url: '/v1/widgets', key, method: 'HEAD' });
  await send({ url: '/v1/widgets', key, headers: { 'if-none-match': '*' } });
  await send({ url: '/v1/widgets?limit=x', key });
  await send({ url: '/v1/widgets', key: null });
  await app.inject('/readyz');
  clock.move(0.001 + 90);
  await send({ url: '/v1/widgets/1', key });
  await send({ url: '/v1/store/shipments', key });
  await send({ url: '/v1/nothing', key });
  await app.close();
  const before = {
    apiKeyId: id,
    customerId,
    day: '2026-11-23',
    lastUsedAt: new Date(midnight - MINUTE_MS),
  };
  const after = {
    apiKeyId: id,
    customerId,
    day: '2026-11-24',
    lastUsedAt: new Date(midnight + MINUTE_MS),
  };
  const usages = await database.client.keyUsage.findMany({
    where: { apiKeyId: id },
    orderBy: [{ day: 'asc' }, { operation: 'asc' }],
  });
  t.strictSame(usages, [
    { ...before, operation: 'listWidgets', requests: 4n, clientErrors: 1n, serverErrors: 0n },
    { ...after, operation: 'getWidget', requests: 1n, clientErrors: 1n, serverErrors: 0n },
    { ...after, operation: 'listShipments', requests: 1n, clientErrors: 1n, serverErrors: 0n },
    { ...after, operation: 'none', requests: 1n, clientErrors: 1n, serverErrors: 0n },
  ]);
});

/** Counts what is said to have ended, by a clock that the test sets. */
async function openCounting(t: Test, url: string) {
  const { client } = await open(t, url);
  const background = createPeriodicWork();
  let nowMs = 0;
  const countUsage = startKeyUsage({
    client,
    noOperation: 'none',
    background,
    now: () => nowMs,
    onFailure: (error) => t.error(error),
    onLost: (error) => t.error(error),
  });
  const customer = { apiKeyId: 1n, customerId: 1n } as KeyHolder;
  return {
    client,
    /** A request of the key that ends at a time of a day. */
    end(time: string, statusCode = 200, caller: Caller = { kind: 'customer', customer }) {
      nowMs = Date.parse(`2026-11-24T${time}Z`);
      countUsage({ caller, operation: { qualifiedId: 'listWidgets' } }, { statusCode });
    },
    customer,
    store: () => background.end(60_000),
    stored: () => client.keyUsage.findMany({ orderBy: { apiKeyId: 'asc' } }),
    /** How many requests the key has sent, and the minute of the last. */
    async storedUse() {
      const { requests, lastUsedAt } = await client.keyUsage.findFirstOrThrow();
      return [requests, lastUsedAt.toISOString().slice('2026-11-24T'.length, -':00.000Z'.length)];
    },
  };
}

t.test('the last use of a key is its latest, also after the clock was set back', async (t) => {
  const url = await createDatabase();
  const first = await openCounting(t, url);
  for (const time of ['10:04:59.999', '10:07:00', '10:05:00']) first.end(time);
  await first.store();
  t.strictSame(await first.storedUse(), [3n, '10:07']);

  // Another instance, whose clock is behind and then right.
  const behind = await openCounting(t, url);
  behind.end('10:06:00');
  await behind.store();
  t.strictSame(await behind.storedUse(), [4n, '10:07']);
  const right = await openCounting(t, url);
  right.end('10:08:59');
  await right.store();
  t.strictSame(await right.storedUse(), [5n, '10:08']);
});

t.test('4xx are errors of the client, 5xx of the server, whoever is known counts', async (t) => {
  const { end, store, stored, customer } = await openCounting(t, await createDatabase());
  for (const status of [200, 204, 304, 399, 400, 404, 499, 500, 503]) end('10:00:00', status);
  const rejection = errors.serviceUnavailable;
  end('10:00:00', 503, { kind: 'unverified', customer, rejection });
  end('10:00:00', 503, { kind: 'unverified', customer: undefined, rejection });
  end('10:00:00', 401, { kind: 'anonymous', rejection });
  await store();
  t.match(await stored(), [{ requests: 10n, clientErrors: 3n, serverErrors: 3n }]);
});

t.test('the usage of thousands of keys is stored, each once', async (t) => {
  const { end, store, stored } = await openCounting(t, await createDatabase());
  const ids = Array.from({ length: 1_203 }, (_, i) => BigInt(i + 1));
  for (const apiKeyId of ids.toReversed()) {
    const customer = { apiKeyId, customerId: 1n } as KeyHolder;
    for (let i = 0; i < 2; i += 1) end('10:00:00', 200, { kind: 'customer', customer });
  }
  await store();
  const usages = await stored();
  t.strictSame(
    usages.map(({ apiKeyId, requests }) => [apiKeyId, requests]),
    ids.map((id) => [id, 2n]),
  );
});

t.test('a stop loses no request, and a crash at most the last second', async (t) => {
  const { url, key, client } = await openCustomer(t, PLAN);
  /** The requests of each operation, and of the day. */
  const stored = async () => {
    const usages = await client.keyUsage.findMany();
    const requests = usages.map((usage) => [usage.operation, usage.requests]);
    return { ...Object.fromEntries(requests), day: (await client.dayUsage.findFirst())?.used };
  };
  const first = await startServer(t, { DATABASE_URL: url });
  for (let i = 0; i < 7; i += 1) await call(first, '/v1/widgets', key);
  await call(first, '/v1/store/shipments', key);
  t.equal((await first.end('SIGTERM')).code, 0);
  t.strictSame(await stored(), { listShipments: 1n, listWidgets: 7n, day: 8n });

  const second = await startServer(t, { DATABASE_URL: url });
  t.equal((await call(second, '/v1/widgets', key)).left, 999_991);
  await eventually(t, stored, { listShipments: 1n, listWidgets: 8n, day: 9n });
  await second.end('SIGKILL');
  const third = await startServer(t, { DATABASE_URL: url });
  t.equal((await call(third, '/v1/widgets', key)).left, 999_990, 'what was stored stays');
});

t.test('keeps the greater count of a day of another instance, and warns once', async (t) => {
  const { app, send, log, database } = await openSample(t, { LOG_LEVEL: 'warn' });
  const { dayUsage, keyUsage } = database.client;
  const stored = async () => {
    const { requests, clientErrors } = (await keyUsage.findFirst()) ?? {};
    return [requests, clientErrors];
  };
  await send({ url: '/v1/widgets?limit=x' });
  await eventually(t, () => dayUsage.count(), 1);
  await dayUsage.updateMany({ data: { used: 100 } });
  for (const sent of [2n, 3n]) {
    await send({ url: '/v1/widgets?limit=x' });
    await eventually(t, stored, [sent, sent]);
  }
  await app.close();
  t.equal(log.length, 1);
  t.match(log[0], /"WARN".*Other instances count in this database/);
  t.match(await dayUsage.findMany(), [{ used: 100n }]);
});

t.test('what cannot be stored now is stored later, once', async (t) => {
  const store = await openSample(t, { LOG_LEVEL: 'error' });
  const { app, send, log, database, alter, createKey } = store;
  const { key: quiet } = await createKey();
  const { client } = database;
  // So that the count of each is known.
  for (const caller of [{}, { key: quiet }]) await send({ url: '/v1/widgets', ...caller });
  await alter(
    'ALTER TABLE key_usages RENAME TO other_usages',
    'ALTER TABLE day_usages RENAME TO other_days',
  );
  await send({ url: '/v1/widgets' });
  await send({ url: '/v1/widgets', key: quiet });
  for (const line of ['the usage of API keys is not stored', 'day counts could not be stored']) {
    await until(() => log.some((text) => text.includes(line)), line);
  }
  await send({ url: '/v1/widgets' });
  await alter(
    'ALTER TABLE other_usages RENAME TO key_usages',
    'ALTER TABLE other_days RENAME TO day_usages',
  );
  const stored = async () => [
    (await client.keyUsage.findMany({ orderBy: { apiKeyId: 'asc' } })).map((one) => one.requests),
    (await client.dayUsage.findMany({ orderBy: { customerId: 'asc' } })).map((one) => one.used),
  ];
  const each = [
    [3n, 2n],
    [3n, 2n],
  ];
  await eventually(t, stored, each);
  await app.close();
  t.strictSame(await stored(), each);
});

t.test('removes usage after 400 days', async (t) => {
  const { url, client } = await openCustomer(t);
  const recent = new Date(Date.now() - 399 * DAY_MS).toISOString().slice(0, 10);
  // With its customer: a row that gets one is locked meanwhile, and removed a minute later.
  const usage = { apiKeyId: 1, customerId: 1, operation: 'x', requests: 1, clientErrors: 0 };
  const lastUsedAt = new Date(0);
  for (const day of ['2020-01-01', recent]) {
    await client.keyUsage.create({ data: { ...usage, day, lastUsedAt } });
  }
  await startServer(t, { DATABASE_URL: url });
  await until(async () => (await client.keyUsage.count()) === 1);
  t.match(await client.keyUsage.findMany(), [{ day: recent }]);
});

t.test(
  'removes events of keys after as many days as the operator says, and no others',
  async (t) => {
    const url = await createDatabase();
    const { client } = await open(t, url);
    const event = { actor: 'ada', action: 'revoked', apiKeyId: 1, customerId: 1, detail: '' };
    const agesInDays = async () => {
      const events = await client.keyEvent.findMany({ orderBy: { at: 'asc' } });
      return events.map(({ at }) => Math.round((Date.now() - at.getTime()) / DAY_MS));
    };
    for (const days of [41, 39]) {
      await client.keyEvent.create({
        data: { ...event, at: new Date(Date.now() - days * DAY_MS) },
      });
    }
    await grantRights(url, { variables: { KEY_EVENTS_DAYS: '40' } });
    // Its first key is an event, too.
    await openSample(t, { DATABASE_URL: url, KEY_EVENTS_DAYS: '40' });
    await eventually(t, agesInDays, [39, 0]);
  },
);
