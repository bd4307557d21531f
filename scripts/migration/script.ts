import type { Plan } from './plan.ts';

/** The text of a migration: what it means for the version before, what to look at, and then the SQL. */
export function migrationScript({ statements, warnings, breaks }: Plan): string {
  if (statements.length === 0) return '-- additive\n-- Nothing changes on this database.\n';
  const declaration = breaks ? `-- breaking: ${breaks}` : '-- additive';
  const comments = warnings.flatMap(({ danger, remedy }) => [
    `-- * ${danger}`,
    ...remedy.map((line) => `--   ${line}`),
  ]);
  const head =
    comments.length === 0 ? [] : [['-- Read before it is applied:', ...comments].join('\n')];
  return `${[declaration, ...head, ...statements].join('\n\n')}\n`;
}
