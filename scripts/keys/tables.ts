// What the commands print: JSON, and tables for a terminal, a page of rows at a time.

import type { PrismaClient } from '../../src/platform/database/index.ts';
import {
  type KeyInfo,
  type NewKeyInfo,
  printable,
  printableJson,
  scopesText,
} from '../../src/platform/keys/index.ts';
import type { Result } from './options.ts';

/** A key, or the fields that are known of an unknown key. */
export type ShownKeyRow = Partial<Omit<KeyInfo, 'state'>> & {
  readonly hint: string;
  readonly state: string;
  readonly lastUsedAt?: Date | null;
  readonly usedToday?: bigint;
};

/** Rows, in pages of which none is empty. */
export type Pages<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** By the title of a column: returns the cell of a row. */
type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | bigint>>;

const KEY_COLUMNS: Columns<ShownKeyRow> = {
  id: ({ id = '' }) => id,
  customer: ({ customerId = '', customerName = '' }) => `${customerId} ${customerName}`.trim(),
  key: ({ hint }) => hint,
  name: ({ name = '' }) => name,
  state: ({ state }) => state,
  'last used': ({ lastUsedAt }) => minuteOf(lastUsedAt),
  plan: ({ plan = '' }) => plan,
  scopes: ({ scopes }) => (scopes === undefined ? '' : scopesText({ scopes })),
  today: ({ usedToday = '' }) => usedToday,
  created: ({ createdAt }) => minuteOf(createdAt),
  until: (key) => minuteOf(endOf(key)),
  'per minute': ({ perMinute }) => perMinute ?? '',
  'per day': ({ perDay }) => perDay ?? '',
};

type Event = Awaited<ReturnType<PrismaClient['keyEvent']['findMany']>>[number];

const EVENT_COLUMNS: Columns<Event> = {
  at: ({ at }) => minuteOf(at),
  actor: ({ actor }) => actor,
  action: ({ action }) => action,
  key: ({ apiKeyId }) => apiKeyId,
  customer: ({ customerId }) => customerId,
  detail: ({ detail }) => detail,
};

/** The requests of a day, or of an operation. */
export interface Sums {
  requests: bigint;
  clientErrors: bigint;
  serverErrors: bigint;
}

/** A time in UTC, to the minute. */
function minuteOf(time: Date | null | undefined): string {
  return time?.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ') ?? '';
}

/** When the key was revoked, when its ban ends, or when the key expires. */
function endOf({ state, expiresAt, revokedAt, bannedUntil }: ShownKeyRow) {
  if (state === 'revoked') return revokedAt;
  return state === 'banned' ? bannedUntil : expiresAt;
}

/** The output about keys. @param pages is called for each pass: a table needs two */
export function keysResult(pages: () => Pages<ShownKeyRow>, width: number | undefined): Result {
  return { json: () => jsonOf(pages()), text: () => table(pages, KEY_COLUMNS, 'keys', width) };
}

/** The output about events. @param pages is called for each pass: a table needs two */
export function eventsResult(pages: () => Pages<Event>, width: number | undefined): Result {
  return { json: () => jsonOf(pages()), text: () => table(pages, EVENT_COLUMNS, 'events', width) };
}

/** A table of sums, in the order of their names. @param title what has these names */
export function sumsTable(
  title: string,
  sums: ReadonlyMap<string, Sums>,
  width: number | undefined,
): AsyncIterable<string> {
  const columns: Columns<readonly [name: string, sum: Sums]> = {
    [title]: ([name]) => name,
    requests: ([, { requests }]) => requests,
    '4xx': ([, { clientErrors }]) => clientErrors,
    '5xx': ([, { serverErrors }]) => serverErrors,
  };
  const rows = [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
  return table(() => [rows], columns, 'requests', width);
}

/** The output about one key. The output about a new key contains the key itself. */
export function keyResult(key: KeyInfo | NewKeyInfo, width: number | undefined): Result {
  return {
    json: () => [`${toJson(key)}\n`],
    async *text() {
      yield* table(() => [[key]], KEY_COLUMNS, 'keys', width);
      if ('key' in key) yield `\n${key.key}\n\nSave this key now: it is not shown again.\n`;
    },
  };
}

// JSON.rawJSON is part of Node 22. TypeScript does not know it yet.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

/** JSON in which a bigint is a number, with all of its digits. */
function toJson(row: object): string {
  const json = JSON.stringify(row, (_name, value) =>
    typeof value === 'bigint' ? rawJSON(String(value)) : value,
  );
  return printableJson(json);
}

/** An array of all rows, in one line. */
export async function* jsonOf(pages: Pages<object>): AsyncGenerator<string> {
  let separator = '[';
  for await (const page of pages) {
    yield separator + page.map(toJson).join();
    separator = ',';
  }
  yield separator === '[' ? '[]\n' : ']\n';
}

/** Columns whose texts are shortened before any column is left out. */
const CUT = new Set(['customer', 'name', 'scopes', 'detail']);
const CUT_WIDTH = 8;
const GAP = '  ';

/**
 * Lays rows out in columns, which a first pass over all rows measures. A column without a value is
 * left out: only a list knows when keys were used, and a blank would read as never. If the table is
 * too wide, it shortens long texts, and then leaves out columns from the last one on.
 *
 * @param noun what the rows are
 * @param width of the terminal, in characters
 */
async function* table<Row>(
  pages: () => Pages<Row>,
  columns: Columns<Row>,
  noun: string,
  width = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  const all = Object.entries(columns).map(([title, cellOf]) => {
    const show = (row: Row) => printable(String(cellOf(row)));
    return { title, show, width: 0 };
  });
  let isEmpty = true;
  for await (const page of pages()) {
    isEmpty = false;
    for (const column of all) {
      for (const row of page) column.width = Math.max(column.width, column.show(row).length);
    }
  }
  if (isEmpty) return yield `No ${noun}.\n`;
  const shown = all.filter((column) => column.width > 0);
  for (const column of shown) column.width = Math.max(column.width, column.title.length);
  fitColumns(shown, width);
  yield lineOf(shown.map((column) => fit(column.title, column.width)));
  for await (const page of pages()) {
    const lines = page.map((row) => lineOf(shown.map(({ show, width }) => fit(show(row), width))));
    yield lines.join('');
  }
}

function fitColumns(all: { readonly title: string; width: number }[], width: number) {
  const total = () => all.reduce((sum, column) => sum + column.width + GAP.length, -GAP.length);
  for (const column of all.filter(({ title }) => CUT.has(title))) {
    const least = Math.min(column.width, CUT_WIDTH);
    column.width = Math.max(least, column.width - Math.max(0, total() - width));
  }
  while (total() > width && all.length > 1) all.pop();
}

function lineOf(cells: readonly string[]): string {
  return `${cells.join(GAP).trimEnd()}\n`;
}

function fit(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}
