// PostgreSQL as this service needs it: addresses as libpq reads them, times in UTC, and named statements, which stay prepared.

export { PrismaClient } from '../../../generated/prisma/postgresql/client.ts';
export { adapterFactory } from './driver.ts';
