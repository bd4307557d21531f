import { readFile } from 'node:fs/promises';
import t from 'tap';
import { applyMigrations } from '../../src/database/migrations/index.ts';
import { createApiKey, hashApiKey } from '../../src/keys/api-key.ts';
import { emptyDatabase, migrationsFolder, onBoth, open, run } from '../support/both-databases.ts';
import { addPet, startServer } from '../support/processes.ts';
import { ask } from '../support/scripts.ts';

/*
 * A database of the version before: this version starts on it, serves its rows, and recognizes its
 * idempotency keys.
 */

/** The migrations of that version, with their checksums. */
const HISTORY = {
  sqlite: {
    '20261121000000_init': '92ca9d8f2c812ac396daaf48993373276d5559d51bd77fe354ecc8a82b0addbe',
    '20261121010000_idempotency_keys':
      '5f0befeee759bb46ab3a96ce552659b79ddf1e5c97b6c9fbe884d998233c0e92',
  },
  postgresql: {
    '20261121000000_init': '0d1e4634b93e245f76051a50cfd7b74dfccaa44f88f1857f9f5c73f4d6b60487',
    '20261121010000_idempotency_keys':
      '1fa5b6f7a93203017f1409e463790eabda6701670079d055e642a4352754a6d2',
  },
};
const INSTANT = '2026-11-21T00:00:00.000+00:00';
const BODY = '{"name":"Rex","categoryId":9007199254740993}';
/** What that version stored for the body: SHA-256 of all fields in order, with their defaults. */
const BODY_HASH = 'aa70bc232086f9b8571505fedf0a87ceb33c147197f0cbe68160f5f0c2dd731f';

await onBoth(t, async (t, provider) => {
  t.test('this version starts on it, serves its rows, and knows its keys', async (t) => {
    const url = await emptyDatabase(t, provider);
    const instant = provider === 'sqlite' ? 'DATETIME' : 'TIMESTAMPTZ';
    const key = createApiKey();
    const names = Object.keys(HISTORY[provider]);
    const records = Object.entries(HISTORY[provider]).map(
      ([name, checksum]) => `
        INSERT INTO _prisma_migrations VALUES ('${name}', '${checksum}', '${INSTANT}', '${name}',
          NULL, NULL, '${INSTANT}', 1)`,
    );
    const statements: string[] = [];
    for (const name of names) {
      const script = await readFile(`prisma/migrations/${provider}/${name}/migration.sql`, 'utf8');
      statements.push(
        ...script
          .replaceAll(/^--.*\n/gm, '')
          .trim()
          .split(';\n'),
      );
    }
    await run(
      url,
      ...statements,
      `CREATE TABLE _prisma_migrations (
        id VARCHAR(36) PRIMARY KEY NOT NULL,
        checksum VARCHAR(64) NOT NULL,
        finished_at ${instant},
        migration_name VARCHAR(255) NOT NULL,
        logs TEXT,
        rolled_back_at ${instant},
        started_at ${instant} NOT NULL,
        applied_steps_count INTEGER NOT NULL DEFAULT 0
      )`,
      ...records,
      "INSERT INTO customers (name, plan) VALUES ('A customer', 'business')",
      `INSERT INTO api_keys (customer_id, hash) VALUES (1, '${hashApiKey(key)}')`,
      `INSERT INTO pets (name, category_id, status) VALUES ('Rex', 9007199254740993, 'sold')`,
      `INSERT INTO idempotency_keys VALUES (1, 'k', '${BODY_HASH}', 1, '2999${INSTANT.slice(4)}')`,
    );
    const next = { '2999_next': 'CREATE TABLE next_one (id integer)' };
    const applied = await applyMigrations(url, await migrationsFolder(t, next, provider));
    t.equal(applied.at(-1), '2999_next', 'later migrations fit into the table of the records');
    for (const name of names) t.notOk(applied.includes(name), name);
    const { origin } = await startServer(t, { DATABASE_URL: url });
    const list = await ask(`${origin}/v1/pets`, `Bearer ${key}`);
    t.match(await list.text(), /"id":1,"name":"Rex","categoryId":9007199254740993,"status":"sold"/);
    const again = await addPet(origin, key, { body: BODY, idempotencyKey: 'k' });
    t.equal(again.status, 201);
    t.match(await again.text(), /"id":1,.*"categoryId":9007199254740993,"status":"available"/);
    const other = await addPet(origin, key, { idempotencyKey: 'k' });
    t.equal(other.status, 422);
    t.equal(await (await open(t, url)).client.pet.count(), 1);
  });
});
