import { execute } from '../../testbed/execute.ts';
import { startPostgres } from '../../testbed/postgres.ts';
import { DEFAULT_TIMEOUTS, startService } from '../service.ts';
import type { StageKind } from '../stage.ts';
import { UNAVAILABLE } from './expected.ts';

/* Two instances that know two PostgreSQL servers: a primary, and the replica that takes its place. */

const FAULTS = ['database-failed-over'] as const;

export const failover: StageKind<(typeof FAULTS)[number]> = {
  faults: FAULTS,
  needs: 'PostgreSQL',
  async open() {
    const primary = await startPostgres();
    if (!primary) return undefined;
    await execute(primary.url, 'CREATE DATABASE store');
    const standby = await primary.startStandby();
    // From here on a create is acknowledged when both have it. The replica, which was copied before, waits for none.
    await execute(
      primary.url,
      "ALTER SYSTEM SET synchronous_standby_names = '*'",
      'SELECT pg_reload_conf()',
    );
    const hosts = [primary, standby].map(({ url }) => new URL(url).host).join();
    const settings = {
      ...DEFAULT_TIMEOUTS,
      DATABASE_URL: `postgresql://postgres@${hosts}/store?target_session_attrs=read-write`,
    };
    const { kill, ...service } = await startService(
      new URL('store', primary.url).href,
      settings,
      2,
    );
    return {
      ...service,
      url: () => new URL('store', standby.url).href,
      faults: {
        'database-failed-over': {
          expected: UNAVAILABLE,
          inject: primary.kill,
          heal: standby.promote,
        },
      },
      async close() {
        await kill();
        await Promise.all([standby.stop(), primary.stop()]);
      },
    };
  },
};
