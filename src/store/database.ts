// The database, with the models of the store.
// The client of SQLite is the narrower one: what compiles against it also exists on PostgreSQL.

import type { PrismaClient } from '../../generated/prisma/sqlite/client.ts';
import type { Database as AnyDatabase } from '../platform/database/index.ts';

export type Database = AnyDatabase<PrismaClient>;
