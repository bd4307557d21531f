// The database: opening and migrating it, and what the service reads and writes, one file per aggregate.

export { batchReads } from './batched-reads.ts';
export { type Database, openDatabase, type PrismaClient, type Provider } from './database.ts';
export { default as expiredIdempotencyKeys } from './expired-idempotency-keys.ts';
export { faultKind, isDatabaseFault } from './faults.ts';
export { type KeyAction, recordKeyEvent, SERVICE } from './key-events.ts';
export { addKeyUsages, dayOf, latestUse } from './key-usages.ts';
export { applyMigrations, openMigratedDatabase, requireMigrations } from './migrations.ts';
export { type CallObserver, observeStatements } from './observe-statements.ts';
export { type Orders, openOrders } from './orders.ts';
export { type NewPet, openPets, type Pets } from './pets.ts';
export type { DatabaseOptions } from './postgresql.ts';
export { describeDatabase, readAddress } from './postgresql-address.ts';
export { exposedFiles } from './private-files.ts';
export type { Instant, Int32, Query } from './statements.ts';
export { withTimeout } from './with-timeout.ts';
