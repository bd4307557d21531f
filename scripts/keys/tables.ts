import type { PrismaClient } from '../../src/database/index.ts';
import { type KeyInfo, type NewKeyInfo, scopesText } from '../../src/keys/index.ts';
import type { Result } from './options.ts';

// Tables for a terminal.

/** A key, or the fields that are known of an unknown key. */
export type KeyRow = Partial<KeyInfo> & {
  readonly hint: string | null;
  readonly state: string;
  readonly lastUsedAt?: Date | null;
  readonly usedToday?: number;
};

const KEY_COLUMNS: Columns<KeyRow> = {
  id: ({ id = '' }) => id,
  customer: ({ customerId = '', name = '' }) => `${customerId} ${name}`,
  key: ({ hint }) => hint ?? '',
  state: ({ state }) => state,
  'last used': ({ lastUsedAt }) => minuteOf(lastUsedAt),
  plan: ({ plan = '' }) => plan,
  scopes: ({ scopes }) => (scopes === undefined ? '' : scopesText({ scopes })),
  today: ({ usedToday = '' }) => usedToday,
  created: ({ createdAt }) => minuteOf(createdAt),
  until: (key) => minuteOf(endOf(key)),
  'per minute': ({ perMinute = '' }) => perMinute,
  'per day': ({ perDay = '' }) => perDay,
};

type Event = Awaited<ReturnType<PrismaClient['keyEvent']['findMany']>>[number];

export const EVENT_COLUMNS: Columns<Event> = {
  at: ({ at }) => minuteOf(at),
  actor: ({ actor }) => actor,
  action: ({ action }) => action,
  key: ({ apiKeyId }) => apiKeyId,
  customer: ({ customerId }) => customerId,
  detail: ({ detail }) => detail,
};

/** A time in UTC, to the minute. */
function minuteOf(time: Date | null | undefined): string {
  return time?.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ') ?? '';
}

/** When the key was revoked, when its ban ends, or when the key expires. */
function endOf({ state, expiresAt, revokedAt, bannedUntil }: KeyRow) {
  if (state === 'revoked') return revokedAt;
  return state === 'banned' ? bannedUntil : expiresAt;
}

export function keysTable(keys: readonly KeyRow[], width: number | undefined): string {
  return keys.length === 0 ? 'No keys.\n' : table(keys, KEY_COLUMNS, width);
}

/** The output about one key. The output about a new key contains the key itself. */
export function keyResult(key: KeyInfo | NewKeyInfo, width: number | undefined): Result {
  const shownOnce =
    'key' in key ? `\n${key.key}\n\nSave this key now: it is not shown again.\n` : '';
  return { json: key, text: keysTable([key], width) + shownOnce };
}

/** By the title of a column: returns the cell of a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number>>;

/** Columns whose texts are shortened before any column is left out. */
const CUT = new Set(['customer', 'scopes', 'detail']);
const CUT_WIDTH = 8;
const GAP = '  ';

/**
 * Lays rows out in columns. If the table is too wide, it shortens long texts, and then leaves out
 * columns from the last one on.
 *
 * @param width of the terminal, in characters
 */
export function table<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  width = Number.POSITIVE_INFINITY,
): string {
  const all = Object.entries(columns).map(([title, show]) => {
    const cells = [title, ...rows.map((row) => printable(String(show(row))))];
    const widest = cells.reduce((most, { length }) => Math.max(most, length), 0);
    return { cells, width: widest, isCut: CUT.has(title) };
  });
  const total = () => all.reduce((sum, column) => sum + column.width + GAP.length, -GAP.length);
  for (const column of all.filter(({ isCut }) => isCut)) {
    const least = Math.min(column.width, CUT_WIDTH);
    column.width = Math.max(least, column.width - Math.max(0, total() - width));
  }
  while (total() > width && all.length > 1) all.pop();
  // The first of the cells are the titles.
  const lines = ['', ...rows].map((_, row) => {
    return all.map(({ cells, width }) => fit(cells[row] ?? '', width)).join(GAP);
  });
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** Replaces control characters, with which a name could overwrite the keys to confirm. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '\uFFFD');
}

function fit(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}

/** Draws a number as a bar, whose length is 20 characters for the highest number. */
export function bar(number: number, highest: number): string {
  return '█'.repeat(Math.ceil((number / Math.max(highest, 1)) * 20));
}

/** Rows of the same fields as CSV. No value has a comma or a quotation mark. @see RFC 4180 */
export function csv(rows: readonly object[]): string {
  if (rows.length === 0) return '';
  const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));
  const lines = rows.map((row) => Object.values(row).map(textOf).join(','));
  return [Object.keys(rows[0] ?? {}).join(','), ...lines].map((line) => `${line}\r\n`).join('');
}
