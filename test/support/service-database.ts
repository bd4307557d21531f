// Databases with the models of a service: by default of the one that tests of the platform run on.

import * as engine from '../../src/platform/database/database.ts';
import type { DatabaseOptions } from '../../src/platform/database/index.ts';
import * as migrations from '../../src/platform/database/migrations/index.ts';
import type { Prisma } from '../platform/service/generated/prisma/sqlite/client.ts';
import { SAMPLE, type SampleClient } from './services.ts';

export type Database = engine.Database<SampleClient>;
export type Transaction = Prisma.TransactionClient;
/** With the models of the service, and those of the platform. */
export type PrismaClient = Database['client'];

export function openDatabase(
  address: engine.Address,
  options?: DatabaseOptions,
): Promise<Database> {
  return engine.openDatabase(SAMPLE.service.database, address, options);
}

type MigrateOptions = Parameters<typeof migrations.applyMigrations>[2];

export function applyMigrations(address: engine.Address, options?: MigrateOptions) {
  return migrations.applyMigrations(SAMPLE.service.database, address, options);
}

export function openMigratedDatabase(
  address: engine.Address,
  options?: DatabaseOptions,
): Promise<Database> {
  return migrations.openMigratedDatabase(SAMPLE.service.database, address, options);
}
