import type { ExistingTables } from './existing-tables.ts';
import { isWithoutValue, redefine } from './redefinition.ts';
import { quoted, withoutSpace } from './sql-text.ts';
import { columnSql, tableSql } from './sqlite-tables.ts';
import type { Column, Table, Tables } from './tables.ts';

/*
 * What leads from tables to tables on SQLite: in place where it can, by making a table anew elsewhere.
 */

/** `npm run migrate` does the same before its transaction, in which this has no effect. */
const WITHOUT_REFERENCES = [
  '-- Otherwise dropping a table would delete the rows that refer to it.\nPRAGMA foreign_keys = OFF;',
  'PRAGMA foreign_keys = ON;',
] as const;

/** @returns SQL, none where nothing changes */
export function sqliteStatements(
  before: Tables,
  after: Tables,
  existing: ExistingTables,
): string[] {
  const added = entries(after).filter(([name]) => !before.has(name));
  const dropped = entries(before).filter(([name]) => !after.has(name));
  const kept = entries(after).flatMap(([name, table]) => {
    const old = before.get(name);
    return old ? [{ name, before: old, after: table }] : [];
  });
  const redefined = kept.filter((change) => !isDoneInPlace(change));
  const inPlace = kept.filter(isDoneInPlace);
  const statements = [
    ...inPlace.flatMap(({ before, after }) => missingIndexes(before, after).map(dropIndex)),
    ...added.map(([name, table]) => newTable(name, table)),
    ...inPlace.flatMap(addedColumns),
    ...redefined.map((change) =>
      redefine(change.name, change.before, change.after, existing).join('\n'),
    ),
    ...dropped.map(([name]) => `DROP TABLE ${quoted(name)};`),
    ...[
      ...added.flatMap(([, { indexes }]) => [...indexes.values()]),
      ...inPlace.flatMap(newIndexes),
    ].map((sql) => `${sql};`),
  ];
  const [off, on] = WITHOUT_REFERENCES;
  return redefined.length + dropped.length > 0 ? [off, ...statements, on] : statements;
}

interface Change {
  readonly name: string;
  readonly before: Table;
  readonly after: Table;
}

function entries(tables: Tables): [string, Table][] {
  return [...tables];
}

/** Whether columns and indexes that are added are all that changes. */
function isDoneInPlace({ before, after }: Change): boolean {
  const isKept = ([name, column]: [string, Column]) => {
    const now = after.columns.get(name);
    return now !== undefined && columnSql(name, now) === columnSql(name, column);
  };
  return (
    [...before.columns].every(isKept) &&
    sameConstraints(before, after) &&
    newColumns(before, after).every(([, column]) => canBeAdded(column))
  );
}

function sameConstraints(...tables: [Table, Table]) {
  const [before, after] = tables.map((table) => table.constraints.map(withoutSpace).sort().join());
  return before === after;
}

/** What SQLite gives a row that exists already is the same for all of them. */
function canBeAdded(column: Column) {
  return !isWithoutValue(column) && !column.isKey && !column.default?.startsWith('(');
}

function newColumns(before: Table, after: Table) {
  return [...after.columns].filter(([name]) => !before.columns.has(name));
}

function addedColumns({ name, before, after }: Change): string[] {
  return newColumns(before, after).map(
    ([column, definition]) =>
      `ALTER TABLE ${quoted(name)} ADD COLUMN ${columnSql(column, definition)};`,
  );
}

/** The names of indexes that the other table has not, or has with other columns. */
function missingIndexes(table: Table, other: Table): string[] {
  return Array.from(table.indexes).flatMap(([name, sql]) =>
    other.indexes.get(name) === sql ? [] : [name],
  );
}

function newIndexes({ before, after }: Change): string[] {
  const names = new Set(missingIndexes(after, before));
  return Array.from(after.indexes).flatMap(([name, sql]) => (names.has(name) ? [sql] : []));
}

function dropIndex(name: string): string {
  return `DROP INDEX ${quoted(name)};`;
}

/** @returns SQL that creates a table without its indexes */
export function newTable(name: string, { columns, constraints }: Table): string {
  const items = Array.from(columns, ([column, definition]) => columnSql(column, definition));
  return tableSql(name, [...items, ...constraints]);
}
