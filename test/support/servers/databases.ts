// Databases for processes that tests and measurements start, with a PostgreSQL of their own. There
// the service has the role and the rights that deploy/grants.sql gives it.

import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GRANTS } from '../../../scripts/sources.ts';
import { createTemporaryFolder } from '../../../scripts/temporary-folder.ts';
import type { Provider } from '../../../src/platform/database/index.ts';
import { applyMigrations } from '../../../src/platform/database/migrations/index.ts';
import { createCustomer } from '../../../src/platform/keys/index.ts';
import { keysOf } from '../key-rules.ts';
import { openDatabase } from '../service-database.ts';
import { type AnyTested, SAMPLE } from '../services.ts';
import { startPostgres } from './postgres.ts';
import { asOwner, asService } from './roles.ts';
import { UNLIMITED } from './unlimited.ts';

/**
 * Creates databases: SQLite files in a temporary folder, or on a PostgreSQL server of its own.
 * Their URLs are those for the service.
 */
export interface Databases {
  /** @returns the URL of a new database */
  create(name: string): Promise<string>;
  /** Copies a database that nobody has open, with its rights. @returns the URL of the copy */
  copy(url: string, name: string): Promise<string>;
  /** Ends the server as a power cut would, and starts it again. SQLite has no server. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

/** @returns undefined if the database is not installed on this machine */
export async function openDatabases(
  provider: Provider,
  tested: AnyTested = SAMPLE,
  settings: readonly string[] = [],
): Promise<Databases | undefined> {
  return provider === 'sqlite' ? sqliteFiles() : postgresDatabases(tested, settings);
}

async function sqliteFiles(): Promise<Databases> {
  const folder = await createTemporaryFolder();
  const urlOf = (name: string) => `file:${join(folder.path, name)}.db`;
  return {
    create: async (name) => urlOf(name),
    async copy(url, name) {
      await copyFile(url.slice('file:'.length), urlOf(name).slice('file:'.length));
      return urlOf(name);
    },
    crash: async () => undefined,
    close: folder.remove,
  };
}

/** Gives the service its rights in a database, as an operator does. SQLite has none. */
export async function grantRights(
  url: string,
  { file = grantsOf(SAMPLE), variables = {} }: GrantsOptions = {},
): Promise<void> {
  if (url.startsWith('file:')) return;
  const env = { ...process.env, ...variables };
  await promisify(execFile)('psql', ['--quiet', `--file=${file}`, asOwner(url)], { env });
}

/** The file with the rights of a service's role. */
export function grantsOf({ folder }: AnyTested): string {
  return join(folder, GRANTS);
}

interface GrantsOptions {
  readonly file?: string;
  /** Those that the file reads from its environment. */
  readonly variables?: Readonly<Record<string, string>>;
}

/**
 * Runs statements on a database as its owner, without a transaction and without a time limit.
 */
export async function execute(url: string, ...statements: readonly string[]): Promise<void> {
  const { client, close } = await openDatabase(asOwner(url), { isTimed: false });
  try {
    for (const statement of statements) await client.$executeRawUnsafe(statement);
  } finally {
    await close();
  }
}

async function postgresDatabases(
  tested: AnyTested,
  settings: readonly string[],
): Promise<Databases | undefined> {
  const server = await startPostgres(settings);
  if (!server) return undefined;
  const urlOf = (name: string) => asService(new URL(name, server.url).href, tested);
  return {
    async create(name) {
      await execute(server.url, `CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    async copy(url, name) {
      const template = new URL(url).pathname.slice(1);
      await execute(server.url, ...copyOf(template, name));
      return urlOf(name);
    },
    async crash() {
      await server.kill();
      await server.start();
    },
    close: () => server.stop(),
  };
}

/**
 * Copies a database of PostgreSQL with all rights: those to the database itself are no part of it.
 */
export function copyOf(template: string, name: string): string[] {
  return [
    `CREATE DATABASE ${name} TEMPLATE ${template}`,
    `REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`,
  ];
}

/** Migrates a database, and gives the service its rights. */
export async function migrate(url: string, tested: AnyTested = SAMPLE): Promise<void> {
  await applyMigrations(tested.service.database, asOwner(url));
  await grantRights(url, { file: grantsOf(tested) });
}

/** The statuses of the widgets, in turn. */
const STATUSES = ['available', 'available', 'available', 'pending', 'sold'] as const;

/**
 * Migrates a database, and adds widgets and a customer without limits.
 *
 * @returns the customer's API key
 */
export async function prepare(url: string, widgets = 0): Promise<string> {
  await migrate(url);
  // Not timed: a large insert takes longer than the time limit of requests.
  const { client, provider, close } = await openDatabase(url, { isTimed: false });
  const customer = { name: 'Unlimited', plan: 'enterprise', limits: UNLIMITED } as const;
  const { key } = await createCustomer(keysOf(client), customer);
  const data = Array.from({ length: widgets }, (_, i) => ({
    name: `Brass Bolt ${i + 1}`,
    groupId: BigInt(i % 7),
    status: STATUSES[i % STATUSES.length] ?? 'available',
  }));
  if (widgets > 0) await client.widget.createMany({ data });
  await close();
  if (provider === 'postgresql') await execute(url, 'VACUUM ANALYZE');
  return key;
}
