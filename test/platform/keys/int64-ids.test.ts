// Ids and counts of 64 bits, which a double would round, everywhere that they are stored and shown.

import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { runKeyCommand } from '../../../scripts/keys/index.ts';
import { knownOf } from '../../../scripts/keys/options.ts';
import type { Provider } from '../../../src/platform/database/index.ts';
import { createKey } from '../../../src/platform/keys/administration.ts';
import { openSample, type Sample } from '../../helper.ts';
import { NEEDS_POSTGRES, onBoth, openMigrated } from '../../support/both-databases.ts';
import { keysOf } from '../../support/key-rules.ts';
import { NEEDS_REDIS, startRedis } from '../../support/redis.ts';
import { contract } from '../../support/sample-contract.ts';
import { eventually, until } from '../../support/until.ts';
import { service } from '../service/src/service.ts';

/** Beyond 32 bits, beyond what a double holds, and the last of all. */
const IDS = [2n ** 31n, 2n ** 53n + 1n, 2n ** 63n - 1n];
const MAX = 2n ** 63n - 1n;
const LIMITS = { perMinute: 1_000, perDay: 1_000_000 };
const DAY = '2026-11-24';

async function openWide(t: Test, provider: Provider, settings: Record<string, string> = {}) {
  const { url } = await openMigrated(t, provider);
  const store = await openSample(t, { DATABASE_URL: url, LOG_LEVEL: 'info', ...settings });
  /** Lets the next row of a table have an id. */
  const setNextId = (table: string, id: bigint) =>
    store.alter(
      provider === 'sqlite'
        ? `UPDATE sqlite_sequence SET seq = ${id - 1n} WHERE name = '${table}'`
        : `SELECT setval('${table}_id_seq', ${id}, false)`,
    );
  /** Sends a request to the account, and returns the response as it was written. */
  const account = async (key: string, path: string, method: 'GET' | 'POST' | 'DELETE' = 'GET') => {
    const response = await store.app.inject({
      method,
      url: `/v1/account${path}`,
      headers: { authorization: `Bearer ${key}` },
      ...(method === 'POST' && { payload: { name: 'Made' } }),
    });
    return { status: response.statusCode, text: response.payload, headers: response.headers };
  };
  const known = await knownOf(service);
  /** Runs a command, and returns what it prints. */
  const run = (line: string) =>
    text(
      Readable.from(
        runKeyCommand(
          known,
          line.split(' '),
          async () => ({ ...store.database, close: async () => {} }),
          {
            readInput: () => Readable.from([]),
            ask: async () => 'yes',
          },
        ),
      ),
    );
  return { ...store, setNextId, account, run };
}

/** A customer and its key, both with an id, who may do everything. */
async function makeCustomer(store: Awaited<ReturnType<typeof openWide>>, id: bigint) {
  await store.setNextId('customers', id);
  await store.setNextId('api_keys', id);
  return store.createKey({ plan: 'enterprise', limits: LIMITS, scopes: contract.scopes });
}

await onBoth(t, async (t, provider) => {
  t.test('an id of any size is exact in rows, responses, logs and commands', async (t) => {
    const store = await openWide(t, provider);
    const { client } = store.database;
    for (const wide of IDS) {
      const { id, customerId, key } = await makeCustomer(store, wide);
      t.strictSame([id, customerId], [wide, wide]);
      const widget = { name: 'Bolt', groupId: 7 };
      const create = () =>
        store.send({
          method: 'POST',
          url: '/v1/widgets',
          key,
          payload: widget,
          headers: { 'idempotency-key': 'a' },
        });
      t.equal((await create()).payload, (await create()).payload, 'is repeated');
      t.equal(await client.idempotencyKey.count({ where: { customerId: wide } }), 1);

      const own = await store.account(key, '');
      t.match([own.status, own.text], [200, `"key":{"id":${wide},`]);
      const keys = await store.account(key, '/keys');
      t.match([keys.status, keys.text], [200, `[{"id":${wide},`]);
      const listed = await store.run(`list --customer ${wide} --json`);
      t.match(listed, `[{"id":${wide},"customerId":${wide},`);
      t.match(
        await store.run(`list --customer ${wide}`),
        new RegExp(`^${wide} +${wide} A customer`, 'm'),
      );
      t.match(await store.run(`log ${wide} --json`), `"apiKeyId":${wide},"customerId":${wide},`);
      t.match(await store.run(`set-plan ${wide} --plan pro --json`), `{"id":${wide},`);
      // Before the customer is removed, and its usage with it.
      await eventually(t, () => client.dayUsage.count({ where: { customerId: wide } }), 1);
      await until(async () => (await client.keyUsage.count({ where: { apiKeyId: wide } })) > 0);
      t.match(await store.run(`remove-customer ${wide} --yes --json`), `[{"id":${wide},`);

      const ids = `"sample_service.customer.id":${wide},"sample_service.api_key.id":${wide},`;
      t.ok(
        store.log.some((line) => line.includes(ids)),
        'the log',
      );
    }
  });

  t.test('keys beyond the int32 of the contract are listed, paged and used', async (t) => {
    const store = await openWide(t, provider);
    const { client } = store.database;
    const wide = 2n ** 53n + 1n;
    const { id, key, customerId } = await makeCustomer(store, wide);
    const made = await store.account(key, '/keys', 'POST');
    t.match(
      [made.status, made.text],
      [201, new RegExp(`^{"id":${wide + 1n},.*"createdBy":${wide},`)],
    );
    t.equal(made.headers.location, `/v1/account/keys/${wide + 1n}`);
    await createKey(keysOf(client), customerId, {});
    const pages: string[] = [];
    let path: string | undefined = '/keys?limit=1';
    while (path) {
      const { text, headers } = await store.account(key, path);
      pages.push(text.slice(0, text.indexOf(',')));
      path = /\/account([^>]+)>; rel="next"/.exec(String(headers.link))?.[1];
    }
    t.strictSame(
      pages,
      [0n, 1n, 2n].map((i) => `[{"id":${wide + i}`),
    );
    // The contract says int32 of a request: the operator manages such a key.
    t.equal((await store.account(key, `/keys/${id}`)).status, 400);
    t.equal((await store.account(key, `/keys/${id}`, 'DELETE')).status, 400);
    t.match(await store.run(`rotate ${id} --overlap 1h --json`), `{"id":${wide + 3n},`);
    t.match(await store.run(`revoke ${id} --with-created --json`), /^\[{"id":\d+,.*{"id":\d+,/);
  });

  t.test('usage near the greatest integer is exact, and grows no further', async (t) => {
    const store = await openWide(t, provider);
    const { client } = store.database;
    store.clock.stop(Date.parse(`${DAY}T12:00Z`));
    const { id, key, customerId } = await makeCustomer(store, 7_000_000_000n);
    const other = await createKey(keysOf(client), customerId, { scopes: ['widgets:read'] });
    const row = { day: DAY, operation: 'listWidgets', lastUsedAt: new Date(0) };
    const errors = { clientErrors: 2n ** 31n - 1n, serverErrors: MAX };
    for (const [apiKeyId, requests] of [
      [id, 2n ** 31n - 1n],
      [other.id, MAX - 1n],
    ] as const) {
      await client.keyUsage.create({ data: { ...row, ...errors, apiKeyId, customerId, requests } });
    }
    for (let i = 0; i < 3; i += 1) {
      for (const caller of [key, other.key]) await store.send({ url: '/v1/widgets', key: caller });
    }
    const stored = async () => {
      const rows = await client.keyUsage.findMany({
        where: { customerId, operation: 'listWidgets' },
        orderBy: { apiKeyId: 'asc' },
      });
      return rows.map(({ requests, clientErrors, serverErrors }) => [
        requests,
        clientErrors,
        serverErrors,
      ]);
    };
    await eventually(t, stored, [
      [2n ** 31n + 2n, 2n ** 31n - 1n, MAX],
      [MAX, 2n ** 31n - 1n, MAX],
    ]);
    const counts = (requests: bigint, keys: bigint) =>
      `"operation":"listWidgets","requests":${requests},` +
      `"clientErrors":${keys * (2n ** 31n - 1n)},"serverErrors":${MAX}}`;
    t.match((await store.account(key, '/usage')).text, counts(MAX, 2n), 'the sum, too');
    t.match(await store.run(`usage ${id} --json`), `"requests":${2n ** 31n + 2n},`);
    t.match(await store.run(`usage ${other.id} --json`), `"requests":${MAX},`);
    t.match(await store.run(`usage --customer ${customerId}`), `${MAX + 2n ** 31n + 2n}`);
  });

  t.test('usage without a customer, as version 1.0 writes it, is that of its key', async (t) => {
    const store = await openWide(t, provider);
    const { client } = store.database;
    store.clock.stop(Date.parse(`${DAY}T12:00Z`));
    const [one, two] = [await makeCustomer(store, 7n), await makeCustomer(store, 70n)];
    const row = { day: DAY, operation: 'getWidget', lastUsedAt: new Date(0), clientErrors: 1n };
    for (const [apiKeyId, customerId, requests] of [
      [one.id, null, 5n],
      [two.id, null, 50n],
    ] as const) {
      await client.keyUsage.create({ data: { ...row, apiKeyId, customerId, requests } });
    }
    const further = await createKey(keysOf(client), one.customerId, {});
    await client.keyUsage.create({
      data: { ...row, apiKeyId: further.id, customerId: one.customerId, requests: 3n },
    });
    const sums = (requests: number, clientErrors: number) =>
      `"operation":"getWidget","requests":${requests},"clientErrors":${clientErrors},`;
    t.match((await store.account(one.key, '/usage')).text, sums(8, 2));
    t.match((await store.account(two.key, '/usage')).text, sums(50, 1));
    t.match((await store.account(one.key, '/usage?keyId=7')).text, sums(5, 1));
    // The next request says whose it is.
    await store.send({ url: '/v1/widgets/1', key: one.key });
    const stored = async () => {
      const found = await client.keyUsage.findFirst({
        where: { apiKeyId: 7n, operation: 'getWidget' },
      });
      return [found?.customerId, found?.requests];
    };
    await eventually(t, stored, [7n, 6n]);
    await store.run('remove-customer 70 --yes');
    t.equal(await client.keyUsage.count({ where: { apiKeyId: 70n, operation: 'getWidget' } }), 0);
  });

  t.test('a row that cannot be written is lost alone, and named', async (t) => {
    const store = await openWide(t, provider, { LOG_LEVEL: 'error' });
    const { client } = store.database;
    const poisoned = await store.createKey();
    const others = [await store.createKey(), await store.createKey()];
    await poison(store, provider, poisoned);
    const callAll = async () => {
      for (const { key } of [poisoned, ...others]) await store.send({ url: '/v1/widgets', key });
    };
    const stored = async () => [
      (await client.keyUsage.findMany({ orderBy: { apiKeyId: 'asc' } })).map(
        ({ apiKeyId, requests }) => [apiKeyId, requests],
      ),
      (await client.dayUsage.findMany({ orderBy: { customerId: 'asc' } })).map(
        ({ customerId, used }) => [customerId, used],
      ),
    ];
    const each = (count: bigint) => [
      others.map(({ id }) => [id, count]),
      others.map(({ customerId }) => [customerId, count]),
    ];
    await callAll();
    await eventually(t, stored, each(1n));
    for (const name of [
      `1 requests of the API key ${poisoned.id} to listWidgets`,
      `The day count of the customer ${poisoned.customerId} cannot be stored`,
    ]) {
      await until(() => store.log.some((line) => line.includes(name)), name);
    }
    // Also by the last writes of a stop.
    await callAll();
    await store.app.close();
    t.strictSame(await stored(), each(2n));
  });
});

t.test('rows that are written one by one are written once', NEEDS_POSTGRES, async (t) => {
  const store = await openWide(t, 'postgresql', { LOG_LEVEL: 'error' });
  const { client } = store.database;
  const keys = [await store.createKey(), await store.createKey(), await store.createKey()];
  const [first, poisoned, last] = keys as [Owned, Owned, Owned];
  await poison(store, 'postgresql', poisoned);
  // After the first row, and before the last one, the disk is full.
  await store.alter(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$`,
    `CREATE TRIGGER fail BEFORE INSERT ON key_usages FOR EACH ROW
      WHEN (NEW.api_key_id = ${last.id}) EXECUTE FUNCTION fail()`,
  );
  for (const { key } of keys) await store.send({ url: '/v1/widgets', key });
  const stored = async () => {
    const rows = await client.keyUsage.findMany({ orderBy: { apiKeyId: 'asc' } });
    return rows.map(({ apiKeyId, requests }) => [apiKeyId, requests]);
  };
  const isLogged = (words: string) => () => store.log.some((line) => line.includes(words));
  await until(isLogged('the usage of an API key is lost'));
  await until(isLogged('the usage of API keys is not stored'));
  await store.alter('DROP TRIGGER fail ON key_usages');
  const both = [
    [first.id, 1n],
    [last.id, 1n],
  ];
  await eventually(t, stored, both);
  await store.app.close();
  t.strictSame(await stored(), both);
});

t.test('counts of wide ids are shared by their digits in Redis', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t);
  const store = await openWide(t, 'sqlite', { REDIS_URL: redis.url });
  const wide = 2n ** 53n;
  for (const [id, remaining] of [
    [wide, '999'],
    [wide + 1n, '999'],
  ] as const) {
    const { key } = await makeCustomer(store, id);
    const { headers } = await store.send({ url: '/v1/widgets', key });
    t.equal(String(headers['x-ratelimit-remaining']), remaining);
  }
  const found = await redis.client.keys('*:limits:{9*');
  t.strictSame(found.map((name) => /\{(\d+)\}/.exec(name)?.[1]).sort(), [
    `${wide}`,
    `${wide + 1n}`,
  ]);
});

type Owned = Awaited<ReturnType<Sample['createKey']>>;

/** Lets the database reject the counts of a key and of its customer. */
async function poison({ alter }: Sample, provider: Provider, { id, customerId }: Owned) {
  for (const [table, column, value] of [
    ['key_usages', 'api_key_id', id],
    ['day_usages', 'customer_id', customerId],
  ]) {
    if (provider === 'postgresql') {
      await alter(`ALTER TABLE ${table} ADD CHECK (${column} <> ${value})`);
    } else {
      await alter(
        `CREATE TRIGGER poison_${table} BEFORE INSERT ON ${table} WHEN NEW.${column} = ${value}
          BEGIN SELECT RAISE(ABORT, 'poisoned'); END`,
      );
    }
  }
}
