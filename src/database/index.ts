// The database: opening and migrating it, and what the service reads and writes, one file per aggregate.

export { batchReads } from './batched-reads.ts';
export { type Database, openDatabase, type PrismaClient, type Provider } from './database.ts';
export { describeDatabase } from './description.ts';
export { default as expiredIdempotencyKeys } from './expired-idempotency-keys.ts';
export { faultKind, isDatabaseFault } from './faults.ts';
export type { IdempotentOutcome } from './idempotency-keys.ts';
export { applyMigrations, newerMigrations, openMigratedDatabase } from './migrations.ts';
export { type CallObserver, observeCalls } from './observe-calls.ts';
export { observeStatements } from './observe-statements.ts';
export type { DatabaseOptions, PoolState } from './options.ts';
export { type Orders, openOrders } from './orders.ts';
export { openPets, type Pets } from './pets.ts';
export { readAddress } from './postgresql/address.ts';
export { exposedFiles } from './private-files.ts';
export {
  openReplica,
  type Replica,
  type ReplicatedDatabase,
  type SharedWrites,
} from './replica/index.ts';
export { checkSchema } from './schema/index.ts';
export type { Int32, Query } from './statements.ts';
export { unmigratedModels } from './unmigrated-models.ts';
export { withTimeout } from './with-timeout.ts';
export type { Writes } from './writes.ts';
