import { createApiKey } from '../../src/keys/api-key.ts';
import { addCustomers } from '../testbed/customers.ts';
import { NO_LIMIT } from '../testbed/databases.ts';
import type { Customer } from './measured/callers.ts';

/** The API keys that requests are sent with, each of a customer of its own. */
export type Keys = ReturnType<typeof createKeys>;

const FIRST_ID = 1_000;
/** So many that none is rejected often enough to be banned. */
const SPENT = 20;
const DAY_SECONDS = 86_400;

/** @param customers how many customers send the requests of a mix */
export function createKeys(customers: number) {
  const create = (count: number) => Array.from({ length: count }, createApiKey);
  return {
    unlimited: createApiKey(),
    customers: create(customers),
    /** They may send one request a day. */
    spent: create(SPENT),
    banned: create(1),
    /** In seconds since 1970. */
    bannedUntil: Math.floor(Date.now() / 1_000) + DAY_SECONDS,
  };
}

/** Adds the customers to a database of the service. */
export async function addKeys(url: string, keys: Keys) {
  const { unlimited, customers, spent, banned, bannedUntil } = keys;
  const ids = { spent: FIRST_ID, banned: FIRST_ID + SPENT, others: FIRST_ID + SPENT + 1 };
  await addCustomers(url, spent, { id: ids.spent, limit: 1 });
  const ban = { limit: NO_LIMIT, bannedUntilMs: bannedUntil * 1_000 };
  await addCustomers(url, banned, { id: ids.banned, ...ban });
  await addCustomers(url, [unlimited, ...customers], { id: ids.others, limit: NO_LIMIT });
}

/** The customers as the servers read them that the service is compared with. */
export function describeCallers(keys: Keys): Customer[] {
  const { unlimited, customers, spent, banned, bannedUntil } = keys;
  return [
    ...[unlimited, ...customers].map((key) => ({ key, limit: NO_LIMIT, bannedUntil: 0 })),
    ...spent.map((key) => ({ key, limit: 1, bannedUntil: 0 })),
    ...banned.map((key) => ({ key, limit: NO_LIMIT, bannedUntil })),
  ];
}
