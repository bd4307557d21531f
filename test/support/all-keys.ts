// All API keys of a database, as an operator sees them.

import { type KeyInfo, listKeys } from '../../src/keys/administration.ts';

export async function allKeys(...query: Parameters<typeof listKeys>): Promise<KeyInfo[]> {
  const keys: KeyInfo[] = [];
  for await (const page of listKeys(...query)) keys.push(...page);
  return keys;
}
