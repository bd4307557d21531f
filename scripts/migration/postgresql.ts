import { convertColumns, numberRows } from './postgresql-columns.ts';
import { changeEnums } from './postgresql-enums.ts';
import { nameIn, quoted, splitSql } from './sql-text.ts';
import type { Tables } from './tables.ts';

/*
 * Prisma's SQL for PostgreSQL, with what fails in it or deletes values put right.
 */

/**
 * @param script what the schema engine has written
 * @param before the tables that it leads from
 * @param after the tables that it leads to
 * @returns SQL, none where nothing changes
 */
export function postgresqlStatements(script: string, before: Tables, after: Tables): string[] {
  return changeEnums(splitSql(script, ';'), before, after)
    .filter((sql, _index, all) => !isStillThere(sql, all, before))
    .map((sql) => convertColumns(sql, before, after))
    .flatMap(numberRows)
    .map((sql) => `${sql.replaceAll(/ADD COLUMN +/g, 'ADD COLUMN ')};`);
}

/** Whether it creates an index that Prisma has dropped only together with a column, which stays. */
function isStillThere(sql: string, all: readonly string[], before: Tables): boolean {
  const isIn = [...before.values()].some(({ indexes }) => indexes.get(nameIn(sql)) === sql);
  return isIn && !all.includes(`DROP INDEX ${quoted(nameIn(sql))}`);
}
