import type { Test } from 'tap';
import { openDatabase } from '../../src/database/index.ts';
import { createKey } from '../../src/keys/index.ts';
import { createDatabase } from './databases.ts';
import { testConfig } from './test-config.ts';

/** Limits that no test reaches. */
export const UNLIMITED = { perMinute: 1_000_000, perDay: 1_000_000 };

/** A database of its own, a key that no limit stops, and the settings of a service for them. */
export async function openUnlimited(t: Test) {
  const url = await createDatabase(t);
  const database = await openDatabase(url, { isTimed: false });
  t.teardown(() => database.close());
  const customer = { name: 'A customer', plan: 'enterprise', limits: UNLIMITED } as const;
  const { key } = await createKey(database.client, customer);
  const config = testConfig({ DATABASE_URL: url, ANONYMOUS_PER_MINUTE: '1000000' });
  return { database, key, config };
}
