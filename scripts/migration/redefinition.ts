import { byColumn, type ExistingTables } from './existing-tables.ts';
import { quoted, withoutSpace } from './sql-text.ts';
import { columnSql, tableSql } from './sqlite-tables.ts';
import { isColumn, type Table } from './tables.ts';

/*
 * SQLite changes little of a table in place. So a table is made anew, beside the old one, and takes
 * over its rows, its name, and the last id that it gave. What was written into migrations by hand is
 * kept, unless the models change the column.
 * @see https://sqlite.org/lang_altertable.html section 7
 */

/** @returns SQL that makes a table anew, with its indexes and triggers */
export function redefine(
  name: string,
  before: Table,
  after: Table,
  existing: ExistingTables,
): string[] {
  const items = newItems(before, after, existing.items(name));
  const aside = `new_${name}`;
  const [from, to] = [quoted(name), quoted(aside)];
  return [
    tableSql(aside, items),
    copyRows(from, to, after, items, byColumn(existing.items(name).filter(isColumn))),
    ...(isNumbered(before) && isNumbered(after) ? [copyLastId(name, aside)] : []),
    `DROP TABLE ${from};`,
    `ALTER TABLE ${to} RENAME TO ${from};`,
    ...Array.from(after.indexes.values(), (sql) => `${sql};`),
    ...byHand(before, existing.attachments(name)).map((sql) => `${sql};`),
  ];
}

function newItems(before: Table, after: Table, items: readonly string[]): string[] {
  const old = byColumn(items.filter(isColumn));
  const known = new Set(before.constraints.map(withoutSpace));
  const isUnknown = (name: string) => !before.columns.has(name) && !after.columns.has(name);
  return [
    ...Array.from(after.columns, ([name, column]) => {
      const [was, becomes] = [definition(before, name), columnSql(name, column)];
      return was === becomes ? (old.get(name) ?? becomes) : becomes;
    }),
    ...Array.from(old).flatMap(([name, item]) => (isUnknown(name) ? [item] : [])),
    ...after.constraints,
    ...items.filter((item) => !isColumn(item) && !known.has(withoutSpace(item))),
  ];
}

function definition({ columns }: Table, name: string) {
  const column = columns.get(name);
  return column && columnSql(name, column);
}

function copyRows(
  from: string,
  to: string,
  after: Table,
  items: readonly string[],
  old: ReadonlyMap<string, string>,
): string {
  const names = [...byColumn(items.filter(isColumn)).keys()];
  const sources = names.map((name) => {
    if (old.has(name)) return quoted(name);
    return `${after.columns.get(name)?.default ?? 'NULL'} AS ${quoted(name)}`;
  });
  return `INSERT INTO ${to} (${names.map(quoted).join(', ')})\nSELECT ${sources.join(', ')} FROM ${from};`;
}

/** Whether rows that exist already have no value for a new column that demands one. */
export function isWithoutValue({
  isRequired,
  isNumbered,
  default: value,
}: {
  isRequired: boolean;
  isNumbered: boolean;
  default: string | undefined;
}): boolean {
  return isRequired && !isNumbered && value === undefined;
}

function isNumbered({ columns }: Table) {
  return [...columns.values()].some((column) => column.isNumbered);
}

/** The last row may have been deleted, and no id is given twice. */
function copyLastId(name: string, aside: string): string {
  const [from, to] = [name, aside].map((text) => `'${text.replaceAll("'", "''")}'`);
  return `DELETE FROM sqlite_sequence WHERE name = ${to};
INSERT INTO sqlite_sequence (name, seq) SELECT ${to}, seq FROM sqlite_sequence WHERE name = ${from};`;
}

function byHand({ indexes }: Table, attachments: ReadonlyMap<string, string>): string[] {
  return Array.from(attachments).flatMap(([name, sql]) => (indexes.has(name) ? [] : [sql]));
}
