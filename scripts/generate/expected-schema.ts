import type { Provider } from '../../src/database/index.ts';
import { tablesOf } from '../migration/plan.ts';
import { listed } from '../migration/sql-text.ts';
import type { Column, Table, Tables } from '../migration/tables.ts';

/*
 * What a database must have for this version to run on it, made from the models of the last migration: one line
 * for each part, in the words in which src/database/schema reads them from a database.
 */

/** The types of PostgreSQL that its catalog calls otherwise. */
const CATALOG_TYPES: Record<string, string> = {
  BIGSERIAL: 'bigint',
  CHAR: 'character',
  DECIMAL: 'numeric',
  SERIAL: 'integer',
  SMALLSERIAL: 'smallint',
  TIME: 'time without time zone',
  TIMESTAMP: 'timestamp without time zone',
  TIMESTAMPTZ: 'timestamp with time zone',
  TIMETZ: 'time with time zone',
  VARBIT: 'bit varying',
  VARCHAR: 'character varying',
};

/** The module with what both databases are expected to have. */
export async function expectedSchemaModule(models: string): Promise<string> {
  const { sqlite, postgresql } = await tablesOf(models);
  const expected = {
    sqlite: expectedParts('sqlite', sqlite),
    postgresql: expectedParts('postgresql', postgresql),
  };
  return `/** What a database must have, by its kind. */\nexport const EXPECTED_SCHEMA = ${JSON.stringify(expected, null, 2)};\n`;
}

/** The parts of tables, each of them after what it is a part of. */
export function expectedParts(provider: Provider, tables: Tables): string[] {
  return [...tables].flatMap(([name, table]) => [
    name,
    ...Array.from(table.columns).flatMap(([column, definition]) =>
      columnParts(provider, `${name}.${column}`, definition),
    ),
    ...rules(table).map((rule) => `${name} ${rule}`),
  ]);
}

function columnParts(provider: Provider, place: string, column: Column): string[] {
  const { type, isRequired, isNumbered, default: value, values = [] } = column;
  return [
    place,
    `${place} ${provider === 'sqlite' ? type : catalogType(type)}`,
    ...(isRequired ? [`${place} NOT NULL`] : []),
    ...(isNumbered || value !== undefined ? [`${place} DEFAULT`] : []),
    ...values.map((text) => `${place} ${text}`),
  ];
}

function catalogType(type: string): string {
  const [, name = '', array] = /^(.*?)(?:\(.*\))?(\[\])?$/.exec(type) ?? [];
  const known = name.startsWith('"') ? name.slice(1, -1) : name.toLowerCase();
  return `${CATALOG_TYPES[name] ?? known}${array ?? ''}`;
}

function rules({ columns, constraints, indexes }: Table): string[] {
  const keys = [...columns].filter(([, { isKey }]) => isKey).map(([name]) => `(${name})`);
  return [
    ...keys.map((key) => `PRIMARY KEY ${key}`),
    ...constraints.map(constraint),
    ...Array.from(indexes.values(), index),
  ];
}

const FOREIGN_KEY = /FOREIGN KEY (\(.*?\)) REFERENCES "(.*?)" ?(\(.*?\))(.*)/;

function constraint(sql: string): string {
  const [, own = '', other, columns = '', actions = ''] = FOREIGN_KEY.exec(sql) ?? [];
  if (!other) return `PRIMARY KEY ${names(sql)}`;
  const [action = ''] = / ON DELETE (?:CASCADE|SET NULL|SET DEFAULT)/.exec(actions) ?? [];
  return `FOREIGN KEY ${names(own)} REFERENCES ${other} ${names(columns)}${action}`;
}

function index(sql: string): string {
  const columns = sql.slice(sql.indexOf(' ON '));
  return `${sql.startsWith('CREATE UNIQUE') ? 'UNIQUE' : 'INDEX'} ${names(columns)}`;
}

/** The columns between parentheses, without quotes and without an order. */
function names(sql: string): string {
  return `(${listed(sql)
    .map((column) => column.replace(/^"(.*)".*$/, '$1'))
    .join(', ')})`;
}
