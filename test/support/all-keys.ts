// All API keys of a database, as an operator sees them.

import { listKeys } from '../../src/platform/keys/administration.ts';
import type { KeyInfo } from '../../src/platform/keys/key-info.ts';
import { keyRules } from './key-rules.ts';
import type { Database } from './service-database.ts';

/** The keys without their use. */
export async function allKeys(database: Pick<Database, 'query'>, now?: Date): Promise<KeyInfo[]> {
  const keys: KeyInfo[] = [];
  for await (const page of listKeys({ ...database, ...keyRules }, undefined, now)) {
    keys.push(...page.map(({ lastUsedAt: _lastUsedAt, usedToday: _usedToday, ...key }) => key));
  }
  return keys;
}
