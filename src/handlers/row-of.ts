import { idempotencyKeyInUse, idempotencyKeyReused } from '../contract/index.ts';
import type { IdempotentOutcome } from '../database/index.ts';

/** @returns the row that was added once. @throws the reason why there is none */
export function rowOf<Row>(outcome: IdempotentOutcome<Row>): Row {
  if (outcome === 'key_in_use') throw idempotencyKeyInUse;
  if (outcome === 'key_reused') throw idempotencyKeyReused;
  return outcome;
}
