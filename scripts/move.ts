// `npm run move`: copies a database from SQLite to PostgreSQL, all of it or nothing. The SQLite
// file stays as it is.

import Sqlite from 'better-sqlite3';
import { Command } from 'commander';
import pg from 'pg';
import { currentValue } from '../src/platform/config/index.ts';
import { readConfig } from '../src/platform/config/read-config.ts';
import { applyMigrations } from '../src/platform/database/migrations/index.ts';
import { readAddress } from '../src/platform/database/postgresql-address.ts';
import { Client } from '../src/platform/database/postgresql-client.ts';
import { inspectServer } from '../src/platform/database/postgresql-sessions.ts';
import { sqlitePath } from '../src/platform/database/private-files.ts';
import { service } from '../src/service.ts';

/** A table of PostgreSQL that is filled. */
interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The tables to which its rows refer. */
  readonly parents: readonly string[];
}

interface Column {
  readonly name: string;
  /** As PostgreSQL writes it in a cast, such as `timestamp(3) with time zone`. */
  readonly type: string;
  /** What counts the column up, if anything does, as PostgreSQL names it in SQL. */
  readonly sequence: string | null;
}

const ROWS_PER_STATEMENT = 5_000;
/** How often progress is reported: a multiple of the above. */
const PROGRESS_ROWS = 1_000_000;

const FIND_TABLES = `
  SELECT relname AS name,
    (SELECT json_agg(json_build_object(
        'name', attname, 'type', format_type(atttypid, atttypmod),
        'sequence', pg_get_serial_sequence(quote_ident(relname), attname)) ORDER BY attnum)
      FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
    ) AS columns,
    ARRAY(SELECT parent.relname::text
      FROM pg_constraint JOIN pg_class AS parent ON parent.oid = confrelid
      WHERE contype = 'f' AND conrelid = pg_class.oid AND confrelid <> conrelid
    ) AS parents
  FROM pg_class
  WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
    AND relkind IN ('r', 'p') AND NOT relispartition
    AND relname <> '_prisma_migrations'
  ORDER BY relname`;

export async function main() {
  const { to } = new Command('npm run move --')
    .description(
      'Copies the SQLite database of DATABASE_URL to a PostgreSQL database whose tables are empty, ' +
        'or do not exist yet. Stop the service first.',
    )
    .requiredOption('--to <address>', 'where to: postgresql://OWNER@HOST:PORT/DATABASE')
    .parse()
    .opts<{ to: string }>();
  const from = currentValue(readConfig(service, process.env).DATABASE_URL);
  if (!from.startsWith('file:')) throw new Error('DATABASE_URL must start with file:');
  if (!/^postgres(ql)?:\/\//.test(to)) throw new Error('--to must start with postgresql://');
  await move(from, to);
}

async function move(from: string, to: string) {
  const source = openSource(sqlitePath(from));
  try {
    const warn = (message: string) => void process.stderr.write(`${message}.\n`);
    await applyMigrations(service.database, to, { warn });
    const target = await openTarget(to);
    try {
      const { rows: tables } = await target.query<Table>(FIND_TABLES);
      expectSameTables(source, tables);
      // All at once: whoever opens the database meanwhile sees empty tables, and adds nothing.
      const names = tables.map(({ name }) => pg.escapeIdentifier(name));
      await target.query(`BEGIN; LOCK TABLE ${names} IN EXCLUSIVE MODE`);
      const counts = [];
      for (const table of parentsFirst(tables)) {
        await expectEmpty(target, table);
        counts.push(`${table.name}: ${await copyRows(source, target, table)}\n`);
        await continueSequences(source, target, table);
      }
      // Otherwise the first requests would meet plans for empty tables.
      await target.query(`ANALYZE ${names}; COMMIT`);
      process.stdout.write(`${counts.join('')}Moved. The SQLite file is as it was.\n`);
    } finally {
      // Rolls back what is not committed.
      await target.end();
    }
  } finally {
    source.close();
  }
}

/**
 * Opens a database that nobody else has open, or can open meanwhile: what they add would be lost.
 */
function openSource(path: string): Sqlite.Database {
  const source = new Sqlite(path, { fileMustExist: true, timeout: 0 });
  try {
    source.pragma('locking_mode = EXCLUSIVE');
    source.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    source.close();
    const { code } = cause as { code?: unknown };
    if (code !== 'SQLITE_BUSY') throw cause;
    throw new Error(`${path} is in use: stop the service, then move its database`, { cause });
  }
  return source.defaultSafeIntegers();
}

async function openTarget(url: string): Promise<pg.Client> {
  const { client: config, isPooled } = readAddress(url);
  const schema = await inspectServer(config, isPooled);
  const target = new Client(config);
  await target.connect();
  await target.query(`SET search_path = ${pg.escapeIdentifier(schema)}; SET statement_timeout = 0`);
  return target;
}

/** @throws one line for a database of another version */
function expectSameTables(source: Sqlite.Database, tables: readonly Table[]) {
  const ofSource = source
    .prepare(
      `SELECT schema.name AS name, column.name AS column
      FROM sqlite_schema AS schema, pragma_table_info(schema.name) AS column
      WHERE schema.type = 'table' AND schema.name NOT LIKE 'sqlite_%'
        AND schema.name <> '_prisma_migrations'`,
    )
    .all() as { name: string; column: string }[];
  const found = new Set(ofSource.map(({ name, column }) => `${name}.${column}`));
  const wanted = new Set(
    tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)),
  );
  const different = [...found, ...wanted].find((name) => found.has(name) !== wanted.has(name));
  if (different === undefined) return;
  throw new Error(
    `Only one of the databases has ${different}: migrate both with this version, then move`,
  );
}

/** In an order in which rows come after those to which they refer. */
function parentsFirst(tables: readonly Table[]): Table[] {
  const ordered = new Set<Table>();
  const add = (table: Table) => {
    for (const parent of tables) if (table.parents.includes(parent.name)) add(parent);
    ordered.add(table);
  };
  tables.forEach(add);
  return [...ordered];
}

async function expectEmpty(target: pg.Client, { name }: Table) {
  const { rows } = await target.query(`SELECT 1 FROM ${pg.escapeIdentifier(name)} LIMIT 1`);
  if (rows.length === 0) return;
  throw new Error(`The table ${name} of PostgreSQL has rows: move to a database that is empty`);
}

/** @returns how many rows both databases have. @throws one line if these are not as many */
async function copyRows(
  source: Sqlite.Database,
  target: pg.Client,
  { name, columns }: Table,
): Promise<bigint> {
  const table = pg.escapeIdentifier(name);
  const names = columns.map((column) => pg.escapeIdentifier(column.name));
  const arrays = columns.map(({ type }, i) => `$${i + 1}::${type}[]`);
  const insert = `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arrays})`;
  let done = 0;
  for (const rows of batches(source.prepare(`SELECT ${names} FROM ${table}`).raw().iterate())) {
    const values = columns.map((_column, i) => rows.map((row) => row[i]));
    await target.query(insert, values);
    done += rows.length;
    if (done % PROGRESS_ROWS === 0) process.stderr.write(`${done} rows of ${name}\n`);
  }
  const count = `SELECT count(*) AS count FROM ${table}`;
  const [arrived] = (await target.query<{ count: string }>(count)).rows;
  const stored = source.prepare(count).pluck().get() as bigint;
  if (arrived?.count === String(stored)) return stored;
  throw new Error(`${name} has ${stored} rows, of which ${arrived?.count} have arrived`);
}

function* batches(rows: Iterable<unknown>): Generator<unknown[][]> {
  let batch: unknown[][] = [];
  for (const row of rows) {
    batch.push(row as unknown[]);
    if (batch.length < ROWS_PER_STATEMENT) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Goes on after the highest id that SQLite has ever given, which may be of a removed row. */
async function continueSequences(
  source: Sqlite.Database,
  target: pg.Client,
  { name, columns }: Table,
) {
  const given = source.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').pluck();
  const last = given.get(name) as bigint | undefined;
  if (!last) return;
  for (const { sequence } of columns) {
    if (sequence !== null) await target.query('SELECT setval($1::regclass, $2)', [sequence, last]);
  }
}
