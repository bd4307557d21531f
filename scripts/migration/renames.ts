import type { Provider } from '../../src/database/index.ts';
import { nameIn, quoted } from './sql-text.ts';
import type { Table } from './tables.ts';

/*
 * What to write where something has only got another name. In the models that looks as if it were
 * deleted, and something else added.
 */

/** @returns lines, none when there is nothing that it could have become */
export function renamedTable(
  provider: Provider,
  name: string,
  table: Table,
  added: readonly string[],
): string[] {
  return added.flatMap((other) => [
    `If it has become ${other}, write in the place of DROP TABLE, CREATE TABLE${provider === 'sqlite' ? '' : ' and CREATE INDEX'}:`,
    `ALTER TABLE ${quoted(name)} RENAME TO ${quoted(other)};`,
    ...(provider === 'sqlite' ? indexes(table).map(drop) : renamedParts(name, other, table)),
  ]);
}

/** What Prisma names after its table. */
function renamedParts(name: string, other: string, table: Table): string[] {
  const renamed = (part: string) => quoted(part.replace(name, other));
  const constraints = table.constraints.map(nameIn);
  const ids = [...table.columns].filter(([, { isNumbered }]) => isNumbered);
  return [
    ...constraints.map(
      (part) =>
        `ALTER TABLE ${quoted(other)} RENAME CONSTRAINT ${quoted(part)} TO ${renamed(part)};`,
    ),
    ...indexes(table).map((part) => `ALTER INDEX ${quoted(part)} RENAME TO ${renamed(part)};`),
    ...ids.map(([id]) => {
      const part = `${name}_${id}_seq`;
      return `ALTER SEQUENCE ${quoted(part)} RENAME TO ${renamed(part)};`;
    }),
  ];
}

/** @returns lines, none when there is nothing that it could have become */
export function renamedColumn(
  provider: Provider,
  table: string,
  name: string,
  added: readonly string[],
): string[] {
  return added.flatMap((other) => {
    const start = `If it has become ${other}, write`;
    if (provider === 'sqlite') {
      return [`${start} ${quoted(name)} before AS ${quoted(other)} in the SELECT.`];
    }
    return [
      `${start} in the place of DROP COLUMN and ADD COLUMN:`,
      `ALTER TABLE ${quoted(table)} RENAME COLUMN ${quoted(name)} TO ${quoted(other)};`,
    ];
  });
}

function indexes(table: Table): string[] {
  return [...table.indexes.keys()];
}

function drop(index: string) {
  return `DROP INDEX ${quoted(index)};`;
}
