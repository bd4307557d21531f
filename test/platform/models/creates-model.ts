// What may become of creates at the same time: an idempotency key has one row for a day.

import assert from 'node:assert/strict';
import type { ModelTime } from '../../support/model-time.ts';

const DAY_MS = 86_400_000;

/** A create, and its response. */
export interface Created {
  readonly idempotencyKey: number | undefined;
  /** The whole of its body. */
  readonly name: string;
  readonly status: number;
  readonly id: number | undefined;
}

interface KeyedRow {
  readonly name: string;
  readonly id: number | undefined;
  readonly expiresAtMs: number;
}

export function createCreatesModel(time: ModelTime) {
  const keyed = new Map<number, KeyedRow>();
  const rows = new Map<string, number>();
  const addRow = (name: string) => rows.set(name, (rows.get(name) ?? 0) + 1);

  /** Checks creates with the same key. */
  function checkKeyed(key: number, creates: readonly Created[]) {
    const known = keyed.get(key);
    const isKnown = known && known.expiresAtMs > time.wallMs();
    const winner = isKnown ? known : creates.find(({ status }) => status === 201);
    assert.ok(winner, `one of ${creates.length} creates with a key succeeds`);
    const { name, id } = winner;
    if (!isKnown) {
      keyed.set(key, { name, id, expiresAtMs: time.wallMs() + DAY_MS });
      addRow(name);
    }
    for (const one of creates) {
      const wanted = one.name === name ? 201 : 422;
      // While another has begun and not ended.
      const isInUse = !isKnown && one.status === 409;
      assert.ok(one.status === wanted || isInUse, `${one.status} instead of ${wanted}`);
      if (one.status === 201) assert.equal(one.id, id, 'the same row');
    }
  }

  return {
    /** How many rows there must be of each name. */
    rows: rows as ReadonlyMap<string, number>,

    check(creates: readonly Created[]) {
      for (const [key, all] of Map.groupBy(creates, ({ idempotencyKey }) => idempotencyKey)) {
        if (key !== undefined) {
          checkKeyed(key, all);
          continue;
        }
        for (const { status, name } of all) {
          assert.equal(status, 201);
          addRow(name);
        }
      }
    },
  };
}
