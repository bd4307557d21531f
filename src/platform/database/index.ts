// The database: opening it, and what the service reads and writes, one file per aggregate.

export { type Orders, openOrders } from '../../store/order-queries.ts';
export { type NewPet, openPets, type Pets } from '../../store/pet-queries.ts';
export {
  anonymizeCustomer,
  findCustomer,
  lockCustomer,
  updateCustomer,
} from '../keys/customers.ts';
export {
  type KeyAction,
  readKeyEvents,
  recordKeyEvent,
  recordKeyEvents,
  SERVICE,
  type Stamp,
} from '../keys/key-events.ts';
export {
  addKeyUsages,
  type CountedUsage,
  openUsage,
  readKeyUsages,
  readUsedKeys,
  removeUsageOf,
} from '../keys/key-usages.ts';
export {
  countKeys,
  type FindKeys,
  findCreatedKeys,
  findKey,
  findKeys,
  findKeysByHash,
  findUnendedKeys,
  insertKey,
  type KeyChanges,
  type KeyRow,
  type Keys,
  type KeysInState,
  type KeyWithUse,
  type NewCustomerRow,
  type NewKeyRow,
  openKeys,
  readKeyPage,
  readKeys,
  type ShownKey,
  type StoredCustomer,
  type StoredKey,
  updateKey,
  updateKeys,
} from '../keys/stored-keys.ts';
export { type Ban, storeBan } from '../limits/stored-bans.ts';
export { type DayCountKind, readDayCounts, storeDayCounts } from '../limits/stored-day-counts.ts';
export {
  type Database,
  describeDatabase,
  openDatabase,
  type PrismaClient,
  type Provider,
  type Transaction,
} from './database.ts';
export { repeatRemoval } from './expired-rows.ts';
export { faultKind, isDatabaseFault, isFaultOfRow, violatedConstraint } from './faults.ts';
export {
  type CreateOutcome,
  findRepeatWithin,
  type IdempotencyKey,
  type RepeatOutcome,
  storeIdempotencyKey,
} from './idempotency-keys.ts';
export { DAY_MS, dayOf, readInstant } from './instants.ts';
export type { DatabaseOptions } from './options.ts';
export { addressProblem, readAddress } from './postgresql-address.ts';
export { exposedFiles } from './private-files.ts';
export { readServerTime } from './server-time.ts';
export type { Query } from './statements.ts';
