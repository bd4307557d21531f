// The database: opening it, its statements, faults, migrations, and a file for each aggregate.

export { createPetGroups } from './batched-inserts.ts';
export {
  type Database,
  type Int32,
  openDatabase,
  type PrismaClient,
  type Provider,
  type Query,
} from './database.ts';
export { default as expiredKeys } from './expired-idempotency-keys.ts';
export { isDatabaseFault } from './faults.ts';
export { createPetOnce } from './idempotency-keys.ts';
export { applyMigrations, openMigratedDatabase } from './migrations.ts';
export { ordersTable, petsTable } from './tables.ts';
export { inTime } from './with-timeout.ts';
