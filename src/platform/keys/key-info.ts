// What operators and customers see of an API key. Of the key itself only the hash is stored.

import { isBanned } from './bans.ts';
import type { KeyWithUse } from './key-pages.ts';
import type { Limits, Plans } from './plans.ts';
import { readScopes } from './scopes.ts';
import type { ShownKey } from './stored-keys.ts';

export type KeyInfo = ReturnType<typeof describeKey>;

/** A key, when it was last used, to the minute, and how many requests it has sent today. */
export type ListedKeyInfo = KeyInfo & Pick<KeyWithUse, 'lastUsedAt' | 'usedToday'>;

/** A key that was just created: the only time that the key itself is shown. */
export type NewKeyInfo = KeyInfo & { readonly key: string };

export function describeKey(stored: ShownKey, now: Date, plans: Plans) {
  const { customer } = stored;
  return {
    id: stored.id,
    customerId: customer.id,
    customerName: customer.name,
    name: stored.name,
    plan: customer.plan,
    ...shownLimits(customer, plans),
    hint: stored.hint,
    scopes: readScopes(stored.scopes),
    state: stateOf(stored, now),
    createdAt: stored.createdAt,
    createdBy: stored.createdById,
    expiresAt: stored.expiresAt,
    revokedAt: stored.revokedAt,
    disabledAt: stored.disabledAt,
    rotatedAt: stored.rotatedAt,
    bannedUntil: stored.bannedUntil,
  };
}

/** Null for limits that are not known, so that a list shows the other keys. */
function shownLimits(
  customer: ShownKey['customer'],
  plans: Plans,
): Limits | Record<keyof Limits, null> {
  try {
    return plans.limitsOf(customer);
  } catch {
    return { perMinute: null, perDay: null };
  }
}

export function describeListedKey(stored: KeyWithUse, now: Date, plans: Plans): ListedKeyInfo {
  const { lastUsedAt, usedToday } = stored;
  return { ...describeKey(stored, now, plans), lastUsedAt, usedToday };
}

export const KEY_STATES = [
  'active',
  'rotating',
  'banned',
  'disabled',
  'expired',
  'revoked',
] as const;

type KeyState = (typeof KEY_STATES)[number];

export function stateOf(stored: ShownKey, now: Date): KeyState {
  const { expiresAt, revokedAt, disabledAt, rotatedAt } = stored;
  if (revokedAt) return 'revoked';
  if (expiresAt && expiresAt <= now) return 'expired';
  if (disabledAt) return 'disabled';
  if (isBanned(stored, now)) return 'banned';
  return rotatedAt ? 'rotating' : 'active';
}

/** Whether a key authenticates its customer: a ban only delays its requests. */
export function isWorking({ state }: Pick<KeyInfo, 'state'>): boolean {
  return state !== 'revoked' && state !== 'expired' && state !== 'disabled';
}
