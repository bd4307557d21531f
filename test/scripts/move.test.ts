// `npm run move`: from a SQLite file to PostgreSQL, as an operator does it.

import { copyFile, readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import t, { type Test } from 'tap';
import { Prisma } from '../platform/service/generated/prisma/sqlite/client.ts';
import { emptyDatabase, NEEDS_POSTGRES, open, run } from '../support/both-databases.ts';
import { addWidget, startServer } from '../support/processes.ts';
import { runScript } from '../support/scripts.ts';
import { grantRights, prepare } from '../support/servers/databases.ts';
import type { PrismaClient } from '../support/service-database.ts';
import { applyMigrations } from '../support/service-database.ts';

const SCRIPT = 'scripts/move.ts';

const move = (t: Test, from: string, ...args: string[]) =>
  runScript(t, SCRIPT, args, { settings: { DATABASE_URL: from } });

/** What each table needs to show that its values arrive as they are. */
const ROWS = [
  "INSERT INTO job_turns VALUES ('a job', '2026-11-28T10:00:00.000+00:00')",
  "INSERT INTO customers (name, plan, per_minute, per_day) VALUES ('{Ada}, \"NULL\" \\', 'free', NULL, NULL)",
  `INSERT INTO widgets VALUES (9223372036854775000, '{"é", 🐈}', 9223372036854775807, 'sold')`,
  "INSERT INTO widgets (name, group_id, status) VALUES ('NULL', -1, 'pending'), ('', 0, 'sold')",
  "DELETE FROM widgets WHERE name = ''",
  "INSERT INTO shipments (widget_id, quantity, status) VALUES (9223372036854775000, 2, 'placed')",
  `INSERT INTO api_keys (customer_id, hash, hint, scopes, expires_at, created_by_id)
    VALUES (2, 'hash', 'hint', 'widgets:read', '2031-01-01T00:00:00.001+00:00', 1)`,
  `INSERT INTO key_usages (api_key_id, day, operation, requests, client_errors, last_used_at)
    VALUES (1, '2026-11-21', 'listWidgets', 7, 1, '2026-11-21T23:59:00.000+00:00')`,
  `INSERT INTO key_events (actor, action, api_key_id, customer_id, detail)
    VALUES ('cli', 'created', 1, 1, '')`,
  'INSERT INTO day_usages (customer_id, opened_at_seconds, used) VALUES (1, 1790000000, 12)',
  'INSERT INTO account_day_usages VALUES (1, 1790000000, 9223372036854775807)',
  `INSERT INTO idempotency_keys (customer_id, key, body_hash, row_id, expires_at)
    VALUES (1, 'k', 'h', 1, '2031-01-01T00:00:00.000+00:00')`,
];

/** All rows of all tables, in a order that both databases agree on. */
async function rowsOf(client: PrismaClient) {
  const tables = Object.values(Prisma.ModelName).map(async (model) => {
    const name = `${model.charAt(0).toLowerCase()}${model.slice(1)}` as 'widget';
    const rows = (await client[name].findMany()).map((row) => inspect(row, { sorted: true }));
    return [name, rows.sort()] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

async function rowsAt(t: Test, url: string) {
  const database = await open(t, url);
  const rows = await rowsOf(database.client);
  await database.close();
  return rows;
}

/** More than are sent at once. */
const MANY_WIDGETS = 12_000;

/** A store with rows in every table. */
async function store(t: Test, widgets = 10) {
  const url = await emptyDatabase(t, 'sqlite');
  const key = await prepare(url, widgets);
  await run(url, ...ROWS);
  return { url, file: url.slice('file:'.length), key };
}

t.test('moves every row and goes on with the next ids', NEEDS_POSTGRES, async (t) => {
  const { url: from, file, key } = await store(t, MANY_WIDGETS);
  const before = await rowsAt(t, from);
  for (const [name, rows] of Object.entries(before)) t.ok(rows.length > 0, `${name} has rows`);
  const bytes = await readFile(file);
  const to = await emptyDatabase(t, 'postgresql');
  const { code, stdout, stderr } = await move(t, from, '--to', to);
  t.same({ code, stderr }, { code: 0, stderr: '' });
  t.match(stdout, /^(?:\w+: \d+\n)*customers: 2\napi_keys: 2\n(?:\w+: \d+\n)+Moved\./);
  t.match(stdout, `widgets: ${before.widget?.length}\n`);
  t.ok(bytes.equals(await readFile(file)), 'the source is untouched');
  t.same(await rowsAt(t, to), before);

  await grantRights(to);
  const { origin } = await startServer(t, { DATABASE_URL: to });
  const added = (await (await addWidget(origin, key)).text()).match(/"id":(\d+)/)?.[1];
  // SQLite has given 9223372036854775002 to a widget that is gone.
  t.equal(added, '9223372036854775003', 'no id is given twice');
  const again = await move(t, from, '--to', to);
  t.match(again, { code: 1, stdout: '', stderr: /^The table \w+ of PostgreSQL has rows: move to/ });
});

t.test('moves to a schema that the address names', NEEDS_POSTGRES, async (t) => {
  const { url: from } = await store(t);
  const to = await emptyDatabase(t, 'postgresql');
  await run(to, 'CREATE SCHEMA "Own"');
  const own = `${to}?options=-c%20search_path%3D%22Own%22`;
  t.match(await move(t, from, '--to', own), { code: 0, stderr: '' });
  t.same(await rowsAt(t, own), await rowsAt(t, from));
});

t.test('moves nothing if anything cannot be moved', NEEDS_POSTGRES, async (t) => {
  const { url: from } = await store(t);
  const to = await emptyDatabase(t, 'postgresql');
  await applyMigrations(to);
  // The last table that is filled.
  await run(to, "ALTER TABLE shipments ADD CHECK (status <> 'placed')");
  t.match(await move(t, from, '--to', to), { code: 1, stdout: '', stderr: /shipments/ });
  t.ok(Object.values(await rowsAt(t, to)).every((rows) => rows.length === 0));
  await run(to, 'ALTER TABLE shipments DROP CONSTRAINT shipments_status_check');
  t.match(await move(t, from, '--to', to), { code: 0 }, 'the command can be repeated');
});

t.test(
  'moves no database that somebody has open, or of another version',
  NEEDS_POSTGRES,
  async (t) => {
    const { url: from, file } = await store(t);
    const to = await emptyDatabase(t, 'postgresql');
    const server = await startServer(t, { DATABASE_URL: from });
    t.match(await move(t, from, '--to', to), {
      code: 1,
      stdout: '',
      stderr: `${file} is in use: stop the service, then move its database\n`,
    });
    await server.end('SIGTERM');
    await copyFile(file, `${file}.old`);
    await run(`${from}.old`, 'ALTER TABLE widgets ADD COLUMN wings TEXT');
    t.match(await move(t, `${from}.old`, '--to', to), {
      code: 1,
      stderr:
        /^Only one of the databases has widgets\.wings: migrate both with this version, then move/,
    });
    t.ok(Object.values(await rowsAt(t, to)).every((rows) => rows.length === 0));
  },
);

t.test('says in one line what is wrong with its addresses', async (t) => {
  const from = `${await emptyDatabase(t, 'sqlite')}`;
  const wrong: [from: string, args: string[], stderr: RegExp][] = [
    [from, [], /^error: required option '--to <address>' not specified\n$/],
    [from, ['--to', 'file:other.db'], /^--to must start with postgresql:\/\/\n$/],
    ['postgresql://h/d', ['--to', 'postgresql://h/d'], /^DATABASE_URL must start with file:\n$/],
    [from, ['--to', 'postgresql://127.0.0.1:1/d'], /^unable to open database file\n$/],
  ];
  for (const [source, args, stderr] of wrong) {
    t.match(await move(t, source, ...args), { code: 1, stdout: '', stderr });
  }
});
