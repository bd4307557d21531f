import type { Test } from 'tap';
import { openDatabase } from '../../src/database/index.ts';
import { createKey, type NewCustomer } from '../../src/keys/index.ts';
import { createDatabase } from './databases.ts';

/** A database with a customer, for tests of whole processes. It is closed when the test ends. */
export async function openCustomer(t: Test, customer: Partial<NewCustomer> = {}) {
  const url = await createDatabase();
  const database = await openDatabase(url, { isTimed: false });
  t.teardown(() => database.close());
  const { client } = database;
  const { key } = await createKey(client, { name: 'A customer', plan: 'business', ...customer });
  return { url, client, key };
}
