import { quoted } from './sql-text.ts';
import type { Column, Table, Tables } from './tables.ts';

/*
 * Tables of SQLite in this project's forms, which the first migration explains. Prisma's own lose what
 * the models mean; what they mean can be read from the tables for PostgreSQL.
 */

/** The instant as the client writes it, since instants compare as text. */
const NOW = "(strftime('%Y-%m-%dT%H:%M:%f+00:00'))";

/** @param postgresql the tables that the same models make there */
export function sqliteTables(prismas: Tables, postgresql: Tables): Tables {
  return new Map(
    Array.from(prismas, ([name, table]) => [name, sqliteTable(table, postgresql.get(name))]),
  );
}

function sqliteTable(table: Table, postgresql: Table | undefined): Table {
  const columns = Array.from(table.columns, ([name, column]): [string, Column] => {
    const { isNumbered = false, values } = postgresql?.columns.get(name) ?? {};
    const type = isNumbered ? 'INTEGER' : column.type;
    return [name, { ...column, type, isNumbered, values, default: defaultOf(column) }];
  });
  return { ...table, columns: new Map(columns) };
}

function defaultOf({ type, default: value }: Column) {
  if (value === 'CURRENT_TIMESTAMP') return NOW;
  if (type !== 'DATETIME' || !value) return value;
  return `'${new Date(value.slice(1, -1)).toISOString().replace('Z', '+00:00')}'`;
}

/** A column as CREATE TABLE and ADD COLUMN have it. */
export function columnSql(name: string, column: Column): string {
  const { type, isRequired, isKey, isNumbered, default: value, values } = column;
  return [
    quoted(name),
    type,
    ...(isRequired ? ['NOT NULL'] : []),
    ...(isKey ? ['PRIMARY KEY'] : []),
    ...(isNumbered ? ['AUTOINCREMENT'] : []),
    ...(value ? [`DEFAULT ${value}`] : []),
    ...(values ? [`CHECK (${quoted(name)} IN (${values.join(', ')}))`] : []),
  ].join(' ');
}

export function tableSql(name: string, items: readonly string[]): string {
  return `CREATE TABLE ${quoted(name)} (\n    ${items.join(',\n    ')}\n);`;
}
