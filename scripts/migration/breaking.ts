import { withoutSpace } from './sql-text.ts';
import type { Table, Tables } from './tables.ts';
import type { Warning } from './warnings.ts';

/**
 * Why the version before a migration cannot run on its schema: something that it uses is no longer there, or
 * what it writes is rejected.
 *
 * @param warnings of the migration
 * @returns undefined when the migration only adds what that version can do without
 */
export function whatBreaks(
  before: Tables,
  after: Tables,
  warnings: readonly Warning[],
): string | undefined {
  const [warning] = warnings;
  if (warning) return warning.danger.replace(/\.$/, '');
  for (const [name, table] of before) {
    // A table that is deleted has a warning.
    const change = changeOf(table, after.get(name) as Table);
    if (change) return `${name}${change}`;
  }
  return undefined;
}

function changeOf(before: Table, after: Table): string | undefined {
  const [column] = [...before.columns].find(
    ([name, was]) => JSON.stringify(was) !== JSON.stringify(after.columns.get(name)),
  ) ?? [undefined];
  if (column) return `.${column} changes`;
  const rules = new Set([...after.constraints, ...after.indexes.values()].map(withoutSpace));
  const lost = [...before.constraints, ...before.indexes.values()].find(
    (sql) => !rules.has(withoutSpace(sql)),
  );
  return lost && ` loses ${lost.replaceAll(/\s+/g, ' ')}`;
}
