// The scripts that change a database from some models to others: Prisma's, corrected where they do
// not fit the database, or lose what the models mean.

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import { type DiffTarget, SchemaEngine } from '@prisma/schema-engine-wasm';
import { sqliteSchema } from './generate/prisma-clients.ts';

/** Files of models, by their paths. */
export type Files = Readonly<Record<string, string>>;

/**
 * @returns the SQL that changes a database from some models to others
 * @param before models for PostgreSQL; none stand for an empty database
 * @throws with the place of an error in the models
 */
export async function compareModels(
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
export function enumColumns(models: string): EnumColumn[] {
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
export async function lostChecks(
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
