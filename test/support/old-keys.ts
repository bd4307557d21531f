// API keys that have ended, as a customer has them who rotates keys daily: stored directly, since
// no more than a hundred a day can be created.

import { hashApiKey } from '../../src/platform/keys/api-key.ts';
import { generateApiKey, hintOf } from './key-rules.ts';
import type { PrismaClient } from './service-database.ts';

interface OldKeyFields {
  readonly createdById?: bigint;
  readonly revokedAt?: Date | null;
  readonly expiresAt?: Date | null;
}

/** Adds keys that are revoked and keys that have expired, in turn, unless their end is given. */
export async function addOldKeys(
  client: PrismaClient,
  customerId: bigint,
  count: number,
  fields?: OldKeyFields,
): Promise<void> {
  const past = new Date(Date.now() - 60_000);
  const data = Array.from({ length: count }, (_, i) => {
    const key = generateApiKey();
    const end = fields ?? (i % 2 ? { revokedAt: past } : { expiresAt: past });
    return { customerId, hash: hashApiKey(key), hint: hintOf(key), name: `Old ${i}`, ...end };
  });
  await client.apiKey.createMany({ data });
}
