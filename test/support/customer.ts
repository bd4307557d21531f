import type { Test } from 'tap';
import { createKey, type NewCustomer } from '../../src/keys/index.ts';
import { createDatabase, open } from './databases.ts';

/** Adds a customer to a database, for tests of processes. By default the database is a new one. */
export async function openCustomer(t: Test, customer: Partial<NewCustomer> = {}, address?: string) {
  const url = address ?? (await createDatabase());
  const { client } = await open(t, url);
  const { key } = await createKey(client, { name: 'A customer', plan: 'business', ...customer });
  return { url, client, key };
}
