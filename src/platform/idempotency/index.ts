// Idempotent creates: what is the same request, and what a repeated one returns.

export { expectCreated, hashBody, idempotencyKeyReader } from './idempotency.ts';
