// The database: opening it, and what the service reads and writes, one file per aggregate.

export { banApiKey } from './bans.ts';
export {
  type Database,
  openDatabase,
  type PrismaClient,
  type Provider,
} from './database.ts';
export { readDayCounts, storeDayCounts } from './day-counts.ts';
export { repeatRemoval } from './expired-rows.ts';
export { faultKind, isDatabaseFault, violatedConstraint } from './faults.ts';
export type { CreateOutcome, IdempotencyKey } from './idempotency-keys.ts';
export { readInstant } from './instants.ts';
export {
  type KeyAction,
  readKeyEvents,
  recordKeyEvent,
  SERVICE,
  type Stamp,
} from './key-events.ts';
export { addKeyUsages, dayOf, readKeyUsages } from './key-usages.ts';
export {
  type FindKeys,
  findKey,
  findKeysByHash,
  findNewestKey,
  insertKey,
  type KeyRow,
  type Keys,
  type KeyWithUse,
  openKeys,
  readKeys,
  type StoredKey,
  updateKey,
} from './keys.ts';
export { type Orders, openOrders } from './orders.ts';
export { type NewPet, openPets, type Pets } from './pets.ts';
export type { DatabaseOptions } from './postgresql.ts';
export { addressProblem, describeDatabase, readAddress } from './postgresql-address.ts';
export { exposedFiles } from './private-files.ts';
export type { Query } from './statements.ts';
