import { writeFile } from 'node:fs/promises';
import { addCustomers } from '../testbed/customers.ts';
import { NO_LIMIT } from '../testbed/databases.ts';
import type { Customer } from './measured/callers.ts';

/** The API keys that requests are sent with. */
export interface Keys {
  readonly unlimited: string;
  /** Those of the mix, without limits too. */
  readonly customers: readonly string[];
  /** May send one request a day. Several, so that none is rejected often enough to be banned. */
  readonly spent: readonly string[];
  readonly banned: readonly string[];
}

const FIRST_ID = 1_000;
const SPENT = 20;
const DAY_SECONDS = 86_400;

/**
 * Adds the customers of the benchmark to the database of the service, and writes them to a file for
 * the servers that it is compared with.
 *
 * @param unlimited the key of a customer that the database has
 */
export async function addKeys(
  url: string,
  unlimited: string,
  count: number,
  file: string,
): Promise<Keys> {
  const bannedUntil = Math.floor(Date.now() / 1_000) + DAY_SECONDS;
  const instant = `'${new Date(bannedUntil * 1_000).toISOString()}'`;
  const id = FIRST_ID + SPENT;
  const spent = await addCustomers(url, { id: FIRST_ID, count: SPENT, limit: 1 });
  const customers = await addCustomers(url, { id, count, limit: NO_LIMIT });
  const other = { id: id + count, count: 1, limit: NO_LIMIT, bannedUntil: instant };
  const banned = await addCustomers(url, other);
  const describe = (keys: readonly string[], limit: number, bannedUntil = 0): Customer[] =>
    keys.map((key) => ({ key, limit, bannedUntil }));
  const known = [
    ...describe([unlimited, ...customers], NO_LIMIT),
    ...describe(spent, 1),
    ...describe(banned, NO_LIMIT, bannedUntil),
  ];
  await writeFile(file, JSON.stringify(known));
  return { unlimited, customers, spent, banned };
}
