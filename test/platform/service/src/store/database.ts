// The database, with the models of the service.

import type { Database as AnyDatabase } from '../../../../../src/platform/database/index.ts';
import type { PrismaClient } from '../../generated/prisma/sqlite/client.ts';

export type Database = AnyDatabase<PrismaClient>;
