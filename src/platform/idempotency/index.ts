// Idempotent creates: what is the same request, what is stored of it, and what a repeat returns.

export { openCreates } from './creates.ts';
export {
  type CreateRequest,
  expectCreated,
  idempotencyKeyReader,
} from './idempotency.ts';
export {
  findRepeatWithin,
  type IdempotencyKey,
  idempotencyRemovals,
  type RepeatOutcome,
  removeIdempotencyKeysOf,
  storeIdempotencyKey,
} from './idempotency-keys.ts';
export type { Table } from './inserts.ts';
