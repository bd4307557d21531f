// The database, with the models of the service.
// The client of SQLite is the narrower one: what compiles against it also exists on PostgreSQL.

import type { Database as AnyDatabase } from '../../../../../src/platform/database/index.ts';
import type { PrismaClient } from '../../generated/prisma/sqlite/client.ts';

export type Database = AnyDatabase<PrismaClient>;
