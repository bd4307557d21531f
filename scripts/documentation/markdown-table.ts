/** A table in Markdown, whose first rows are its columns and their alignment. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
