// Rows in pages: however many a table has, they fit in memory.

export const ROWS_PER_PAGE = 500;

/** @param read reads a page of at most ROWS_PER_PAGE rows: those after a row, or the first ones */
export async function* readPages<Row>(
  read: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let page: Row[];
  let last: Row | undefined;
  do {
    page = await read(last);
    last = page.at(-1);
    if (page.length > 0) yield page;
  } while (page.length === ROWS_PER_PAGE);
}
