import type { Provider } from '../../src/database/index.ts';
import { columnWarnings, type Warning } from './column-warnings.ts';
import { isWithoutValue } from './redefinition.ts';
import { renamedColumn, renamedTable } from './renames.ts';
import { listed, quoted } from './sql-text.ts';
import type { Table, Tables } from './tables.ts';

/*
 * What a person has to look at before a migration is applied: what deletes data, and what fails where
 * there are rows.
 */

export type { Warning };

/** @param before the tables of one database, and `after` those of the same one */
export function findWarnings(provider: Provider, before: Tables, after: Tables): Warning[] {
  const added = [...after.keys()].filter((name) => !before.has(name));
  const dropped = [...before].filter(([name]) => !after.has(name));
  return [
    ...dropped.map(([name, table]) => ({
      danger: `${name} is deleted with all its rows.`,
      remedy: renamedTable(provider, name, table, added),
    })),
    ...[...after].flatMap(([name, table]) => {
      const old = before.get(name);
      return old ? tableWarnings(provider, name, old, table) : [];
    }),
  ];
}

function tableWarnings(provider: Provider, name: string, before: Table, after: Table): Warning[] {
  const added = [...after.columns].filter(([column]) => !before.columns.has(column));
  const dropped = [...before.columns].filter(([column]) => !after.columns.has(column));
  return [
    ...dropped.map(([column, { type }]) => {
      const similar = added.filter(([, other]) => other.type === type).map(([other]) => other);
      return {
        danger: `${name}.${column} is deleted with all its values.`,
        remedy: renamedColumn(provider, name, column, similar),
      };
    }),
    ...added.flatMap(([column, definition]) =>
      isWithoutValue(definition) ? [withoutValue(provider, name, column)] : [],
    ),
    ...[...after.columns].flatMap(([column, becomes]) => {
      const was = before.columns.get(column);
      return was ? columnWarnings(provider, { table: name, column, was, becomes }) : [];
    }),
    ...newRules(name, before, after),
  ];
}

function withoutValue(provider: Provider, table: string, name: string): Warning {
  const remedy = {
    sqlite: `Write what they get before AS ${quoted(name)} in the SELECT, instead of NULL.`,
    postgresql: `Add DEFAULT with what they get, and afterwards ALTER COLUMN ${quoted(name)} DROP DEFAULT.`,
  };
  return {
    danger: `${table}.${name} is required and has no default: this fails where ${table} has rows.`,
    remedy: [remedy[provider]],
  };
}

/** What rows have to keep to from now on. */
function newRules(table: string, before: Table, after: Table): Warning[] {
  // That of a row that exists already, which is unlike any other and refers to nothing.
  const isNull = (name: string) => {
    const column = after.columns.get(name);
    const isEmpty = column?.isRequired === false && column.default === undefined;
    return isEmpty && !before.columns.has(name);
  };
  const rules = [...uniqueColumns(after), ...references(after)];
  const known = new Set([...uniqueColumns(before), ...references(before)].map(({ rule }) => rule));
  return rules
    .filter(({ rule, columns }) => !known.has(rule) && !columns.some(isNull))
    .map(({ rule }) => ({
      danger: `${table} gets ${rule}: this fails where rows do not keep to it.`,
      remedy: [],
    }));
}

interface Rule {
  readonly rule: string;
  readonly columns: readonly string[];
}

function uniqueColumns({ columns, constraints, indexes }: Table): Rule[] {
  const unique = [...indexes.values()].filter((sql) => sql.startsWith('CREATE UNIQUE'));
  const keys = [
    ...[...columns].filter(([, { isKey }]) => isKey).map(([name]) => `(${quoted(name)})`),
    ...constraints.filter((sql) => sql.includes('PRIMARY KEY')),
  ];
  return [
    ...unique.map((sql) => rule('the unique index on', listed(sql))),
    ...keys.map((sql) => rule('the primary key', listed(sql))),
  ];
}

function references({ constraints }: Table): Rule[] {
  return constraints.flatMap((sql) => {
    const [, own = '', other] = /FOREIGN KEY \(([^)]*)\) REFERENCES "([^"]+)"/.exec(sql) ?? [];
    return other ? [rule(`the reference to ${other} by`, own.split(', '))] : [];
  });
}

function rule(kind: string, names: readonly string[]): Rule {
  const columns = names.map((name) => name.replaceAll('"', ''));
  return { rule: `${kind} ${columns.join(', ')}`, columns };
}
