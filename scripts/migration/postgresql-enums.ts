import { conversion } from './postgresql-columns.ts';
import { nameIn, quoted } from './sql-text.ts';
import type { Column, Tables } from './tables.ts';

/*
 * Enums on PostgreSQL that get other values. It takes no value away, and does not let a transaction use
 * a value that it has added, not even as a default: then the type is made anew.
 */

const ADD_VALUE = /^ALTER TYPE ("[^"]+") ADD VALUE /;
const NEW_TYPE = /^CREATE TYPE "([^"]+)_new" AS ENUM/;

/**
 * Replaces what could not run. Where Prisma makes a type anew, between BEGIN and COMMIT, it also
 * converts columns that are added only later, and none that are dropped later.
 */
export function changeEnums(
  statements: readonly string[],
  before: Tables,
  after: Tables,
): string[] {
  const renewed = new Set<string>();
  let isInBlock = false;
  return statements.flatMap((sql) => {
    if (sql === 'BEGIN' || sql === 'COMMIT') isInBlock = sql === 'BEGIN';
    if (isInBlock || sql === 'COMMIT') {
      const [, name] = NEW_TYPE.exec(sql) ?? [];
      return name ? renewType(quoted(name), before, after) : [];
    }
    const [, type] = ADD_VALUE.exec(sql) ?? [];
    if (!type) return [sql];
    if (renewed.has(type)) return [];
    if (!isNewValueDefault(type, before, after)) {
      return [`-- Rows can take it from the next migration on, and not yet in this one.\n${sql}`];
    }
    renewed.add(type);
    return renewType(type, before, after);
  });
}

function columnsOf(tables: Tables, type: string) {
  return [...tables].flatMap(([table, { columns }]) =>
    [...columns]
      .filter(([, column]) => column.type === type)
      .map(([name, column]) => ({ table, name, column })),
  );
}

function valuesOf(tables: Tables, type: string): readonly string[] {
  return columnsOf(tables, type)[0]?.column.values ?? [];
}

function isNewValueDefault(type: string, before: Tables, after: Tables): boolean {
  const known = valuesOf(before, type);
  const added = valuesOf(after, type).filter((value) => !known.includes(value));
  return columnsOf(after, type).some(({ column }) => added.includes(column.default ?? ''));
}

function renewType(type: string, before: Tables, after: Tables): string[] {
  const old = quoted(`${nameIn(type)}_old`);
  const values = valuesOf(after, type);
  return [
    `ALTER TYPE ${type} RENAME TO ${old}`,
    `CREATE TYPE ${type} AS ENUM (${values.join(', ')})`,
    ...columnsOf(before, type).map(({ table, name, column }) => {
      const stays = after.get(table)?.columns.get(name)?.type === type;
      const becomes: Column = {
        ...column,
        // Any value is right in a column that is dropped, or converted to another type, later.
        type: stays ? type : 'TEXT',
        default: values.includes(column.default ?? '') && stays ? column.default : undefined,
      };
      return `ALTER TABLE ${quoted(table)} ${conversion(name, column, becomes).join(',\n')}`;
    }),
    `DROP TYPE ${old}`,
  ];
}
