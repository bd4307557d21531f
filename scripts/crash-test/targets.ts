import { join } from 'node:path';
import { startPostgres } from '../testbed/postgres.ts';
import { createTemporaryFolder } from '../testbed/temporary-folder.ts';

/** A database that can be killed. */
export interface Target {
  readonly url: string;
  /** Ends the database as a power cut would, and starts it again. */
  crash(): Promise<void>;
  remove(): Promise<void>;
}

/** A SQLite file, which is killed with the process that has it open. */
export async function sqlite(): Promise<Target> {
  const folder = await createTemporaryFolder();
  return {
    url: `file:${join(folder.path, 'store.db')}`,
    crash: async () => undefined,
    remove: folder.remove,
  };
}

/** A PostgreSQL server of its own. */
export async function postgresql(): Promise<Target> {
  const server = await startPostgres();
  if (!server) throw new Error('PostgreSQL is not installed on this machine.');
  return {
    url: server.url,
    async crash() {
      await server.kill();
      await server.start();
    },
    remove: () => server.stop(),
  };
}
