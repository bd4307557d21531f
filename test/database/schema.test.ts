import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { EXPECTED_SCHEMA } from '../../generated/prisma/expected-schema.ts';
import type { Provider } from '../../src/database/index.ts';
import { applyMigrations, openMigratedDatabase } from '../../src/database/migrations.ts';
import { checkNumbers, checkSchema } from '../../src/database/schema/index.ts';
import { emptyDatabase, NEEDS_POSTGRES, onBoth, open, run } from '../support/both-databases.ts';
import { startServer } from '../support/processes.ts';
import { runScript } from '../support/scripts.ts';
import { eventually } from '../support/until.ts';

async function migrated(t: Test, provider: Provider): Promise<string> {
  const url = await emptyDatabase(t, provider);
  await applyMigrations(url);
  return url;
}

/** Makes a table of SQLite anew with another definition, as only a restore or a person does. */
function redefine(table: string, from: string, to: string): string[] {
  return [
    'PRAGMA writable_schema = ON',
    `UPDATE sqlite_master SET sql = replace(sql, '${from.replaceAll("'", "''")}', '${to.replaceAll("'", "''")}')
     WHERE type = 'table' AND name = '${table}'`,
    'PRAGMA writable_schema = RESET',
  ];
}

/** With all that SQLite allows only when it is asked to. */
async function damage(url: string, statements: readonly string[]) {
  if (!url.startsWith('file:')) return run(url, ...statements);
  const database = new Sqlite(url.slice('file:'.length)).unsafeMode();
  for (const sql of statements) database.exec(sql);
  database.close();
}

interface Damage {
  readonly missing: readonly string[];
  readonly slow?: readonly string[];
  readonly sql: readonly string[];
}

const DROPPED: readonly Damage[] = [
  { sql: ['DROP INDEX api_keys_hash_key'], missing: ['api_keys UNIQUE (hash)'] },
  { sql: ['DROP TABLE idempotency_keys'], missing: ['idempotency_keys'] },
  {
    sql: ['DROP INDEX orders_status_id_idx'],
    missing: [],
    slow: ['orders INDEX (status, id)'],
  },
  {
    sql: ['ALTER TABLE orders DROP COLUMN quantity', 'DROP INDEX api_keys_hash_key'],
    missing: ['api_keys UNIQUE (hash)', 'orders.quantity'],
  },
  {
    sql: [
      'DROP INDEX api_keys_hash_key',
      "CREATE UNIQUE INDEX partly ON api_keys (hash) WHERE hash <> ''",
      'CREATE UNIQUE INDEX lowered ON api_keys (lower(hash))',
      'CREATE UNIQUE INDEX more ON api_keys (hash, id)',
      'CREATE INDEX plain ON api_keys (hash)',
    ],
    missing: ['api_keys UNIQUE (hash)'],
  },
];

const DAMAGES: Readonly<Record<Provider, readonly Damage[]>> = {
  sqlite: [
    {
      sql: redefine('pets', '"name" TEXT NOT NULL', '"name" TEXT'),
      missing: ['pets.name NOT NULL'],
    },
    { sql: redefine('pets', ' AUTOINCREMENT', ''), missing: ['pets.id DEFAULT'] },
    {
      sql: redefine('pets', 'category_id" BIGINT', 'category_id" TEXT'),
      missing: ['pets.category_id BIGINT'],
    },
    {
      sql: redefine('pets', `'pending', `, ''),
      missing: [`pets.status 'pending'`],
    },
    {
      sql: redefine('orders', 'REFERENCES "pets"', 'REFERENCES "customers"'),
      missing: ['orders FOREIGN KEY (pet_id) REFERENCES pets (id)'],
    },
    {
      sql: redefine('idempotency_keys', 'ON DELETE CASCADE', 'ON DELETE RESTRICT'),
      missing: ['idempotency_keys FOREIGN KEY (pet_id) REFERENCES pets (id) ON DELETE CASCADE'],
    },
    {
      sql: redefine('day_usages', ' PRIMARY KEY', ''),
      missing: ['day_usages PRIMARY KEY (customer_id)'],
    },
  ],
  postgresql: [
    {
      sql: ['ALTER TABLE pets DROP CONSTRAINT pets_pkey CASCADE'],
      missing: [
        'pets PRIMARY KEY (id)',
        'idempotency_keys FOREIGN KEY (pet_id) REFERENCES pets (id) ON DELETE CASCADE',
        'orders FOREIGN KEY (pet_id) REFERENCES pets (id)',
      ],
    },
    { sql: ['ALTER TABLE pets ALTER name DROP NOT NULL'], missing: ['pets.name NOT NULL'] },
    { sql: ['ALTER TABLE pets ALTER id DROP DEFAULT'], missing: ['pets.id DEFAULT'] },
    { sql: ['DROP SEQUENCE pets_id_seq CASCADE'], missing: ['pets.id DEFAULT'] },
    {
      sql: ['ALTER TABLE pets ALTER category_id TYPE text'],
      missing: ['pets.category_id bigint'],
    },
    {
      sql: ['ALTER TABLE orders DISABLE TRIGGER ALL'],
      missing: ['orders FOREIGN KEY (pet_id) REFERENCES pets (id)'],
    },
    {
      sql: [
        'ALTER TABLE orders DROP CONSTRAINT orders_pet_id_fkey',
        'ALTER TABLE orders ADD FOREIGN KEY (pet_id) REFERENCES pets NOT VALID',
      ],
      missing: ['orders FOREIGN KEY (pet_id) REFERENCES pets (id)'],
    },
    {
      sql: [
        'ALTER TABLE day_usages DROP CONSTRAINT day_usages_pkey',
        'ALTER TABLE day_usages ADD PRIMARY KEY (customer_id) DEFERRABLE',
      ],
      missing: ['day_usages PRIMARY KEY (customer_id)'],
    },
    {
      sql: [
        `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'api_keys_hash_key'::regclass`,
      ],
      missing: ['api_keys UNIQUE (hash)'],
    },
    {
      sql: [
        `ALTER TYPE plan RENAME TO plan_before`,
        `CREATE TYPE plan AS ENUM ('free', 'pro', 'business')`,
        `ALTER TABLE customers ALTER plan TYPE plan USING plan::text::plan`,
      ],
      missing: [`customers.plan 'enterprise'`],
    },
  ],
};

await onBoth(t, async (t, provider) => {
  t.test('nothing is missing after the migrations', async (t) => {
    const database = await openMigratedDatabase(await migrated(t, provider));
    t.teardown(() => database.close());
    t.same(await checkSchema(database), { missing: [], slow: [] });
    t.ok(EXPECTED_SCHEMA[provider].length > 80);
  });

  t.test('what is there besides makes no difference', async (t) => {
    const url = await migrated(t, provider);
    await run(
      url,
      'CREATE TABLE extra (id integer)',
      'ALTER TABLE pets ADD COLUMN extra integer NOT NULL DEFAULT 1',
      'CREATE UNIQUE INDEX extra_idx ON customers (name, id)',
      'DROP INDEX orders_status_id_idx',
      'CREATE UNIQUE INDEX better ON orders (status, id)',
    );
    t.same(await checkSchema(await open(t, url)), { missing: [], slow: [] });
  });

  for (const { sql, missing, slow = [] } of [...DROPPED, ...DAMAGES[provider]]) {
    t.test(`notices: ${sql[0]?.startsWith('PRAGMA') ? missing : sql.at(-1)}`, async (t) => {
      const url = await migrated(t, provider);
      await damage(url, sql);
      t.same(await checkSchema(await open(t, url)), { missing, slow });
      if (missing.length === 0) return;
      await t.rejects(openMigratedDatabase(url), {
        message: `The schema of the database lacks ${missing.join(', ')}. Was it restored completely?`,
      });
    });
  }

  t.test('the service notices at start, and while it runs until it is repaired', async (t) => {
    const url = await migrated(t, provider);
    const server = await startServer(t, { DATABASE_URL: url });
    const readiness = async () => {
      const response = await fetch(`${server.origin}/readyz`);
      return [response.status, await response.json()];
    };
    const ready = { database: 'ok', schema: 'ok', writes: 'ok' };
    t.same(await readiness(), [200, { status: 'ready', checks: ready }]);
    await run(url, 'DROP INDEX api_keys_hash_key', 'DROP INDEX pets_status_id_idx');
    await eventually(t, readiness, [
      503,
      { status: 'unready', checks: { ...ready, schema: 'failed' } },
    ]);
    t.match(
      await runScript(t, 'src/server.ts', [], { settings: { PORT: '0', DATABASE_URL: url } }),
      {
        code: 1,
        stderr:
          'The schema of the database lacks api_keys UNIQUE (hash). Was it restored completely?\n',
      },
    );
    await readiness();
    await run(url, 'CREATE UNIQUE INDEX another_name ON api_keys (hash)');
    await eventually(t, readiness, [200, { status: 'ready', checks: ready }]);
    const { stdout } = await server.end('SIGTERM');
    const lines = stdout.split('\n').filter((line) => line.includes('the schema of the database'));
    t.match(lines, [
      /"severity_text":"ERROR".*lacks api_keys UNIQUE \(hash\)/,
      /"severity_text":"INFO".*complete again/,
    ]);
    t.equal(lines.length, 2);
    const slow = await startServer(t, { DATABASE_URL: url });
    t.match(
      (await slow.end('SIGTERM')).stdout,
      /"severity_text":"WARN".*lacks pets INDEX \(status, id\): lists are slow/,
    );
  });
});

t.test('PostgreSQL: sequences that are behind the rows', NEEDS_POSTGRES, async (t) => {
  const url = await migrated(t, 'postgresql');
  const database = await open(t, url);
  t.same(await checkNumbers(database), []);
  const pet = `INSERT INTO pets (id, name, category_id, status) VALUES`;
  await run(url, `${pet} (5, 'Rex', 1, 'sold')`);
  t.same(await checkNumbers(database), ['pets.id']);
  await run(url, `SELECT setval('pets_id_seq', 4)`);
  t.same(await checkNumbers(database), ['pets.id']);
  await run(url, `SELECT setval('pets_id_seq', 5)`);
  t.same(await checkNumbers(database), []);
  await run(
    url,
    `DROP SEQUENCE pets_id_seq, orders_id_seq, customers_id_seq, api_keys_id_seq CASCADE`,
  );
  t.same(await checkNumbers(database), [], 'without sequences there is nothing to compare');
});
