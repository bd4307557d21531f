import { listed, nameIn, quoted, splitSql } from './sql-text.ts';

/*
 * The tables that models make, read from the SQL with which the schema engine creates them.
 */

export interface Column {
  readonly type: string;
  readonly isRequired: boolean;
  /** By itself, and not with other columns. SQLite only: PostgreSQL has a constraint for it. */
  readonly isKey: boolean;
  /** Whether the database gives each row a number that no row had before. */
  readonly isNumbered: boolean;
  /** As SQL. */
  readonly default: string | undefined;
  /** Those of an enum, as SQL. */
  readonly values: readonly string[] | undefined;
}

export interface Table {
  readonly columns: ReadonlyMap<string, Column>;
  readonly constraints: readonly string[];
  /** What creates each of them, by name. */
  readonly indexes: ReadonlyMap<string, string>;
}

export type Tables = ReadonlyMap<string, Table>;

const COLUMN =
  /^(?<type>.+?)(?<required> NOT NULL)?(?<key> PRIMARY KEY)?( AUTOINCREMENT)?( DEFAULT (?<default>.+))?$/s;

/** Reads a script that creates tables, for either database. */
export function readTables(script: string): Tables {
  const statements = splitSql(script, ';');
  const starting = (text: string) => statements.filter((sql) => sql.startsWith(text));
  const enums = new Map(starting('CREATE TYPE').map((sql) => [quoted(nameIn(sql)), listed(sql)]));
  const indexes = [...starting('CREATE INDEX'), ...starting('CREATE UNIQUE INDEX')];
  return new Map(
    starting('CREATE TABLE').map((sql) => {
      const name = nameIn(sql);
      const items = listed(sql);
      const columns = items.filter(isColumn);
      const added = starting(`ALTER TABLE ${quoted(name)} ADD CONSTRAINT`);
      const own = indexes.filter((index) => nameIn(index.slice(index.indexOf(' ON '))) === name);
      const table = {
        columns: new Map(columns.map((item) => [nameIn(item), readColumn(item, enums)])),
        constraints: [
          ...items.filter((item) => !isColumn(item)),
          ...added.map((constraint) => constraint.slice(constraint.indexOf('CONSTRAINT'))),
        ],
        indexes: new Map(own.map((index) => [nameIn(index), index])),
      };
      return [name, table];
    }),
  );
}

/** Whether an item of CREATE TABLE is a column, and not a constraint. */
export function isColumn(item: string): boolean {
  return item.startsWith('"');
}

function readColumn(item: string, enums: ReadonlyMap<string, readonly string[]>): Column {
  const definition = item.slice(quoted(nameIn(item)).length).trim();
  const { type = '', required, key, default: value } = COLUMN.exec(definition)?.groups ?? {};
  return {
    type,
    isRequired: required !== undefined,
    isKey: key !== undefined,
    isNumbered: type.endsWith('SERIAL'),
    default: value,
    values: enums.get(type),
  };
}
