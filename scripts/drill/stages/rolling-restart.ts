import { performance } from 'node:perf_hooks';
import { startBalancer } from '../../testbed/balancers.ts';
import { shippedDrainSeconds } from '../../testbed/compose.ts';
import { openDatabases, prepare, QUICK } from '../../testbed/databases.ts';
import { startInstances } from '../../testbed/instances.ts';
import { watchLog } from '../log.ts';
import { PATIENCE } from '../service.ts';
import type { StageKind } from '../stage.ts';
import { UNNOTICED } from './expected.ts';

/* What compose.yaml ships: three instances on PostgreSQL behind HAProxy. */

export const rollingRestart: StageKind<'rolling-restart'> = {
  faults: ['rolling-restart'],
  needs: 'PostgreSQL, HAProxy, and the addresses that Linux has for itself',
  async open() {
    if (process.platform !== 'linux') return undefined;
    const databases = await openDatabases('postgresql', QUICK);
    if (!databases) return undefined;
    const url = await databases.create('store');
    const key = await prepare(url, 20);
    const log = watchLog(() => performance.now());
    const settings = {
      ...PATIENCE,
      DATABASE_URL: url,
      DRAIN_SECONDS: shippedDrainSeconds(),
    };
    const instances = await startInstances(key, settings, log.reader);
    const balancer = await startBalancer('haproxy', instances);
    const close = async () => {
      await balancer?.stop();
      await instances.kill();
      await databases.close();
    };
    if (!balancer) {
      await close();
      return undefined;
    }
    return {
      key,
      log,
      close,
      url: () => url,
      origins: [`http://127.0.0.1:${balancer.port}`],
      faults: {
        'rolling-restart': {
          expected: UNNOTICED,
          inject: instances.replaceAll,
          heal: async () => undefined,
        },
      },
    };
  },
};
