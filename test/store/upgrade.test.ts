// Stores of version 1.0: they are upgraded with all that they have, and 1.0 goes on beside this
// version.

import { hash } from 'node:crypto';
import t from 'tap';
import {
  type MigrationRecord,
  READ_HISTORY,
} from '../../src/platform/database/migrations/connection.ts';
import { compareHistory } from '../../src/platform/database/migrations/history.ts';
import { applyMigrations } from '../../src/platform/database/migrations/index.ts';
import { historyOf } from '../../src/platform/database/service-database.ts';
import { hashApiKey } from '../../src/platform/keys/api-key.ts';
import { keyRulesOf } from '../../src/platform/keys/index.ts';
import { service } from '../../src/service.ts';
import { openStore } from '../helper.ts';
import { emptyDatabase, grantRights, onBoth, run } from '../support/both-databases.ts';
import { historyOfModels, readCatalog } from '../support/catalog.ts';
import { openAs } from '../support/databases.ts';
import { grantsOf } from '../support/servers/databases.ts';
import { OWN } from '../support/services.ts';

const INIT = '20261126000000_init';
/** The first migration of version 1.0, byte for byte. */
const DIGESTS = {
  sqlite: 'e3af2c2731c316855a2bbe005cfe2ade8e1da0a1146dfd602c465707740295fb',
  postgresql: '3b046cd76e4852ec4ac3b0b3877d39f874e2e660deb90496b0d1391579560658',
};

/** What is in a store of version 1.0. The last customer was deleted. */
const ROWS_OF_1_0 = [
  `INSERT INTO customers (name, plan, per_minute, per_day)
    VALUES ('Ada', 'enterprise', 5, 50), ('Bob', 'free', NULL, NULL), ('Gone', 'pro', NULL, NULL)`,
  "DELETE FROM customers WHERE name = 'Gone'",
  `INSERT INTO api_keys (customer_id, hash, hint, created_by_id)
    VALUES (1, 'a', '', NULL), (1, 'b', '', 1), (2, 'c', '', NULL)`,
  `INSERT INTO key_usages (api_key_id, day, operation, requests, client_errors, last_used_at)
    VALUES (1, '2026-11-20', 'getPet', 2147483647, 1, '2026-11-20T10:00:00.000+00:00'),
      (3, '2026-11-20', 'getPet', 7, 1, '2026-11-20T10:00:00.000+00:00'),
      (9, '2026-11-20', 'getPet', 9, 1, '2026-11-20T10:00:00.000+00:00')`,
  `INSERT INTO key_events (actor, action, api_key_id, customer_id, detail)
    VALUES ('ada', 'created', 1, 1, '')`,
  'INSERT INTO day_usages (customer_id, opened_at_seconds, used) VALUES (1, 1790000000, 3)',
  `INSERT INTO idempotency_keys (customer_id, key, body_hash, row_id, expires_at)
    VALUES (1, 'k', 'h', 2, '2030-01-01T00:00:00.000+00:00')`,
  "INSERT INTO pets (name, category_id, status) VALUES ('Rex', 7, 'sold'), ('Mia', 8, 'pending')",
  "INSERT INTO orders (pet_id, quantity, status) VALUES (2, 3, 'placed')",
];

/** Counts as version 1.0 adds them, which knows no customer of a usage. */
const COUNTS_OF_1_0 = [
  `INSERT INTO key_usages AS k
      (api_key_id, day, operation, requests, client_errors, server_errors, last_used_at)
    VALUES (1, '2026-11-20', 'getPet', 1, 0, 0, '2026-11-20T10:00:00.000+00:00'),
      (2, '2026-11-20', 'getPet', 4, 0, 0, '2026-11-20T10:00:00.000+00:00')
    ON CONFLICT (api_key_id, day, operation) DO UPDATE SET
      requests = k.requests + excluded.requests,
      client_errors = k.client_errors + excluded.client_errors`,
  `INSERT INTO day_usages AS stored (customer_id, opened_at_seconds, used)
    VALUES (1, 1790000000, 4) ON CONFLICT (customer_id)
    DO UPDATE SET opened_at_seconds = excluded.opened_at_seconds, used = excluded.used
    WHERE stored.used <= excluded.used`,
];

/** Statements of version 1.0, with values instead of parameters. */
const STATEMENTS_OF_1_0 = {
  sqlite: [
    ...COUNTS_OF_1_0,
    "INSERT INTO `main`.`customers` (`name`, `plan`) VALUES ('Old', 'free')",
    "UPDATE `main`.`customers` SET `plan` = 'pro', `per_minute` = NULL WHERE `name` = 'Old'",
  ],
  postgresql: [
    ...COUNTS_OF_1_0,
    `INSERT INTO "public"."customers" ("name","plan")
      VALUES ('Old',CAST('free'::text AS "public"."plan"))
      RETURNING "public"."customers"."id", "public"."customers"."plan"::text`,
    `UPDATE "public"."customers" SET "plan" = CAST('pro'::text AS "public"."plan")
      WHERE ("public"."customers"."id" = 5 AND 1=1)`,
    `WITH new_row AS (
      SELECT nextval('pets_id_seq') AS id, *
      FROM json_to_recordset('[{"place":0,"key_owner":1,"key_value":"l","key_hash":"h",
          "name":"Rex","category_id":"7","status":"sold"}]')
        AS given (place int, key_owner int, key_value text, key_hash text, name text,
          category_id bigint, status pet_status)
      WHERE (
        SELECT expires_at > now() FROM idempotency_keys
        WHERE customer_id = key_owner AND key = key_value
      ) IS NOT TRUE
    ), stored_key AS (
      INSERT INTO idempotency_keys AS existing (row_id, customer_id, key, body_hash, expires_at)
      SELECT id, key_owner, key_value, key_hash, now() FROM new_row
      WHERE key_value IS NOT NULL ORDER BY key_owner, key_value
      ON CONFLICT (customer_id, key) DO UPDATE SET row_id = excluded.row_id RETURNING row_id
    )
    INSERT INTO pets (id, name, category_id, status)
      SELECT id, name, category_id, status FROM new_row`,
  ],
};

await onBoth(t, async (t, provider) => {
  const { all, own } = await historyOf(service.database, provider);
  const version1_0 = own.slice(0, 1);
  const later = all.slice(1).map(({ name }) => name);

  t.test('the first migration is that of 1.0, and no other sorts before it', async (t) => {
    t.same(
      version1_0.map(({ name, script }) => [name, hash('sha256', script)]),
      [[INIT, DIGESTS[provider]]],
    );
    t.same(all[0], version1_0[0], "it is the platform's first, too");
    t.same(
      later.filter((name) => name < INIT),
      [],
    );
    t.same([...new Set(later)], later, 'each has a name of its own');
  });

  t.test('upgrades a store of version 1.0, whose statements go on beside it', async (t) => {
    const url = await emptyDatabase(t, provider);
    await applyMigrations(service.database, url, { history: { all: version1_0, own: version1_0 } });
    await run(url, ...ROWS_OF_1_0);
    t.same(await applyMigrations(service.database, url), later);
    const database = await openAs(OWN, t, url);
    const { client } = database;
    const usage = { day: '2026-11-20', operation: 'getPet', clientErrors: 1n, serverErrors: 0n };
    const kept = async () => ({
      customers: (await client.customer.findMany({ orderBy: { id: 'asc' } })).map(
        ({ id, name, plan, perMinute, perDay }) => [id, name, plan, perMinute, perDay],
      ),
      keys: (await client.apiKey.findMany({ orderBy: { id: 'asc' } })).map(
        ({ id, customerId, createdById, hash }) => [id, customerId, createdById, hash],
      ),
      usages: await client.keyUsage.findMany({ orderBy: { apiKeyId: 'asc' } }),
      days: await client.dayUsage.findMany(),
    });
    const lastUsedAt = new Date('2026-11-20T10:00:00Z');
    const upgraded = await kept();
    t.same(upgraded, {
      customers: [
        [1n, 'Ada', 'enterprise', 5, 50],
        [2n, 'Bob', 'free', null, null],
      ],
      keys: [
        [1n, 1n, null, 'a'],
        [2n, 1n, 1n, 'b'],
        [3n, 2n, null, 'c'],
      ],
      usages: [
        { ...usage, apiKeyId: 1n, customerId: 1n, requests: 2_147_483_647n, lastUsedAt },
        { ...usage, apiKeyId: 3n, customerId: 2n, requests: 7n, lastUsedAt },
        // Of a key that somebody has deleted.
        { ...usage, apiKeyId: 9n, customerId: null, requests: 9n, lastUsedAt },
      ],
      days: [{ customerId: 1n, openedAtSeconds: 1_790_000_000n, used: 3n }],
    });
    t.match(await client.keyEvent.findMany(), [
      { apiKeyId: 1n, customerId: 1n, action: 'created' },
    ]);
    t.match(await client.idempotencyKey.findMany(), [{ customerId: 1n, key: 'k', rowId: 2n }]);
    t.match(await client.pet.findMany({ orderBy: { id: 'asc' } }), [
      { id: 1n, name: 'Rex', categoryId: 7n, status: 'sold' },
      { id: 2n, name: 'Mia', categoryId: 8n, status: 'pending' },
    ]);
    t.match(await client.order.findMany(), [{ id: 1n, petId: 2n, quantity: 3, status: 'placed' }]);

    const modelled = await emptyDatabase(t, provider);
    await applyMigrations(service.database, modelled, {
      history: await historyOfModels(t, provider),
    });
    t.same(
      await readCatalog(database),
      await readCatalog(await openAs(OWN, t, modelled)),
      'the schema is that of the models',
    );

    // No id comes a second time, also not that of a removed row.
    const added = await client.customer.create({ data: { name: 'Eve', plan: 'a later one' } });
    t.equal(added.id, 4n);
    await run(url, ...STATEMENTS_OF_1_0[provider]);
    const { customers, usages, days } = await kept();
    t.same(customers.at(-1), [5n, 'Old', 'pro', null, null]);
    t.match(usages[0], { customerId: 1n, requests: 2_147_483_648n }, 'more than 1.0 could count');
    t.match(usages[1], { apiKeyId: 2n, customerId: null, requests: 4n });
    t.match(days, [{ used: 4n }]);

    // 1.0 starts with a warning for each migration that it does not know, if it lacks none of its
    // own.
    const records = await client.$queryRawUnsafe<MigrationRecord[]>(READ_HISTORY);
    t.same(compareHistory(version1_0, records), { pending: [], newer: later });
  });

  t.test('no key of version 1.0 changes or removes an animal, however unlimited', async (t) => {
    const url = await emptyDatabase(t, provider);
    await applyMigrations(service.database, url, { history: { all: version1_0, own: version1_0 } });
    const { generateApiKey } = keyRulesOf(service).keyFormat;
    // Of `keys create`, and with `--manager`.
    const keys = ['NULL', "'pets:read pets:write orders:read account:read account:write'"].map(
      (scopes) => ({ scopes, key: generateApiKey() }),
    );
    await run(
      url,
      "INSERT INTO customers (name, plan) VALUES ('Ada', 'business')",
      ...keys.map(
        ({ scopes, key }) =>
          `INSERT INTO api_keys (customer_id, hash, hint, scopes)
            VALUES (1, '${hashApiKey(key)}', '', ${scopes})`,
      ),
      "INSERT INTO pets (name, category_id, status) VALUES ('Rex', 7, 'sold')",
    );
    await applyMigrations(service.database, url);
    await grantRights(url, { file: grantsOf(OWN) });
    const { send } = await openStore(t, { DATABASE_URL: url });
    for (const { key, scopes } of keys) {
      for (const [status, request] of [
        [200, { url: '/v1/pets' }],
        [201, { url: '/v1/pets', method: 'POST', payload: { name: 'Mia', categoryId: 8 } }],
        [403, { url: '/v1/pets/1', method: 'PATCH', payload: { status: 'available' } }],
        [403, { url: '/v1/pets/1', method: 'DELETE' }],
      ] as const) {
        t.equal((await send({ ...request, key })).statusCode, status, scopes);
      }
    }
    const rex = (await send({ url: '/v1/pets/1' })).json();
    t.match(rex, { id: 1, name: 'Rex', status: 'sold' });
  });
});
