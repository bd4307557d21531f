import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execute } from '../../testbed/execute.ts';
import { type Postgres, serverAccount, startPostgres } from '../../testbed/postgres.ts';
import { mountSmallDisk, type SmallDisk } from '../../testbed/small-disk.ts';
import { DEFAULT_TIMEOUTS, startService } from '../service.ts';
import type { Fault, StageKind } from '../stage.ts';
import { READ_ONLY, UNAVAILABLE } from './expected.ts';

/* Two instances on PostgreSQL. */

const FAULTS = [
  'database-killed',
  'database-frozen',
  'database-full',
  'database-read-only',
] as const;
type Name = (typeof FAULTS)[number];

const DISK_MB = 32;

export const database: StageKind<Name> = {
  faults: FAULTS,
  needs: 'PostgreSQL',
  async open() {
    const postgres = await startPostgres();
    if (!postgres) return undefined;
    const disk = await mountSmallDisk(DISK_MB);
    const url = await createStore(postgres, disk);
    const settings = { ...DEFAULT_TIMEOUTS, DATABASE_URL: url };
    const { kill, ...service } = await startService(url, settings, 2);
    return {
      ...service,
      url: () => url,
      faults: databaseFaults(postgres, disk),
      async close() {
        await kill();
        await postgres.stop();
        await disk?.remove();
      },
    };
  },
};

/** Creates the database, on the small disk if there is one. @returns its URL */
async function createStore(postgres: Postgres, disk: SmallDisk | undefined): Promise<string> {
  if (!disk) {
    await execute(postgres.url, 'CREATE DATABASE store');
  } else {
    const folder = join(disk.path, 'tables');
    await mkdir(folder);
    const account = serverAccount();
    if (account) await chown(folder, account.uid, account.gid);
    await execute(
      postgres.url,
      `CREATE TABLESPACE small LOCATION '${folder}'`,
      'CREATE DATABASE store TABLESPACE small',
    );
  }
  return new URL('store', postgres.url).href;
}

function databaseFaults(
  postgres: Postgres,
  disk: SmallDisk | undefined,
): Record<Name, Fault | undefined> {
  const set = (setting: string) =>
    execute(postgres.url, `ALTER SYSTEM ${setting}`, 'SELECT pg_reload_conf()');
  return {
    'database-killed': { expected: UNAVAILABLE, inject: postgres.kill, heal: postgres.start },
    'database-frozen': {
      expected: UNAVAILABLE,
      inject: async () => postgres.freeze(),
      heal: async () => postgres.thaw(),
    },
    'database-full': disk && { expected: READ_ONLY, inject: disk.fill, heal: disk.free },
    'database-read-only': {
      expected: READ_ONLY,
      inject: () => set('SET default_transaction_read_only = on'),
      heal: () => set('RESET default_transaction_read_only'),
    },
  };
}
