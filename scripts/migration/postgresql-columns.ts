import { nameIn, quoted, splitSql } from './sql-text.ts';
import type { Column, Tables } from './tables.ts';

/*
 * Columns of PostgreSQL that get another type.
 */

/**
 * Prisma drops a column and adds it again where PostgreSQL converts values only if it is told how.
 * A value that cannot be converted makes it fail.
 */
export function convertColumns(sql: string, before: Tables, after: Tables): string {
  if (!sql.startsWith('ALTER TABLE')) return sql;
  const table = nameIn(sql);
  const head = `ALTER TABLE ${quoted(table)} `;
  const clauses = splitSql(sql.slice(head.length), ',');
  const changed = clauses.flatMap((clause) => {
    const name = nameIn(clause);
    const [was, becomes] = [before, after].map((tables) => tables.get(table)?.columns.get(name));
    const isConverted = clauses.includes(`DROP COLUMN ${quoted(name)}`);
    if (!was || !becomes || !isConverted) return [clause];
    return clause.startsWith('ADD COLUMN') ? conversion(name, was, becomes) : [];
  });
  return `${head}${changed.join(',\n')}`;
}

/** The clauses of ALTER TABLE that give a column another type. */
export function conversion(name: string, was: Column, becomes: Column): string[] {
  const alter = `ALTER COLUMN ${quoted(name)}`;
  const using = `USING (${quoted(name)}::text::${becomes.type})`;
  return [
    ...(was.default ? [`${alter} DROP DEFAULT`] : []),
    `${alter} SET DATA TYPE ${becomes.type} ${using}`,
    ...(becomes.default ? [`${alter} SET DEFAULT ${becomes.default}`] : []),
    ...(was.isRequired === becomes.isRequired
      ? []
      : [`${alter} ${becomes.isRequired ? 'SET' : 'DROP'} NOT NULL`]),
  ];
}

/** The types that CREATE TABLE knows as shorthands, by what a column of them has. */
const SERIAL = /ALTER COLUMN ("[^"]+") SET DATA TYPE (SMALL|BIG|)SERIAL/;
const INTEGERS: Record<string, string> = { SMALL: 'SMALLINT', '': 'INTEGER', BIG: 'BIGINT' };

/** Mends what Prisma writes where an id becomes wider, or is numbered from now on. */
export function numberRows(sql: string): string[] {
  const [serial, column = '', size = ''] = SERIAL.exec(sql) ?? [];
  if (serial) {
    const type = INTEGERS[size];
    const sequence = quoted(`${nameIn(sql)}_${nameIn(column)}_seq`);
    return [
      sql.replace(SERIAL, `ALTER COLUMN ${column} SET DATA TYPE ${type}`),
      `ALTER SEQUENCE ${sequence} AS ${type}`,
    ];
  }
  const [, owned, table, id] = /^ALTER SEQUENCE (\S+) OWNED BY (".+")\.(".+")$/.exec(sql) ?? [];
  if (!owned) return [sql];
  return [sql, `SELECT setval('${owned}', COALESCE(max(${id}), 0) + 1, false) FROM ${table}`];
}
