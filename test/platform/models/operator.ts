// An operator who changes the keys of a customer, at times in transactions that have too little
// time, and what must have become of each key.

import assert from 'node:assert/strict';
import {
  createCustomer,
  createKey,
  disableKey,
  enableKey,
  type NewKeyInfo,
  revokeKey,
  rotateKey,
  type Stamp,
  setExpiry,
  setScopes,
} from '../../../src/platform/keys/index.ts';
import { keysOf } from '../../support/key-rules.ts';
import type { ModelTime } from '../../support/model-time.ts';
import { UNLIMITED } from '../../support/servers/unlimited.ts';
import type { PrismaClient } from '../../support/service-database.ts';
import { createKeyHistory, type KeyHistory, type KeyRights } from './keys-model.ts';

/** How long a rotated key works on. */
const OVERLAP_MS = 2_000;
const EXPIRES_IN_MS = 1_500;

/** The event of each change. */
const ACTIONS = {
  revoke: 'revoked',
  disable: 'disabled',
  enable: 'enabled',
  rotate: 'rotated',
  restrict: 'changed',
  expire: 'changed',
} as const;
export const KEY_CHANGES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];

export interface KeyChange {
  /** The number of the key. */
  readonly key: number;
  readonly does: keyof typeof ACTIONS;
  /** The time limit of the transaction, if it is too short. */
  readonly limitMs: number | undefined;
}

export interface OwnKey {
  readonly id: bigint;
  readonly secret: string;
  readonly history: KeyHistory;
}

/** The operator's clients, by the time limit of their transactions. */
type Clients = ReadonlyMap<number | undefined, PrismaClient>;

export async function createOperator(clients: Clients, time: ModelTime, keyCount: number) {
  const client = clients.get(undefined) as PrismaClient;
  const stamp = (): Stamp => ({ actor: 'operator', at: new Date(time.wallMs()) });

  const customer = { name: 'A', plan: 'enterprise', limits: UNLIMITED };
  /** A key that nobody changes. */
  const first = await createCustomer(keysOf(client), customer, {}, stamp());
  const { customerId } = first;
  /** The actions that each key of the customer must have as events. */
  const events = new Map<bigint, string[]>([[first.id, ['created']]]);
  const keys: OwnKey[] = [];

  async function keep(number: number, { id, key }: Pick<NewKeyInfo, 'id' | 'key'>) {
    keys[number] = { id, secret: key, history: createKeyHistory(time, await readRights(id)) };
    events.set(id, ['created']);
  }
  const issue = async (number: number) =>
    keep(number, await createKey(keysOf(client), customerId, {}, stamp()));
  for (let number = 0; number < keyCount; number += 1) await issue(number);

  async function readRights(id: bigint): Promise<KeyRights> {
    const row = await client.apiKey.findUniqueOrThrow({ where: { id } });
    return {
      isDisabled: row.disabledAt !== null,
      isRevoked: row.revokedAt !== null,
      expiresAtMs: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
      isReadOnly: row.scopes !== null,
      rotatedAtMs: row.rotatedAt?.getTime() ?? 0,
    };
  }

  /** Makes a change. @returns an error, or the successor of a rotated key, if there is one */
  async function make({ does, limitMs }: KeyChange, id: bigint) {
    const store = keysOf(clients.get(limitMs) ?? client);
    const changes = {
      revoke: () => revokeKey(store, id, stamp()),
      disable: () => disableKey(store, id, stamp()),
      enable: () => enableKey(store, id, stamp()),
      restrict: () => setScopes(store, id, ['widgets:read'], stamp()),
      expire: () => setExpiry(store, id, new Date(time.wallMs() + EXPIRES_IN_MS), stamp()),
    };
    try {
      if (does === 'rotate') return { successor: await rotateKey(store, id, OVERLAP_MS, stamp()) };
      await changes[does]();
      return {};
    } catch (error) {
      return { error };
    }
  }

  return {
    customerId,
    reader: { id: first.id, secret: first.key },
    keys,

    /** Changes a key. @returns a function that checks and notes what has become of it */
    async change(change: KeyChange): Promise<() => Promise<void>> {
      const { key: number, does, limitMs } = change;
      const { id, history } = keys[number] as OwnKey;
      const before = history.latest();
      const hasEnded = before.isRevoked || time.wallMs() >= before.expiresAtMs;
      if (hasEnded) return () => issue(number);
      const { error, successor } = await make(change, id);
      return async () => {
        const after = await readRights(id);
        history.change(after);
        const isChanged = JSON.stringify(before) !== JSON.stringify(after);
        if (isChanged) events.get(id)?.push(ACTIONS[does]);
        if (error) {
          const isExpected = limitMs !== undefined || (does === 'rotate' && before.isDisabled);
          assert.ok(isExpected, `${does}: ${error}`);
          return;
        }
        assert.deepEqual(after, { ...before, ...wanted(does, before) }, does);
        if (successor) await keep(number, successor);
      };
    },

    /** @throws unless there are these keys alone, each with its events: a change is made whole */
    async checkKeys() {
      const where = { customerId };
      const stored = await client.apiKey.findMany({ where, orderBy: { id: 'asc' } });
      assert.deepEqual(new Set(stored.map(({ id }) => id)), new Set(events.keys()));
      const all = await client.keyEvent.findMany({ where, orderBy: { id: 'asc' } });
      const found = Map.groupBy(all, ({ apiKeyId }) => apiKeyId);
      for (const [id, actions] of events) {
        assert.deepEqual(
          found.get(id)?.map(({ action }) => action),
          actions,
          `events of ${id}`,
        );
      }
    },
  };

  /** What a change that is made changes. */
  function wanted(does: KeyChange['does'], { expiresAtMs }: KeyRights): Partial<KeyRights> {
    const overlapEndMs = time.wallMs() + OVERLAP_MS;
    return {
      revoke: { isRevoked: true },
      disable: { isDisabled: true },
      enable: { isDisabled: false },
      rotate: { expiresAtMs: Math.min(expiresAtMs, overlapEndMs), rotatedAtMs: time.wallMs() },
      restrict: { isReadOnly: true },
      // A key that was rotated works on until then.
      expire: { expiresAtMs: time.wallMs() + EXPIRES_IN_MS, rotatedAtMs: 0 },
    }[does];
  }
}
