// The database, with the models of the store.

import type { PrismaClient } from '../../generated/prisma/sqlite/client.ts';
import type { Database as AnyDatabase } from '../platform/database/index.ts';

export type Database = AnyDatabase<PrismaClient>;
