// `npm run migration`: writes the migrations that changed models need, for both databases.

import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import { type DiffTarget, SchemaEngine } from '@prisma/schema-engine-wasm';
import { Command, InvalidArgumentError } from 'commander';
import { sqliteSchema } from './generate/prisma-clients.ts';
import { type Models, PLATFORM_MODELS, storeModels } from './sources.ts';

const READ_IT = `Read both scripts before they are applied: a renamed column is dropped and added,
and a required column needs a value for the rows that exist.
`;

/** Finds lost data in PostgreSQL's script. SQLite's script drops every table that it copies. */
const DROPS = /\bDROP (?:TABLE|COLUMN)\b/;
const DROPS_DATA = '-- drops data\n';
const DROPS_IT = `The migration drops data, as its first line says. A service with an embedded store
does not apply it at start, but stops. npm run migrate applies it.
`;

/** Files of models, by their paths. */
type Files = Readonly<Record<string, string>>;

/**
 * @returns the SQL that changes a database from some models to others
 * @param before models for PostgreSQL; none stand for an empty database
 * @throws with the place of an error in the models
 */
async function compareModels(
  provider: 'sqlite' | 'postgresql',
  before: Files,
  after: Files,
): Promise<string> {
  if (provider === 'postgresql') return correctPostgresql(await diff('postgres', before, after));
  const to = forSqlite(after);
  const enums = Object.values(to).join('\n');
  const from = withChangedEnums(forSqlite(before), enums);
  return withChecks(correctSqlite(await diff('sqlite', from, to)), enumColumns(enums));
}

function forSqlite(files: Files): Files {
  const changed = Object.entries(files).map(([path, text]) => [path, sqliteSchema(text)]);
  return Object.fromEntries(changed);
}

async function diff(provider: 'sqlite' | 'postgres', before: Files, after: Files) {
  const adapterName = 'none';
  // No database is needed: the engine asks PostgreSQL for its version, and accepts no reply.
  const connect = async (): Promise<SqlDriverAdapter> => ({
    provider,
    adapterName,
    dispose: async () => undefined,
    queryRaw: async () => ({ columnNames: [], columnTypes: [], rows: [] }),
    executeRaw: async () => 0,
    executeScript: async () => undefined,
    startTransaction: () => Promise.reject(new Error('There is no database.')),
  });
  const factory = { provider, adapterName, connect, connectToShadowDb: connect };
  const adapter = bindMigrationAwareSqlAdapterFactory(factory);
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
  const target = (given: Files): DiffTarget => {
    const files = Object.entries(given).map(([path, content]) => ({ path, content }));
    return files.length === 0 ? { tag: 'empty' } : { tag: 'schemaDatamodel', files };
  };
  const filters = { externalTables: [], externalEnums: [] };
  const models = { from: target(before), to: target(after) };
  const { stdout } = await engine.diff({ ...models, script: true, exitCode: null, filters });
  return stdout ?? '';
}

/**
 * Removes the transaction, because the runner applies each migration in one. A column cannot become
 * a serial one: it gets the type, and so does the sequence that numbers it.
 */
function correctPostgresql(sql: string): string {
  return sql
    .replaceAll(/^(?:BEGIN|COMMIT);\n/gm, '')
    .replaceAll(/ADD COLUMN +/g, 'ADD COLUMN ')
    .replaceAll(/^ALTER TABLE "(\w+)"[^;]*;/gm, (statement, table) => {
      const sequences: string[] = [];
      const corrected = statement.replaceAll(
        /(ALTER COLUMN "(\w+)" SET DATA TYPE) (BIG)?SERIAL/g,
        (_all, start, column, isBig) => {
          const type = isBig ? 'BIGINT' : 'INTEGER';
          sequences.push(`\nALTER SEQUENCE "${table}_${column}_seq" AS ${type};`);
          return `${start} ${type}`;
        },
      );
      return corrected + sequences.join('');
    });
}

/**
 * Replaces three parts that do not fit SQLite: only an INTEGER key numbers rows by itself; instants
 * are compared as texts, so they need a T and a zone; and a copied table must not reuse the ids of
 * removed rows.
 */
function correctSqlite(sql: string): string {
  return sql
    .replaceAll(
      /BIGINT NOT NULL PRIMARY KEY(?: AUTOINCREMENT)?/g,
      'INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT',
    )
    .replaceAll('CURRENT_TIMESTAMP', "(strftime('%Y-%m-%dT%H:%M:%f+00:00'))")
    .replaceAll(
      /^DROP TABLE "(\w+)";\nALTER TABLE "(new_\1)" RENAME/gm,
      `DELETE FROM sqlite_sequence WHERE name = '$2';
INSERT INTO sqlite_sequence (name, seq) SELECT '$2', seq FROM sqlite_sequence WHERE name = '$1';
$&`,
    );
}

const ENUM = /^enum (\w+) \{[^}]*\}/gm;

/**
 * Prisma changes nothing in SQLite when an enum changes, but the first tables CHECK the values.
 * When a column becomes optional or required, Prisma copies the table, without its CHECK. So this
 * makes each column of a changed enum optional in the earlier models if it is required, and
 * required if it is optional.
 */
function withChangedEnums(files: Files, after: string): Files {
  const before = Object.values(files).join('\n');
  const changed = [...after.matchAll(ENUM)].filter(([text]) => !before.includes(text));
  const changeFields = (text: string) =>
    changed.reduce(
      (models, [, name]) =>
        models.replaceAll(
          new RegExp(`^( +\\w+ +${name})\\b(\\?)?`, 'gm'),
          (_all, field, optional) => (optional ? field : `${field}?`),
        ),
      text,
    );
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, changeFields(text)]),
  );
}

interface EnumColumn {
  readonly table: string;
  readonly column: string;
  /** As it stands in SQL. */
  readonly check: string;
}

/** The columns of models that have an enum. */
function enumColumns(models: string): EnumColumn[] {
  const enums = new Map<string, string>();
  for (const [text, name = ''] of models.matchAll(ENUM)) {
    const values = [...text.matchAll(/^ +(\w+)(?:.*@map\("(.*?)"\))?/gm)];
    enums.set(name, values.map(([, value, mapped = value]) => `'${mapped}'`).join(', '));
  }
  return [...models.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].flatMap(
    ([, model = '', body = '']) => {
      const [, table = model] = /@@map\("(\w+)"\)/.exec(body) ?? [];
      const fields = [...body.matchAll(/^ +(\w+) +(\w+)\b(?:.* @map\("(\w+)"\))?/gm)];
      return fields.flatMap(([, field = '', type = '', column = field]) => {
        const values = enums.get(type);
        return values ? [{ table, column, check: `CHECK ("${column}" IN (${values}))` }] : [];
      });
    },
  );
}

/** SQLite has no enums: each column that is created with one CHECKs its values. */
function withChecks(sql: string, columns: readonly EnumColumn[]): string {
  return columns.reduce((text, { table, column, check }) => {
    const created = new RegExp(
      `(CREATE TABLE "(?:new_)?${table}" \\((?:\n {4}.*)*?\n {4}"${column}" TEXT.*?)(,?\n)`,
    );
    const added = new RegExp(`(ALTER TABLE "${table}" ADD COLUMN +"${column}" TEXT.*)(;\n)`);
    const withCheck = (_all: string, start: string, end: string) => `${start} ${check}${end}`;
    return text.replace(created, withCheck).replace(added, withCheck);
  }, sql);
}

const COPIED = /CREATE TABLE "new_(\w+)"/g;

/** One that `withChecks` writes anew. */
const ENUM_CHECK = / CHECK \("(\w+)" IN \([^()]*\)\)/g;

/**
 * Says which tables SQLite copies without the CHECKs that an earlier migration gave them: those of
 * enums are written anew.
 */
async function lostChecks(
  sql: string,
  migrations: string,
  enums: readonly EnumColumn[],
): Promise<string[]> {
  const files = globSync(`${migrations}/sqlite/*/migration.sql`).sort();
  const earlier = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })),
  );
  return [...sql.matchAll(COPIED)].flatMap(([, table]) => {
    const creates = new RegExp(`CREATE TABLE "(?:new_)?${table}" \\(([\\s\\S]*?)^\\);`, 'm');
    const last = earlier.findLast(({ text }) => creates.test(text));
    const [, columns = ''] = creates.exec(last?.text ?? '') ?? [];
    const others = columns.replaceAll(ENUM_CHECK, (check, column) =>
      enums.some((one) => one.table === table && one.column === column) ? '' : check,
    );
    if (!others.includes('CHECK')) return [];
    const cure = `Write those that still hold into CREATE TABLE "new_${table}"`;
    return [`The copy of "${table}" lacks the CHECKs of ${last?.file}. ${cure}.`];
  });
}

export async function main() {
  const command = new Command('npm run migration --')
    .description('Writes the next migration for both databases, from the models in prisma/schema/.')
    .option('--service <folder>', 'the folder of the service', '.')
    .argument('<name>', 'what it does, such as add_colour', readName);
  const [name] = command.parse().processedArgs;
  const { service } = command.opts<{ service: string }>();
  const written = await writeMigrations(name, service);
  if (!written) {
    process.stdout.write(
      'There is nothing to write: the models have not changed since the last migration.\n',
    );
  }
}

/** @returns whether models have changed since their last migration */
async function writeMigrations(name: string, service: string): Promise<boolean> {
  const { file } = PLATFORM_MODELS;
  const platform = { [file]: await readFile(file, 'utf8') };
  const now = Date.now();
  const ofPlatform = await writeMigration(PLATFORM_MODELS, {}, folderName(now, name));
  // Of another time, since the name of a migration is its own in both histories.
  const ofStore = await writeMigration(
    storeModels(service),
    platform,
    folderName(now + 1_000, name),
  );
  return ofPlatform || ofStore;
}

function folderName(atMs: number, name: string): string {
  return `${new Date(atMs).toISOString().replaceAll(/\D/g, '').slice(0, 14)}_${name}`;
}

/**
 * @param others the models that theirs stand beside
 * @returns whether they have changed since their last migration
 */
async function writeMigration(
  { file, migrations, migrated }: Models,
  others: Files,
  folder: string,
): Promise<boolean> {
  const models = await readFile(file, 'utf8');
  // Missing before their first migration.
  const last = existsSync(migrated) ? { [file]: await readFile(migrated, 'utf8') } : {};
  const before = { ...others, ...last };
  const after = { ...others, [file]: models };
  const scripts = {
    sqlite: await compareModels('sqlite', before, after),
    postgresql: await compareModels('postgresql', before, after),
  };
  if (Object.values(scripts).every((sql) => sql.startsWith('-- This is an empty migration.'))) {
    return false;
  }
  const dropsData = DROPS.test(scripts.postgresql);
  const lost = await lostChecks(scripts.sqlite, migrations, enumColumns(models));
  scripts.sqlite = `${lost.map((line) => `-- ${line}\n`).join('')}${scripts.sqlite}`;
  for (const [provider, sql] of Object.entries(scripts)) {
    const path = `${migrations}/${provider}/${folder}`;
    await mkdir(path, { recursive: true });
    await writeFile(`${path}/migration.sql`, dropsData ? `${DROPS_DATA}${sql}` : sql);
    process.stdout.write(`Wrote ${path}/migration.sql\n`);
  }
  await cp(file, migrated);
  process.stdout.write(`${READ_IT}${lost.map((line) => `${line}\n`).join('')}`);
  if (dropsData) process.stdout.write(DROPS_IT);
  return true;
}

function readName(name: string): string {
  if (/^[a-z][a-z0-9_]*$/.test(name)) return name;
  throw new InvalidArgumentError('Write small letters, digits and underscores.');
}
