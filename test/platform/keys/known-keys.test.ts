// What is known of keys, in memory: which of two results counts, and for how long.

import t from 'tap';
import { writeInstant } from '../../../src/platform/database/index.ts';
import type { KeyRow } from '../../../src/platform/keys/key-finder.ts';
import { createKnownKeys, customerOf } from '../../../src/platform/keys/known-keys.ts';
import { createClock } from '../../support/clock.ts';
import { generateApiKey, keyRules } from '../../support/key-rules.ts';

/** A key of a customer on the smallest plan. */
function rowOf(id: number, { revokedAt, endsAt }: { revokedAt?: string; endsAt?: string } = {}) {
  const row = [
    'hash',
    id,
    1,
    revokedAt ?? null,
    null,
    endsAt ?? null,
    null,
    'free',
    null,
    null,
    null,
  ];
  return row as unknown as KeyRow;
}

function open() {
  const clock = createClock();
  clock.stop();
  const known = createKnownKeys(keyRules.plans, clock);
  const read = (row: KeyRow | undefined, beganAtMs = clock.monotonicMs()) => {
    return { hash: 'hash', row, beganAtMs };
  };
  return { clock, read, ...known };
}

t.test('of two results, the one that was begun later counts, or else ends later', async (t) => {
  const { clock, keep, lastKnown, read } = open();
  const nowMs = clock.monotonicMs();
  const keptId = (row: KeyRow, beganAtMs: number) =>
    customerOf(keep('a', read(row, beganAtMs)))?.apiKeyId;
  t.equal(keptId(rowOf(1), nowMs), 1n);
  t.equal(keptId(rowOf(2), nowMs - 1), 1n, 'a result of before');
  t.equal(keptId(rowOf(3), nowMs), 3n);
  t.equal(keptId(rowOf(4), nowMs + 1), 4n);
  t.equal(lastKnown('a')?.apiKeyId, 4n);
});

t.test('a result is used for less than a second, and a key until it ends', async (t) => {
  const { clock, keep, isRecent, currentKey, read } = open();
  const endsAt = writeInstant(clock.wallMs() + 500);
  const entry = keep('a', read(rowOf(1, { endsAt })));
  t.match(currentKey(entry), { kind: 'valid' });
  clock.move(0.499);
  t.match(currentKey(entry), { kind: 'valid' });
  clock.move(0.001);
  t.strictSame(currentKey(entry), { kind: 'expired' });
  t.ok(isRecent(entry, entry.beganAtMs + 999));
  t.notOk(isRecent(entry, entry.beganAtMs + 1_000));
});

t.test('10,000 valid keys are known, and the one that was used longest ago goes', async (t) => {
  const { keep, known, lastKnown, read } = open();
  const apiKeys = Array.from({ length: 10_001 }, (_, i) => `key ${i}`);
  const [first = '', second = '', ...others] = apiKeys;
  for (const apiKey of apiKeys.slice(0, -1)) keep(apiKey, read(rowOf(1)));
  t.ok(lastKnown(first));
  keep(String(apiKeys.at(-1)), read(rowOf(1)));
  t.equal(lastKnown(second), undefined);
  t.equal([first, ...others].filter((apiKey) => known(apiKey)).length, 10_000);
});

t.test('a key that is valid no more has no last customer, and one that is again has', async (t) => {
  const { keep, lastKnown, read, hashOf } = open();
  const apiKey = generateApiKey();
  const revokedAt = writeInstant(0);
  for (const [row, id] of [
    [rowOf(1), 1n],
    [rowOf(1, { revokedAt }), undefined],
    [rowOf(2), 2n],
    [undefined, undefined],
  ] as const) {
    keep(apiKey, read(row));
    t.equal(lastKnown(apiKey)?.apiKeyId, id);
  }
  t.equal(hashOf(apiKey), 'hash', 'which is hashed once');
});
