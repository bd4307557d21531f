/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_cell, i) => (i === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map(line).join('\n');
}
