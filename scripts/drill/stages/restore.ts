import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '../../temporary-folder.ts';
import { openDatabases, QUICK } from '../../testbed/databases.ts';
import { documentedCommand } from '../../testbed/documented.ts';
import { startService } from '../service.ts';
import type { StageKind } from '../stage.ts';
import { UNAVAILABLE } from './expected.ts';

/* An instance on PostgreSQL, whose database is set back as OPERATIONS.md says: stop, restore, start. */

export const restore: StageKind<'restore'> = {
  faults: ['restore'],
  needs: 'PostgreSQL',
  async open() {
    const databases = await openDatabases('postgresql', QUICK);
    if (!databases) return undefined;
    const url = await databases.create('store');
    const { kill, stop, start, ...service } = await startService(url, { DATABASE_URL: url }, 1);
    const folder = await createTemporaryFolder();
    const run = async (program: string) => {
      const options = { cwd: folder.path, env: { ...process.env, DATABASE_URL: url } };
      await promisify(execFile)('sh', ['-c', await documentedCommand(program)], options);
    };
    let saved = new Set<string>();
    return {
      ...service,
      url: () => url,
      faults: {
        restore: {
          // Nothing responds while the service is stopped.
          expected: { ...UNAVAILABLE, reads: [0], creates: [0] },
          async inject({ acknowledged }) {
            saved = new Set(acknowledged.keys());
            await run('pg_dump');
            await stop();
          },
          async heal({ forgetOthers }) {
            await run('pg_restore');
            forgetOthers(saved);
            await start();
          },
        },
      },
      async close() {
        await kill();
        await folder.remove();
        await databases.close();
      },
    };
  },
};
