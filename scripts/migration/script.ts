import type { Plan } from './plan.ts';

/** The text of a migration: what to look at, and then the SQL. */
export function migrationScript({ statements, warnings }: Plan): string {
  if (statements.length === 0) return '-- Nothing changes on this database.\n';
  const comments = warnings.flatMap(({ danger, remedy }) => [
    `-- * ${danger}`,
    ...remedy.map((line) => `--   ${line}`),
  ]);
  const head =
    comments.length === 0 ? [] : [['-- Read before it is applied:', ...comments].join('\n')];
  return `${[...head, ...statements].join('\n\n')}\n`;
}
