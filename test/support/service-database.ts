// Databases with the models of the service that tests run on.

import type { PrismaClient as Client, Prisma } from '../../generated/prisma/sqlite/client.ts';
import * as engine from '../../src/platform/database/database.ts';
import type { DatabaseOptions } from '../../src/platform/database/index.ts';
import * as migrations from '../../src/platform/database/migrations/index.ts';
import { service } from '../../src/service.ts';

export type Database = engine.Database<Client>;
export type Transaction = Prisma.TransactionClient;
/** With the models of the service, and those of the platform. */
export type PrismaClient = Database['client'];

export function openDatabase(
  address: engine.Address,
  options?: DatabaseOptions,
): Promise<Database> {
  return engine.openDatabase(service.database, address, options);
}

type MigrateOptions = Parameters<typeof migrations.applyMigrations>[2];

export function applyMigrations(address: engine.Address, options?: MigrateOptions) {
  return migrations.applyMigrations(service.database, address, options);
}

export function openMigratedDatabase(
  address: engine.Address,
  options?: DatabaseOptions,
): Promise<Database> {
  return migrations.openMigratedDatabase(service.database, address, options);
}
