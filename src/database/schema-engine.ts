// Prisma's schema engine inside this process: its WebAssembly build, which needs no binary for the platform.

import { readFile } from 'node:fs/promises';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import * as wasm from '@prisma/schema-engine-wasm/schema_engine_bg';
import { adapterFactory, reason } from './database.ts';
import { beginMigration, LOCK_KEY, type MigrationTransaction } from './migration-transaction.ts';
import type { Migration } from './migrations.ts';

/**
 * The engine's own locks, which are left out, since the transaction is the lock. The first gives up after ten
 * seconds and outlives the transaction, the second shuts out every other connection to the file.
 */
const ENGINE_LOCKS = [`SELECT pg_advisory_lock(${LOCK_KEY})`, 'PRAGMA main.locking_mode=EXCLUSIVE'];

/**
 * Applies migrations one after the other, leaving out those another process applies meanwhile.
 *
 * @param migrations all of them, in order
 * @param pending the names of those to apply
 * @returns the names of those this process applied
 * @throws one clear line with the name of the migration that failed
 */
export async function applyWithEngine(
  url: string,
  migrations: Migration[],
  pending: string[],
): Promise<string[]> {
  const adapter = await (await adapterFactory(url)).connect();
  const applied: string[] = [];
  try {
    for (const name of pending) {
      const last = migrations.findIndex((migration) => migration.name === name);
      applied.push(...(await applyLast(migrations.slice(0, last + 1), adapter)));
    }
    return applied;
  } finally {
    await adapter.dispose();
  }
}

async function applyLast(migrations: Migration[], adapter: SqlDriverAdapter): Promise<string[]> {
  const transaction = await beginMigration(adapter);
  let cause: unknown;
  try {
    const engine = await openEngine(
      engineFactory(adapter, transaction, (error) => {
        cause = error;
      }),
    );
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: migrationsList(migrations),
      filters: { externalTables: [], externalEnums: [] },
    });
    await transaction.end('COMMIT');
    return appliedMigrationNames;
  } catch (error) {
    await transaction.end('ROLLBACK').catch(() => undefined);
    const name = migrations.at(-1)?.name;
    throw new Error(
      `Migration ${name} failed, and nothing of it was kept: ${reason(cause ?? error)}`,
      { cause: error },
    );
  }
}

/** Lets the engine see nothing but the open transaction. */
function engineFactory(
  adapter: SqlDriverAdapter,
  { connection, runScript }: MigrationTransaction,
  onScriptError: (error: unknown) => void,
): SqlMigrationAwareDriverAdapterFactory {
  const { provider, adapterName } = adapter;
  const connect = async (): Promise<SqlDriverAdapter> => ({
    provider,
    adapterName,
    queryRaw: (query) => connection.queryRaw(query),
    executeRaw: async (query) =>
      ENGINE_LOCKS.includes(query.sql) ? 0 : connection.executeRaw(query),
    async executeScript(script) {
      // The engine reports a script's error inside a stack trace of its own, or not at all.
      await runScript(script).catch((error) => {
        onScriptError(error);
        throw error;
      });
    },
    startTransaction: adapter.startTransaction.bind(adapter),
    // The connection outlives the engine.
    dispose: Promise.resolve.bind(Promise),
  });
  return { provider, adapterName, connect, connectToShadowDb: connect };
}

/** An engine on the database that the factory connects to. */
export function openEngine(
  factory: SqlMigrationAwareDriverAdapterFactory,
): Promise<wasm.SchemaEngine> {
  return wasm.SchemaEngine.new(
    { datamodels: undefined },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  );
}

function migrationsList(migrations: Migration[]): wasm.MigrationList {
  return {
    baseDir: '',
    lockfile: { path: 'migration_lock.toml', content: null },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
    })),
  };
}

// By hand, since the package's main module imports its .wasm file as a module, which Node 20 does only with a flag.
const glue = '@prisma/schema-engine-wasm/schema_engine_bg';
const code = await readFile(new URL('./schema_engine_bg.wasm', import.meta.resolve(glue)));
const { instance } = await WebAssembly.instantiate(code, {
  './schema_engine_bg.js': withoutHoldingTheProcess(wasm),
});
wasm.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start();

/** The timer for the engine's own lock runs its ten seconds in any case, and would keep the process alive for them. */
function withoutHoldingTheProcess(imports: object): object {
  const isTimer = (name: string) => name.startsWith('__wbg_setTimeout_');
  const unref = (callback: () => void, milliseconds: number) =>
    setTimeout(callback, milliseconds).unref();
  return Object.fromEntries(
    Object.entries(imports).map(([name, value]) => [name, isTimer(name) ? unref : value]),
  );
}

// Node has it, but its type comes with those of the browser.
declare const WebAssembly: {
  instantiate(
    code: Uint8Array,
    imports: object,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};
