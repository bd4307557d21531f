// Instants in the form that both databases write, and compare as text or as times; days in UTC.

/** As SQLite and as PostgreSQL return it. */
export type Instant = string;

export const DAY_MS = 86_400_000;

/** What both databases write. Other forms could be read as another time, as 05.11.2026 is. */
const PARTS = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d+)?)\+00(?::00)?$/;

/** @throws if it cannot be read, so that it is not taken for one that is absent */
export function readInstant(instant: Instant): Date {
  const [, date, time] = PARTS.exec(instant) ?? [];
  const read = new Date(`${date}T${time}Z`);
  if (Number.isNaN(read.getTime())) throw new Error(`${instant} is not an instant`);
  return read;
}

export function writeInstant(ms: number): Instant {
  return new Date(ms).toISOString().replace('Z', '+00:00');
}

/** The last day that was asked for. Each request asks for the present one. */
let latest = { number: Number.NaN, text: '' };

/** The day of a time in UTC. */
export function dayOf(ms: number): string {
  const number = Math.floor(ms / DAY_MS);
  if (number !== latest.number) {
    latest = { number, text: new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length) };
  }
  return latest.text;
}
