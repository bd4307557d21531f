/*
 * Tables for a terminal.
 */

/** What a column shows of a row, by its title. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number>>;

/** Texts of any length, which are cut before a column is left out. */
const CUT = new Set(['customer', 'scopes', 'detail']);
const CUT_WIDTH = 8;
const GAP = '  ';

/**
 * Lays rows out in columns. If that is too wide, cuts long texts, and then leaves out the last
 * columns.
 *
 * @param width of the terminal, in characters
 */
export function table<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  width = Number.POSITIVE_INFINITY,
): string {
  const all = Object.entries(columns).map(([title, show]) => {
    const cells = [title, ...rows.map((row) => String(show(row)))];
    const widest = cells.reduce((most, { length }) => Math.max(most, length), 0);
    return { cells, width: widest, isCut: CUT.has(title) };
  });
  const total = () => all.reduce((sum, column) => sum + column.width + GAP.length, -GAP.length);
  for (const column of all.filter(({ isCut }) => isCut)) {
    const least = Math.min(column.width, CUT_WIDTH);
    column.width = Math.max(least, column.width - Math.max(0, total() - width));
  }
  while (total() > width && all.length > 1) all.pop();
  const lines = ['', ...rows].map((_, row) => {
    return all.map(({ cells, width }) => fit(cells[row] ?? '', width)).join(GAP);
  });
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function fit(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}

/** A bar for a share of the most, of 20 characters at most. */
export function bar(share: number, most: number): string {
  return '█'.repeat(Math.ceil((share / Math.max(most, 1)) * 20));
}

/** Rows of the same fields as CSV. No value has a comma or a quotation mark. @see RFC 4180 */
export function csv(rows: readonly object[]): string {
  if (rows.length === 0) return '';
  const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));
  const lines = rows.map((row) => Object.values(row).map(textOf).join(','));
  return [Object.keys(rows[0] ?? {}).join(','), ...lines].map((line) => `${line}\r\n`).join('');
}
