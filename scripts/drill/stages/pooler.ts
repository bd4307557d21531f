import { openDatabases } from '../../testbed/databases.ts';
import { startPgBouncer } from '../../testbed/pgbouncer.ts';
import { DEFAULT_TIMEOUTS, startService } from '../service.ts';
import type { StageKind } from '../stage.ts';
import { UNAVAILABLE } from './expected.ts';

/* Two instances on PostgreSQL behind PgBouncer in transaction mode. */

const FAULTS = ['pooler-restarted'] as const;

export const pooler: StageKind<(typeof FAULTS)[number]> = {
  faults: FAULTS,
  needs: 'PostgreSQL and PgBouncer',
  async open() {
    const databases = await openDatabases('postgresql');
    if (!databases) return undefined;
    const url = await databases.create('store');
    const first = await startPgBouncer(url, { mode: 'transaction' });
    if (!first) {
      await databases.close();
      return undefined;
    }
    let bouncer = first;
    const { port } = first;
    const settings = { ...DEFAULT_TIMEOUTS, DATABASE_URL: first.url };
    const { kill, ...service } = await startService(url, settings, 2);
    return {
      ...service,
      url: () => url,
      faults: {
        'pooler-restarted': {
          expected: UNAVAILABLE,
          inject: () => bouncer.stop(),
          async heal() {
            bouncer = (await startPgBouncer(url, { mode: 'transaction', port })) ?? bouncer;
          },
        },
      },
      async close() {
        await kill();
        await bouncer.stop();
        await databases.close();
      },
    };
  },
};
