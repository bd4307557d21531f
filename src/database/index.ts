// The database: opening it, and what the service reads and writes, one file per aggregate.

export * from './database.ts';
export { default as expiredRows } from './expired-rows.ts';
export * from './faults.ts';
export type { IdempotencyKey } from './idempotent-creates.ts';
export * from './key-events.ts';
export * from './key-usages.ts';
export { type CallObserver, observeStatements } from './observe-statements.ts';
export { type Orders, openOrders } from './orders.ts';
export { type NewPet, openPets, type Pets } from './pets.ts';
export type { DatabaseOptions } from './postgresql.ts';
export { describeDatabase, readAddress } from './postgresql-address.ts';
export * from './private-files.ts';
export type { Instant, Int32, Int64, Query } from './statements.ts';
