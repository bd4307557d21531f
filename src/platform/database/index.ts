// The database: opening it, statements, transactions, batches, lists, and what has expired. SQL
// stands with its subject: of the tables, only the check of readiness knows one, that of API keys.

export type { Adapter } from './adapter.ts';
export { batchWrites } from './batches.ts';
export {
  type Database,
  describeDatabase,
  openDatabase,
  type PrismaClient,
  type Transaction,
} from './database.ts';
export {
  MAX_REMOVED_AT_ONCE,
  type Removal,
  removalOf,
  repeatRemoval,
  unlockedOnly,
} from './expired-rows.ts';
export {
  faultKind,
  isDatabaseFault,
  isFaultOfRow,
  isWriteFault,
  violatedConstraint,
} from './faults.ts';
export { DAY_MS, dayOf, type Instant, readInstant, writeInstant } from './instants.ts';
export { listRows } from './list-rows.ts';
export { lockRow } from './locked-rows.ts';
export type { DatabaseOptions } from './options.ts';
export { orderedList } from './ordered-lists.ts';
export { addressProblem, readAddress } from './postgresql-address.ts';
export { exposedFiles } from './private-files.ts';
export { ROWS_PER_PAGE, readPages } from './read-pages.ts';
export { readServerTime } from './server-time.ts';
export type { Migration, Provider, ServiceDatabase } from './service-database.ts';
export {
  exactSum,
  type Integer,
  isInJson,
  MAX_INTEGER,
  type Query,
  type Run,
  type SqlTransaction,
  type Value,
} from './statements.ts';
