// The rights of the service's role in PostgreSQL, in whatever order deploy/grants.sql and the
// migrations are applied.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import t, { type Test } from 'tap';
import { grantsScript, serviceRole } from '../../../scripts/generate/grants.ts';
import { PLATFORM_MODELS, storeModels } from '../../../scripts/sources.ts';
import { openSample } from '../../helper.ts';
import {
  emptyDatabase,
  grantRights,
  laterHistory,
  NEEDS_POSTGRES,
  postgresUrl,
  run,
} from '../../support/both-databases.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { asService } from '../../support/servers/roles.ts';
import { applyMigrations } from '../../support/service-database.ts';
import { SAMPLE } from '../../support/services.ts';

/** What the next version adds: a table of the store, and one that only a trigger knows. */
const TOY = 'model Toy {\n  id BigInt @id @default(autoincrement())\n\n  @@map("toys")\n}\n';
const MIGRATION = `
  CREATE TABLE toys (id bigserial PRIMARY KEY);
  CREATE TABLE "Noted" (id bigint);
  CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO "Noted" VALUES (NEW.id); RETURN NULL; END $$;
  CREATE TRIGGER note AFTER INSERT ON widgets FOR EACH ROW EXECUTE FUNCTION note();`;

const platform = await readFile(PLATFORM_MODELS.file, 'utf8');
const store = await readFile(storeModels(SAMPLE.folder).file, 'utf8');
const { name } = SAMPLE.service;
const SERVICE_ROLE = serviceRole(name);

/** The steps of an upgrade: the migrations and the file of this version, and those of the next. */
async function stepsFor(t: Test) {
  const history = await laterHistory('postgresql', { '2999_toys': MIGRATION });
  const file = join(await temporaryFolder(t), 'grants.sql');
  await writeFile(file, grantsScript(name, { platform, store: store + TOY }));
  return {
    migrations: applyMigrations,
    grants: (url: string) => grantRights(url),
    'next migrations': (url: string) => applyMigrations(url, { history }),
    'next grants': (url: string) => grantRights(url, { file }),
  };
}

type Step = keyof Awaited<ReturnType<typeof stepsFor>>;

/** Whether the file has run after the last migration: then the platform has its least. */
const SEQUENCES: readonly (readonly [isLeast: boolean, ...steps: readonly Step[]])[] = [
  [true, 'migrations', 'grants', 'next migrations', 'next grants', 'next grants'],
  [true, 'migrations', 'grants', 'next migrations'],
  [true, 'migrations', 'grants', 'next migrations', 'grants'],
  [true, 'migrations', 'next grants', 'next migrations'],
  [true, 'next migrations', 'grants'],
  [true, 'next migrations', 'next grants', 'grants', 'next grants'],
  [false, 'grants', 'next migrations'],
  [true, 'grants', 'next migrations', 'next grants'],
];

const ALLOWED = [
  "INSERT INTO widgets (name, group_id, status) VALUES ('Bolt', 1, 'sold')",
  "UPDATE widgets SET status = 'sold'",
  'SELECT * FROM widgets FOR UPDATE',
  'DELETE FROM widgets',
  'DELETE FROM shipments',
  'DELETE FROM api_keys',
  'INSERT INTO toys DEFAULT VALUES',
  'UPDATE toys SET id = 7',
  'DELETE FROM toys',
  'SELECT * FROM "Noted"',
];
const FORBIDDEN = ['TRUNCATE widgets CASCADE', 'DROP TABLE toys', 'CREATE TABLE x (id int)'];
const MORE_THAN_LEAST = [
  'UPDATE key_events SET id = id',
  'DELETE FROM key_events',
  'DELETE FROM customers',
  'DELETE FROM _prisma_migrations',
];

/** Runs statements as the service. @returns the code of each error */
async function codesOf(t: Test, url: string, statements: readonly string[]) {
  const client = new pg.Client(asService(url));
  await client.connect();
  t.teardown(() => client.end());
  const codes: Record<string, string> = {};
  for (const statement of statements) {
    const failed = await client.query(statement).then(
      () => undefined,
      (error: { code: string }) => error.code,
    );
    if (failed !== undefined) codes[statement] = failed;
  }
  return codes;
}

const allRefused = (statements: readonly string[]) =>
  Object.fromEntries(statements.map((statement) => [statement, '42501']));

t.test('a table of a migration has its rights, in any sequence', NEEDS_POSTGRES, async (t) => {
  const steps = await stepsFor(t);
  for (const [isLeast, ...sequence] of SEQUENCES) {
    const url = await emptyDatabase(t, 'postgresql');
    for (const step of sequence) await steps[step](url);
    const name = sequence.join(', ');
    t.strictSame(await codesOf(t, url, ALLOWED), {}, name);
    t.strictSame(await codesOf(t, url, FORBIDDEN), allRefused(FORBIDDEN), name);
    const expected = isLeast ? allRefused(MORE_THAN_LEAST) : {};
    t.strictSame(await codesOf(t, url, MORE_THAN_LEAST), expected, name);
  }
});

t.test(
  'tables of others, and less rights than all, stay as they are',
  NEEDS_POSTGRES,
  async (t) => {
    const url = await emptyDatabase(t, 'postgresql');
    await applyMigrations(url);
    await run(
      url,
      'CREATE ROLE another',
      'CREATE TABLE secrets (id int)',
      'ALTER TABLE secrets OWNER TO another',
    );
    await grantRights(url);
    // As a newer version gives the rights to a table of the platform.
    await run(
      url,
      'CREATE TABLE later_events (id int)',
      `REVOKE ALL ON later_events FROM ${SERVICE_ROLE}`,
      `GRANT SELECT, INSERT ON later_events TO ${SERVICE_ROLE}`,
      `GRANT TRUNCATE ON widgets TO ${SERVICE_ROLE}`,
    );
    await grantRights(url);
    const refused = [
      'SELECT FROM secrets',
      'UPDATE later_events SET id = 1',
      'DELETE FROM later_events',
      'TRUNCATE widgets CASCADE',
    ];
    t.strictSame(await codesOf(t, url, refused), allRefused(refused));
    t.strictSame(await codesOf(t, url, ['INSERT INTO later_events VALUES (1)']), {});
  },
);

t.test('names that need quotes, in two databases of a server', NEEDS_POSTGRES, async (t) => {
  for (const name of ['my "store"', "my 'store'"]) {
    const quoted = pg.escapeIdentifier(name);
    await run(
      postgresUrl,
      `CREATE ROLE ${quoted} LOGIN CREATEROLE`,
      `CREATE DATABASE ${quoted} OWNER ${quoted}`,
    );
    const url = new URL(postgresUrl);
    url.pathname = encodeURIComponent(name);
    await run(
      url.href,
      `CREATE SCHEMA ${quoted} AUTHORIZATION ${quoted}`,
      `ALTER DATABASE ${quoted} SET search_path = ${quoted}, public`,
    );
    url.username = encodeURIComponent(name);
    await applyMigrations(url.href);
    await grantRights(url.href);
    url.username = SERVICE_ROLE;
    const statements = ['INSERT INTO toys DEFAULT VALUES', 'DELETE FROM key_events'];
    t.strictSame(await codesOf(t, url.href, ['DELETE FROM widgets']), {}, name);
    const expected = { [String(statements[0])]: '42P01', [String(statements[1])]: '42501' };
    t.strictSame(await codesOf(t, url.href, statements), expected, name);
  }
});

t.test('the service of the tests has this role', NEEDS_POSTGRES, async (t) => {
  const url = await emptyDatabase(t, 'postgresql');
  await applyMigrations(url);
  await grantRights(url);
  const { database } = await openSample(t, { DATABASE_URL: url });
  t.same(await database.client.$queryRaw`SELECT current_user::text`, [
    { current_user: SERVICE_ROLE },
  ]);
});
